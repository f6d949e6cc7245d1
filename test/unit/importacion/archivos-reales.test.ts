import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLectorTablas } from '../../../src/adapters/tablas/lector-tablas.ts';
import { DomainError } from '../../../src/domain/errors/domain-error.ts';
import type { Informe } from '../../../src/domain/importacion/informe/informe.ts';
import { renderInforme } from '../../../src/domain/importacion/informe/renderizar-informe.ts';
import { parseTrd, type ResultadoTrd } from '../../../src/domain/importacion/trd/parse-trd.ts';
import { datoCompartido, hayDatosCompartidos } from '../../support/datos-compartidos.ts';
import { fuidOfArchivo, refusedRows, rowsWith, serie } from './tablas-de-prueba.ts';

/** Enters or not, and how many rows are sound, ignored and refused; or the code with which it can't even be read. */
type Desenlace =
  | readonly [entra: boolean, importadas: number, ignoradas: number, rechazadas: number]
  | string;

const SIN_FORMATO = 'tabla_formato_no_admitido';
/** Counted by hand against the sheets: file → as a TRD, as a FUID. */
const DESENLACES: Readonly<Record<string, readonly [trd: Desenlace, fuid: Desenlace]>> = {
  'fuid/adres-fuid-v3-plantilla-cabecera-4-filas.xlsx': [
    [false, 0, 37, 0],
    [false, 0, 37, 0],
  ],
  'fuid/cra-atlantico-inventario-documental-plantilla.xlsx': [
    [false, 0, 18, 0],
    [false, 0, 18, 0],
  ],
  'fuid/dev_sid-formatoFuid-doble-cabecera.csv': [
    [false, 0, 2, 0],
    [false, 0, 2, 0],
  ],
  'fuid/luciernaga-custodia-1064-filas-REDACTADO.xlsx': [
    [false, 0, 1070, 0],
    [false, 0, 6, 1064],
  ],
  'fuid/luciernaga-mojibake-cp850-16-filas-REDACTADO.xlsx': [
    [false, 0, 22, 0],
    [false, 0, 6, 16],
  ],
  'fuid/luciernaga-una-caja-12-filas-REDACTADO.xlsx': [
    [false, 0, 18, 0],
    [false, 0, 6, 12],
  ],
  'fuid/rionegro-fuid-plantilla-hojas-ocultas-formulas-ref.xlsx': [
    [false, 0, 17, 0],
    [false, 0, 17, 0],
  ],
  'fuid/rionegro-tesoreria-10-filas-exportado.csv': [
    [false, 0, 11, 0],
    [true, 10, 1, 0],
  ],
  'otros/cra-atlantico-hoja-de-control-plantilla.xlsx': [
    [false, 0, 166, 0],
    [false, 0, 166, 0],
  ],
  'otros/cra-atlantico-indice-info-clasificada-reservada.xlsx': [
    [false, 0, 249, 0],
    [false, 0, 249, 0],
  ],
  'otros/cra-atlantico-registro-activos-informacion.xlsx': [
    [false, 0, 454, 0],
    [false, 0, 454, 0],
  ],
  'trd/adres-ccd-plantilla-10-columnas.xlsx': [
    [false, 0, 10, 0],
    [false, 0, 10, 0],
  ],
  'trd/cra-atlantico-trd-convalidada-2612-filas.xlsx': [
    [false, 230, 2366, 26],
    [false, 0, 2622, 0],
  ],
  'trd/orfeo-alcaldia-series-subseries.sql': [SIN_FORMATO, SIN_FORMATO],
  'trd/personeria-funza-matriz-dependencias.csv': [
    [false, 0, 82, 0],
    [false, 0, 82, 0],
  ],
  'trd/personeria-funza-series.csv': [
    [false, 0, 17, 0],
    [false, 0, 17, 0],
  ],
  'trd/personeria-funza-tipos-documentales.csv': [
    [false, 0, 73, 0],
    [false, 0, 73, 0],
  ],
  'trd/personeria-funza-trd-subseries-puntoycoma.csv': [
    [true, 29, 1, 0],
    [false, 0, 30, 0],
  ],
  'trd/puertoboyaca-ccd-8084-entradas.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/puertoboyaca-oficinas.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/puertoboyaca-secretarias.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/puertoboyaca-series.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/puertoboyaca-soportes.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/puertoboyaca-subseries.json': [SIN_FORMATO, SIN_FORMATO],
  'trd/rama-judicial-subseries-crlf.csv': [
    [false, 0, 54, 0],
    [false, 0, 54, 0],
  ],
};
const CARPETAS = ['fuid', 'otros', 'trd'];

