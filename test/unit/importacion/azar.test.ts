import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CeldaEscrita } from '../../../scripts/escribir-libro.ts';
import type { Informe } from '../../../src/domain/importacion/informe/informe.ts';
import { renderInforme } from '../../../src/domain/importacion/informe/renderizar-informe.ts';
import { fuidOf, serie, trdOf } from './tablas-de-prueba.ts';

/** Whatever people may leave in a sheet, headings and codes included, in any place. */
const celda: fc.Arbitrary<CeldaEscrita> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  fc.constantFrom<CeldaEscrita>(
    'CÓDIGO',
    'SERIE',
    'SUBSERIE',
    'RETENCIÓN',
    'AG',
    'AC',
    'CT',
    'E',
    'S',
    'M',
    'D',
    'X',
    'N/A',
    'TOTAL',
    'Firma:',
    'OFICINA PRODUCTORA: 100 - DESPACHO',
    'ASUNTOS',
    'FECHA INICIAL',
    'FECHA FINAL',
    'CAJA',
    'CARPETA',
    'FOLIOS',
    'ORDEN',
    'SOPORTE',
    'Papel',
    '05.01',
    '100.05.01',
    '05.',
    's.f.',
    '31/12/2013',
    '1 AL 20',
    'P├®rez',
  ),
  fc.integer({ min: -5, max: 2_100 }),
  fc.double({ min: 0, max: 50_000, noNaN: true }),
  fc.constantFrom<CeldaEscrita>({ error: '#REF!' }, { formula: 'A1' }, { fecha: '2013-01-08' }),
  fc.string({ maxLength: 12, unit: fc.constantFrom(...'aáñ.x-/1 \n') }),
);
const cuadricula = fc.array(fc.array(celda, { maxLength: 14 }), { maxLength: 25 });

const CABEZA_TRD: CeldaEscrita[] = ['CÓDIGO', 'SERIE', 'SUBSERIE', 'AG', 'AC', 'CT', 'E', 'S', 'M'];
const CABEZA_FUID: CeldaEscrita[] = [
  'ORDEN',
  'CÓDIGO',
  'ASUNTOS',
  'FECHA INICIAL',
  'FECHA FINAL',
  'CAJA',
  'FOLIOS',
  'SOPORTE',
];

function expectCoherente(informe: Informe, filasConAlgo: number): void {
  const { importada, ignorada, rechazada } = informe.resumen;
  expect(importada + ignorada + rechazada).toBe(informe.filas.length);
  expect(informe.filas.length).toBeLessThanOrEqual(filasConAlgo);
  expect(new Set(informe.filas.map(({ fila }) => fila)).size).toBe(informe.filas.length);
  expect(
    informe.filas.every(({ veredicto, fallos }) => (veredicto === 'rechazada') === fallos.length > 0),
  ).toBe(true);
  if (informe.importado) expect(rechazada + informe.fallos.length).toBe(0);
  else expect(rechazada + informe.fallos.length).toBeGreaterThan(0);
  expect(renderInforme(informe)).toContain(informe.archivo);
}

const conAlgo = (filas: readonly (readonly CeldaEscrita[])[]) =>
  filas.filter((fila) => fila.some((valor) => valor !== null && valor !== '')).length;

describe('cualquier cuadrícula', () => {
  it('como TRD termina en un informe coherente, con encabezado o sin él', async () => {
    await fc.assert(
      fc.asyncProperty(cuadricula, fc.boolean(), async (filas, conCabeza) => {
        const todas = conCabeza ? [CABEZA_TRD, ...filas] : filas;
        const { informe, series } = await trdOf(todas);
        expectCoherente(informe, conAlgo(todas));
        expect(series.length).toBe(informe.resumen.importada);
        const claves = series.map((s) => [s.dependenciaCodigo, s.serieCodigo, s.subserieCodigo].join('|'));
        expect(new Set(claves).size).toBe(claves.length);
      }),
      { numRuns: 300 },
    );
  });

  it('como FUID termina en un informe coherente, con encabezado o sin él', async () => {
    const series = [serie('100', '05', '01', null), serie('110', '05', null, null)];
    await fc.assert(
      fc.asyncProperty(cuadricula, fc.boolean(), async (filas, conCabeza) => {
        const todas = conCabeza ? [CABEZA_FUID, ...filas] : filas;
        const { informe, expedientes } = await fuidOf(todas, { series });
        expectCoherente(informe, conAlgo(todas));
        expect(expedientes.flatMap(({ unidades }) => unidades).length).toBe(informe.resumen.importada);
        expect(expedientes.every(({ cierre }) => cierre === null)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('una TRD sana no se vuelve eliminable por barajar sus columnas', async () => {
    const filas: CeldaEscrita[][] = [
      CABEZA_TRD,
      ['01', 'Actas', null, 2, 8, 'X', null, null, null],
      ['02', 'Autos', null, 1, 4, null, 'X', null, null],
      ['03', 'Contratos', null, 3, 17, null, null, 'X', 'X'],
    ];
    const esperado = (await trdOf(filas)).series;
    const orden = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(orden, async (indices) => {
        const barajadas = filas.map((fila) => indices.map((i) => fila[i] ?? null));
        expect((await trdOf(barajadas)).series).toEqual(esperado);
      }),
      { numRuns: 60 },
    );
  });
});
