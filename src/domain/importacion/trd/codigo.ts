import type { Celda } from '../tabla.ts';
import { textOfCelda } from '../texto/leer-celda.ts';
import { isNoAplica } from '../texto/normalizar.ts';

/** A code's parts as written, or why it can't be one; null when blank. */
export type CodigoLeido =
  | { readonly segmentos: readonly string[] }
  | { readonly motivo: string; readonly valor: string }
  | null;

const SEGMENTO = /^[A-Z0-9]{1,20}$/i;
const MAXIMO_SEGMENTOS = 12;

/**
 * Reads `05.`, `05.01`, `100-05-01` or the integer 5. A number with one decimal is refused: 20.1 may have been 20.10
 * before the spreadsheet took its zero; a date is a code that the spreadsheet took for one.
 */
export function readCodigo(celda: Celda | undefined): CodigoLeido {
  const valor = textOfCelda(celda);
  if (celda === undefined || valor === null || isNoAplica(valor)) return null;
  if (celda.tipo === 'error') return { valor, motivo: 'La celda del código tiene un error de fórmula.' };
  if (celda.tipo === 'fecha') {
    const motivo =
      'La hoja convirtió el código en una fecha: dé formato de texto a la columna y escríbalo de nuevo.';
    return { valor, motivo };
  }
  if (celda.tipo === 'numero' && /\.\d$/.test(valor)) {
    const motivo = `El código es el número ${valor}: pudo ser ${valor} o ${valor}0. Dé formato de texto a la columna.`;
    return { valor, motivo };
  }
  return splitCodigo(valor) ?? { valor, motivo: `«${valor}» no es un código.` };
}

/** The parts of a code in text, or null where it is none. */
export function splitCodigo(texto: string): { readonly segmentos: readonly string[] } | null {
  const segmentos = texto.split(/[\s.\-–_/]+/).filter((segmento) => segmento !== '');
  const valido =
    segmentos.every((segmento) => SEGMENTO.test(segmento)) && segmentos.some((s) => /\d/.test(s));
  return valido && segmentos.length <= MAXIMO_SEGMENTOS ? { segmentos } : null;
}

/** `05`, `5` and `005` are one code; letters count whatever their case. */
export function normalizeSegmento(segmento: string): string {
  return segmento
    .trim()
    .toUpperCase()
    .replace(/^0+(?=[A-Z0-9])/, '');
}

export function normalizeCodigo(segmentos: readonly string[]): string {
  return segmentos.map(normalizeSegmento).join('.');
}

/** `segmentos` without `prefijo`, or null where they don't start with it or nothing would remain. */
export function stripPrefijo(
  segmentos: readonly string[],
  prefijo: readonly string[],
): readonly string[] | null {
  const resto = segmentos.slice(prefijo.length);
  const empieza = normalizeCodigo(segmentos.slice(0, prefijo.length)) === normalizeCodigo(prefijo);
  return empieza && prefijo.length > 0 && resto.length > 0 ? resto : null;
}