async function readTrd(ruta: string, aceptarParcial = false): Promise<ResultadoTrd> {
  const archivo = basename(ruta);
  const hojas = createLectorTablas().leerTabla(archivo, readFileSync(datoCompartido(ruta)));
  return parseTrd(hojas, { archivo, tipo: 'TRD', aceptarParcial });
}

const readFuid = (ruta: string) =>
  fuidOfArchivo(basename(ruta), readFileSync(datoCompartido(ruta)), {
    series: [serie('10.06.03.00', '15', '01', 'Comprobantes contables de egreso')],
  });

async function outcomeOf(
  promesa: Promise<{ informe: Informe }>,
): Promise<{ desenlace: Desenlace; texto: string }> {
  try {
    const { informe } = await promesa;
    const { importada, ignorada, rechazada } = informe.resumen;
    return { desenlace: [informe.importado, importada, ignorada, rechazada], texto: renderInforme(informe) };
  } catch (error) {
    if (error instanceof DomainError) return { desenlace: error.code, texto: error.message };
    throw error;
  }
}

describe('los archivos reales del oficio', () => {
  if (!hayDatosCompartidos) {
    it('no están en esta copia: sin ../shared/data no se prueba contra ellos', ({ annotate }) => {
      expect(process.env['ELIMINACION_EXIGIR_TODO']).not.toBe('1');
      return annotate('sin ../shared/data');
    });
    return;
  }

  it('están todos en la tabla', () => {
    const hay = CARPETAS.flatMap((carpeta) =>
      readdirSync(datoCompartido(carpeta)).map((nombre) => `${carpeta}/${nombre}`),
    );
    expect(Object.keys(DESENLACES).sort()).toEqual(hay.sort());
  });

  it.each(Object.entries(DESENLACES))(
    '%s entra o se rechaza con informe, como TRD y como FUID',
    async (ruta, [trd, fuid]) => {
      const comoTrd = await outcomeOf(readTrd(ruta));
      const comoFuid = await outcomeOf(readFuid(ruta));
      expect([comoTrd.desenlace, comoFuid.desenlace]).toEqual([trd, fuid]);
      for (const { texto, desenlace } of [comoTrd, comoFuid]) {
        expect(texto).toContain(basename(ruta));
        const explicado =
          desenlace[0] === true || /Qué hay que corregir|Del archivo|no se puede importar/.test(texto);
        expect(explicado).toBe(true);
      }
    },
  );

  describe('la TRD convalidada de la CRA', () => {
    it('REQ-INS-3: 19.05 es CT en la Dirección General y E en las otras cinco oficinas', async () => {
      const { series } = await readTrd('trd/cra-atlantico-trd-convalidada-2612-filas.xlsx', true);
      const informes = series.filter(
        ({ serieCodigo, subserieCodigo }) => serieCodigo === '19' && subserieCodigo === '05',
      );
      expect(informes.map((s) => [s.dependenciaCodigo, s.disposicion])).toEqual([
        ['100', 'CT'],
        ['120', 'E'],
        ['130', 'E'],
        ['140', 'E'],
        ['150', 'E'],
        ['160', 'E'],
      ]);
      expect(informes[0]?.dependenciaNombre).toBe('Dirección General');
    });

    it('REQ-INS-3: se rechazan las filas ambiguas y solo ellas, en todo o en nada', async () => {
      const { informe, series } = await readTrd('trd/cra-atlantico-trd-convalidada-2612-filas.xlsx');
      expect(informe.importado).toBe(false);
      expect(rowsWith(informe, 'rechazada')).toEqual([
        // 24.01, two subseries of one office.
        27, 29,
        // The rule, or half of it, on the document type below.
        186, 187, 594, 595, 773, 774, 786, 787, 788, 789, 790, 791, 1987, 1988, 2042, 2043, 2093, 2094, 2101,
        2102,
        // 31.07 among the subseries of 30, and the other 31.07.
        2291, 2377,
        // An office code that contradicts its own table.
        2455, 2456,
      ]);
      expect(refusedRows(informe)[790]).toContain('fila 791');
      expect(refusedRows(informe)[2456]).toContain(
        'La dependencia es 140, pero «Subdirección Financiera» es la 150',
      );
      expect(series).toHaveLength(230);
    });

    it('combina marcas, guarda códigos como texto y deja sin número lo que no lo tiene', async () => {
      const { series, informe } = await readTrd('trd/cra-atlantico-trd-convalidada-2612-filas.xlsx');
      const enFila = (fila: number) => series.find((s) => s.fila === fila);
      expect(enFila(11)).toMatchObject({
        serieCodigo: '05',
        subserieCodigo: '01',
        ag: 2,
        ac: 18,
        disposicion: 'CT',
      });
      expect(enFila(189)).toMatchObject({
        subserieNombre: 'Contrato de prestación de servicios',
        disposicion: 'S',
      });
      expect(enFila(214)).toMatchObject({ subserieNombre: 'Contrato de obra', disposicion: 'CT' });
      expect(enFila(2056)).toMatchObject({
        subserieNombre: 'Historia Laboral',
        ag: 1,
        ac: 99,
        disposicion: 'S',
      });
      expect(enFila(2087)).toMatchObject({ ag: 30, ac: null, retencionTexto: 'AG: 30 · AC: (en blanco)' });
      expect(enFila(2420)).toMatchObject({
        serieCodigo: '07',
        subserieCodigo: null,
        ag: 2,
        ac: null,
        disposicion: 'CT',
      });
      expect(enFila(2485)).toMatchObject({ serieCodigo: '20', subserieCodigo: '10', disposicion: 'E' });
      expect(informe.avisos.map(({ fila }) => fila)).toEqual([2006, 2087, 2420]);
    });
  });

  it('la TRD de Funza enlaza por nombre de serie: 28 se eliminan y una se conserva', async () => {
    const { series } = await readTrd('trd/personeria-funza-trd-subseries-puntoycoma.csv');
    expect(series.filter(({ disposicion }) => disposicion === 'E')).toHaveLength(28);
    expect(series[2]).toMatchObject({
      dependenciaCodigo: 'ENTIDAD',
      serieCodigo: 'ACCIONES DE TUTELA, POPULARES DE GRUPO Y CUMPLIMIENTO',
      ag: 4,
      ac: 16,
    });
  });

  it('el inventario de Rionegro: folios en rango, X y N/A, y nada más que unidades', async () => {
    const { expedientes } = await readFuid('fuid/rionegro-tesoreria-10-filas-exportado.csv');
    expect(expedientes.map(({ folios }) => folios)).toEqual(
      expedientes.map(({ unidades: [u] }) => u?.folios),
    );
    expect(expedientes[0]).toMatchObject({
      folios: 202,
      soporte: 'fisico',
      fechaInicial: '2025-01-08',
      cierre: null,
    });
    expect(expedientes[0]?.unidades[0]).toMatchObject({
      foliosTexto: '1 AL 202',
      caja: '1',
      carpeta: '1',
      tomo: null,
    });
  });

  it('el inventario de custodia: 1055 fechas a las 05:00 avisadas, 9 filas sin fechas, ninguna con código', async () => {
    const { informe } = await readFuid('fuid/luciernaga-custodia-1064-filas-REDACTADO.xlsx');
    expect(new Set(Object.values(refusedRows(informe)))).toContain('No trae el código de la serie.');
    const avisos = informe.avisos.map(({ texto }) => texto).join('\n');
    expect(avisos).toContain('1055 de 1055 fechas traen la hora 05:00');
    expect(avisos).toContain('(9 filas: 103, 105, 122, 190, 195, 229, 759, 767, 980)');
    expect(avisos).not.toContain('se repite');
  });

  it('el texto dañado se nombra con su original probable, fila por fila', async () => {
    const { informe } = await readFuid('fuid/luciernaga-mojibake-cp850-16-filas-REDACTADO.xlsx');
    expect(refusedRows(informe)[8]).toContain('quizá decía «Carlos López»');
    expect(
      Object.values(refusedRows(informe)).filter((motivo) => motivo.includes('Texto dañado')),
    ).toHaveLength(11);
  });

  it('las hojas ocultas llenas de #REF! no cuentan', async () => {
    const { informe } = await readFuid('fuid/rionegro-fuid-plantilla-hojas-ocultas-formulas-ref.xlsx');
    expect(informe.hojas.filter(({ oculta }) => oculta).map(({ nombre }) => nombre)).toEqual([
      'Automatizado',
      'Hoja Control 2024',
    ]);
    expect(informe.fallos[0]?.motivo).toBe('No hay filas: es un formato sin diligenciar.');
  });
});
