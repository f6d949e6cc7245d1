import { describe, expect, it } from 'vitest';
import { criterioSchema } from '../../../src/domain/lote/criterio-propuesta.ts';
import { renderCodigoLote, renderNumeroActa } from '../../../src/domain/lote/numeracion.ts';

const ID = '0190a6f0-0000-7000-8000-000000000001';

describe('el criterio de una propuesta', () => {
  it.each([
    ['una lista', { expedientes: [ID] }],
    ['un filtro', { filtro: { serie: '100.1', cierreHasta: '2015-12-31', soporte: 'fisico' } }],
  ])('es %s', (_nombre, criterio) => {
    expect(criterioSchema.parse(criterio)).toEqual(criterio);
  });

  it.each([
    ['nada', {}],
    ['las dos cosas', { expedientes: [ID], filtro: { serie: '1' } }],
    ['una lista vacía', { expedientes: [] }],
    ['un filtro vacío, que sería todo el archivo', { filtro: {} }],
    ['un filtro de blancos', { filtro: { serie: '   ' } }],
    ['un texto de una letra', { filtro: { texto: 'a' } }],
    ['un id que no es uuid', { expedientes: ["1' OR true"] }],
    ['una fecha que no existe', { filtro: { cierreHasta: '2015-02-30' } }],
    ['un soporte desconocido', { filtro: { soporte: 'microfilme' } }],
    ['un campo que no conoce', { filtro: { serie: '1', nivel: 0 } }],
    ['una lista sin fin', { expedientes: Array.from({ length: 10_001 }, () => ID) }],
  ])('no es %s', (_nombre, criterio) => {
    expect(criterioSchema.safeParse(criterio).success).toBe(false);
  });
});

describe('los números', () => {
  it.each([
    [1, 'LOTE-2026-0001', 'ACTA-2026-0001'],
    [9999, 'LOTE-2026-9999', 'ACTA-2026-9999'],
    [10_000, 'LOTE-2026-10000', 'ACTA-2026-10000'],
  ])('%i', (consecutivo, lote, acta) => {
    expect([renderCodigoLote(2026, consecutivo), renderNumeroActa(2026, consecutivo)]).toEqual([lote, acta]);
  });
});
