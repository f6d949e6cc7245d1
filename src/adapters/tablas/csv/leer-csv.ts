import { CsvError, parse } from 'csv-parse';
import { renderColumna } from '../../../domain/importacion/columna.ts';
import type { Celda, FilaTabular, Hoja } from '../../../domain/importacion/tabla.ts';
import { type LimitesTabla, refuseIlegible, refuseLimite } from '../limites.ts';
import { decodeTexto } from './decodificar.ts';
import { detectDelimitador } from './detectar-delimitador.ts';

const PISTA_EXCEL = /^sep=(.)\r?\n/i;

/** The one sheet of a CSV file; rows are numbered as a spreadsheet program would, one per record. */
export function openCsv(archivo: string, bytes: Uint8Array, limites: LimitesTabla): Hoja {
  const { texto, avisos } = decodeTexto(bytes);
  const pista = PISTA_EXCEL.exec(texto);
  const cuerpo = pista === null ? texto : texto.slice(pista[0].length);
  const delimitador = pista?.[1] ?? detectDelimitador(cuerpo);
  return {
    nombre: archivo,
    oculta: false,
    combinadas: [],
    avisos,
    filas: readFilas(archivo, cuerpo, delimitador, pista === null ? 0 : 1, limites),
  };
}

async function* readFilas(
  archivo: string,
  texto: string,
  delimitador: string,
  saltadas: number,
  limites: LimitesTabla,
): AsyncGenerator<FilaTabular> {
  let numero = saltadas;
  let celdas = 0;
  try {
    for await (const registro of records(texto, delimitador, limites)) {
      numero += 1;
      const fila = buildFila(archivo, numero, registro, limites);
      celdas += fila.celdas.size;
      if (numero > limites.filas) refuseLimite(archivo, `tiene más de ${limites.filas} filas.`);
      if (celdas > limites.celdas) refuseLimite(archivo, `tiene más de ${limites.celdas} celdas con datos.`);
      if (fila.celdas.size > 0) yield fila;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuseIlegible(archivo, describeFallo(error, rowOf(error) ?? numero + 1), error);
  }
}

function records(texto: string, delimitador: string, limites: LimitesTabla): AsyncIterable<string[]> {
  return parse(texto, {
    delimiter: delimitador,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: limites.caracteres * 100,
  });
}

function buildFila(
  archivo: string,
  numero: number,
  registro: readonly string[],
  limites: LimitesTabla,
): FilaTabular {
  const celdas = new Map<string, Celda>();
  for (const [indice, valor] of registro.entries()) {
    if (valor === '') continue;
    const columna = renderColumna(indice + 1);
    if (valor.length > limites.caracteres) {
      refuseLimite(archivo, `la celda ${columna}${numero} tiene ${valor.length} caracteres.`);
    }
    celdas.set(columna, { valor, tipo: 'texto' });
  }
  return { numero, celdas, oculta: false };
}

/** The record that failed, which may be ahead of those already handed over. */
function rowOf(error: CsvError): number | null {
  const records: unknown = error['records'];
  return typeof records === 'number' ? records + 1 : null;
}

function describeFallo(error: CsvError, fila: number): string {
  const comillas = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'INVALID_OPENING_QUOTE';
  return comillas || error.code === 'CSV_INVALID_CLOSING_QUOTE'
    ? `hay comillas mal puestas a partir de la fila ${fila}.`
    : `la fila ${fila} no se entiende como CSV.`;
}
