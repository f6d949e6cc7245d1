import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Asistente,
  exigirSesionFavorable,
  sesionSchema,
} from '../../../src/domain/lote/sesion-comite.ts';

const asistente = (rol: Asistente['rol'], voto: Asistente['voto'], nombre: string = rol): Asistente => ({
  nombre,
  cargo: 'cargo',
  rol,
  voto,
});
const mesa = (
  presidente: Asistente['voto'],
  secretario: Asistente['voto'],
  ...otros: Asistente[]
): Asistente[] => [
  asistente('presidente', presidente),
  asistente('secretario_tecnico', secretario),
  ...otros,
];
const miembros = (voto: Asistente['voto'], cuantos: number) =>
  Array.from({ length: cuantos }, () => asistente('miembro', voto));

describe('REQ-DEC-1: cuándo decide una sesión del comité', () => {
  it.each([
    ['unánime', mesa('favor', 'favor')],
    ['por mayoría', mesa('favor', 'contra', ...miembros('favor', 1))],
    [
      'con Control Interno e invitados, que tienen voz',
      mesa('favor', 'favor', asistente('control_interno', 'sin_voto'), asistente('invitado', 'sin_voto')),
    ],
    ['con quien preside sin voto', mesa('sin_voto', 'favor')],
  ])('decide %s', (_nombre, asistentes) => {
    expect(() => exigirSesionFavorable(asistentes)).not.toThrow();
  });

  it.each([
    ['sin presidente', [asistente('secretario_tecnico', 'favor')], 'No asistió quien preside el Comité.'],
    [
      'sin secretaría técnica',
      [asistente('presidente', 'favor')],
      'No asistió la secretaría técnica del Comité.',
    ],
    [
      'si Control Interno vota',
      mesa('favor', 'favor', asistente('control_interno', 'favor', 'Ana Gil')),
      'Ana Gil asiste con voz, pero sin voto.',
    ],
    [
      'si Control Interno se abstiene, que es votar',
      mesa('favor', 'favor', asistente('control_interno', 'abstencion', 'Ana Gil')),
      'Ana Gil asiste con voz, pero sin voto.',
    ],
    [
      'si un invitado vota',
      mesa('favor', 'favor', asistente('invitado', 'contra', 'Juan')),
      'Juan asiste con voz, pero sin voto.',
    ],
    ['empatada', mesa('favor', 'contra'), 'Votaron a favor 1 de 2: no hay mayoría simple.'],
    [
      'si las abstenciones quitan la mayoría',
      mesa('favor', 'abstencion'),
      'Votaron a favor 1 de 2: no hay mayoría simple.',
    ],
    ['si nadie vota', mesa('sin_voto', 'sin_voto'), 'Votaron a favor 0 de 0: no hay mayoría simple.'],
  ])('no decide %s', (_nombre, asistentes, motivo) => {
    expect(() => exigirSesionFavorable(asistentes)).toThrow(
      expect.objectContaining({ code: 'quorum_insuficiente', message: motivo }),
    );
  });

  it('con la mesa presente decide si y solo si los votos a favor son más que los demás juntos', () => {
    const votos = fc.constantFrom('favor', 'contra', 'abstencion', 'sin_voto' as const);
    fc.assert(
      fc.property(
        fc.tuple(votos, votos),
        fc.array(votos, { maxLength: 12 }),
        ([presidente, secretario], otros) => {
          const asistentes = mesa(presidente, secretario, ...otros.map((voto) => asistente('miembro', voto)));
          const cuenta = (voto: string) => asistentes.filter((cada) => cada.voto === voto).length;
          const decide = cuenta('favor') > cuenta('contra') + cuenta('abstencion');
          if (decide) exigirSesionFavorable(asistentes);
          else expect(() => exigirSesionFavorable(asistentes)).toThrow();
        },
      ),
    );
  });
});

describe('REQ-DEC-2: lo que una sesión trae', () => {
  const sesion = {
    acta: { numero: '7', fecha: '2027-03-02' },
    concepto: { numero: '12', fecha: '2026-11-20', sha256: 'a'.repeat(64) },
    asistentes: mesa('favor', 'favor'),
  };

  it('acta, concepto técnico con su digesto y asistentes', () => {
    expect(sesionSchema.parse(sesion)).toEqual(sesion);
  });

  it.each([
    ['sin número de acta', { acta: { numero: ' ', fecha: '2027-03-02' } }, ['acta', 'numero']],
    ['con fecha que no existe', { acta: { numero: '7', fecha: '2027-02-29' } }, ['acta', 'fecha']],
    ['sin concepto técnico', { concepto: undefined }, ['concepto']],
    [
      'con un digesto que no lo es',
      { concepto: { ...sesion.concepto, sha256: 'A'.repeat(64) } },
      ['concepto', 'sha256'],
    ],
    ['sin asistentes', { asistentes: [] }, ['asistentes']],
    [
      'con un rol inventado',
      { asistentes: [{ ...asistente('miembro', 'favor'), rol: 'testigo' }] },
      ['asistentes', 0, 'rol'],
    ],
  ])('%s se rechaza y dice dónde', (_nombre, cambio, donde) => {
    const { error } = sesionSchema.safeParse({ ...sesion, ...cambio });
    expect(error?.issues.map(({ path }) => path)).toEqual([donde]);
  });
});
