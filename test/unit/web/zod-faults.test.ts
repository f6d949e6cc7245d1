import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { zodFaults } from '../../../src/domain/errors/zod-faults.ts';

const schema = z.strictObject({
  numero: z.string().min(1),
  folios: z.int().min(0).max(10),
  fecha: z.iso.date(),
  nivel: z.union([z.literal(0), z.literal(1)]),
  votos: z.array(z.strictObject({ voto: z.enum(['a_favor', 'en_contra']) })).min(1),
});

describe('las faltas de una entrada', () => {
  it('cada una nombra su campo y su motivo en español', () => {
    const entrada = {
      numero: '',
      folios: 11,
      fecha: '2026-13-01',
      nivel: 7,
      votos: [{ voto: 'quizá' }, {}],
      extra: 1,
    };
    const result = schema.safeParse(entrada, { reportInput: true });
    expect(zodFaults(result.error ?? expect.fail())).toEqual([
      { campo: 'numero', motivo: 'No puede estar vacío.' },
      { campo: 'folios', motivo: 'Debe ser como máximo 10.' },
      { campo: 'fecha', motivo: 'Debe ser una fecha AAAA-MM-DD.' },
      { campo: 'nivel', motivo: 'No corresponde a ninguna de las formas admitidas.' },
      { campo: 'votos[0].voto', motivo: 'Debe ser uno de: a_favor, en_contra.' },
      { campo: 'votos[1].voto', motivo: 'Falta este dato.' },
      { campo: 'extra', motivo: 'Este campo no existe.' },
    ]);
  });

  it('entre varias formas explica la que más se parece', () => {
    const criterio = z.strictObject({
      criterio: z.union([
        z.strictObject({ filtro: z.strictObject({ serie: z.string().min(1) }) }),
        z.strictObject({ expedientes: z.array(z.uuid()).min(1) }),
      ]),
    });
    const faults = (entrada: unknown) =>
      zodFaults(criterio.safeParse(entrada, { reportInput: true }).error ?? expect.fail());
    expect(faults({ criterio: { filtro: { serie: '' } } })).toEqual([
      { campo: 'criterio.filtro.serie', motivo: 'No puede estar vacío.' },
    ]);
    expect(faults({ criterio: { expedientes: ['x'] } })).toEqual([
      { campo: 'criterio.expedientes[0]', motivo: 'Debe ser un identificador UUID.' },
    ]);
    expect(faults({ criterio: 7 })).toEqual([
      { campo: 'criterio', motivo: 'No corresponde a ninguna de las formas admitidas.' },
    ]);
    expect(faults({})).toEqual([{ campo: 'criterio', motivo: 'Falta este dato.' }]);
  });

  it('no queda ninguna palabra en inglés para los tipos equivocados', () => {
    const result = schema.safeParse(
      { numero: 1, folios: 1.5, fecha: 2, nivel: '0', votos: {} },
      { reportInput: true },
    );
    expect(zodFaults(result.error ?? expect.fail()).map((fault) => fault.motivo)).toEqual([
      'Debe ser un texto.',
      'Debe ser un número entero.',
      'Debe ser un texto.',
      'No corresponde a ninguna de las formas admitidas.',
      'Debe ser una lista.',
    ]);
  });
});
