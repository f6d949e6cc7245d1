import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addYears,
  buildFechaCivil,
  fromEpochDay,
  parseFechaCivil,
  toEpochDay,
  weekdayOf,
  yearOf,
} from '../../../src/domain/plazos/fecha-civil.ts';
import { fechaDe, milisegundosDe, sumaAnios } from './oraculo-lento.ts';

const DIA = 86_400_000;
const fecha = fc
  .integer({ min: milisegundosDe('0400-01-01') / DIA, max: milisegundosDe('9500-12-31') / DIA })
  .map((dia) => fechaDe(dia * DIA));

describe('una fecha civil', () => {
  it.each([
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0000-01-01',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '01/02/2026',
    '',
  ])('rechaza «%s» y dice cómo se escribe', (valor) => {
    expect(() => parseFechaCivil(valor)).toThrowError(
      expect.objectContaining({
        code: 'fecha_invalida',
        message: `La fecha «${valor}» no es válida: se espera un día que exista, escrito AAAA-MM-DD.`,
      }),
    );
  });

  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('acepta «%s»', (valor) => {
    expect(parseFechaCivil(valor)).toBe(valor);
  });

  it('no sale de los años 0001 a 9999 al sumar', () => {
    expect(() => addDays(parseFechaCivil('9999-12-31'), 1)).toThrowError(
      expect.objectContaining({ code: 'fecha_invalida' }),
    );
    expect(() => addYears(parseFechaCivil('9000-01-01'), 1000)).toThrowError(
      expect.objectContaining({ code: 'fecha_invalida' }),
    );
  });

  it('suma días, da el día de la semana y se ordena como el calendario gregoriano', () => {
    fc.assert(
      fc.property(fecha, fc.integer({ min: -100_000, max: 100_000 }), (texto, dias) => {
        const dia = parseFechaCivil(texto);
        const otro = addDays(dia, dias);
        expect(otro).toBe(fechaDe(milisegundosDe(texto) + dias * DIA));
        expect(weekdayOf(otro) % 7).toBe(new Date(milisegundosDe(otro)).getUTCDay());
        expect(dia < otro).toBe(dias > 0);
        expect(toEpochDay(dia)).toBe(milisegundosDe(texto) / DIA);
        expect(fromEpochDay(toEpochDay(dia))).toBe(dia);
        expect(buildFechaCivil(yearOf(dia), Number(texto.slice(5, 7)), Number(texto.slice(8)))).toBe(dia);
      }),
    );
  });

  it.each([
    ['2028-02-29', 1, '2029-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2096-02-29', 4, '2100-02-28'],
    ['2023-02-28', 1, '2024-02-28'],
    ['2010-03-04', 0, '2010-03-04'],
  ])('REQ-RET-1: %s más %d años es %s, como en PostgreSQL', (desde, anios, esperado) => {
    expect(addYears(parseFechaCivil(desde), anios)).toBe(esperado);
  });

  it('REQ-RET-1: suma años como PostgreSQL en cualquier fecha', () => {
    fc.assert(
      fc.property(fecha, fc.integer({ min: 0, max: 400 }), (texto, anios) => {
        expect(addYears(parseFechaCivil(texto), anios)).toBe(sumaAnios(texto, anios));
      }),
    );
  });
});
