import { scanXmlWhole } from '../xml/escanear-xml.ts';
import type { PartesZip } from './zip.ts';

/** What a cell's style says of its number: the format code, and whether it shows a civil date. */
export interface EstiloNumero {
  readonly formato: string | null;
  readonly esFecha: boolean;
}

/** Codes that a book names only by number (ECMA-376 18.8.30); the gaps are locale dates of East Asia. */
const INCORPORADOS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  49: '@',
};
const FECHAS_REGIONALES = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/** Styles by the index that cells carry. */
export async function readEstilos(
  archivo: string,
  partes: PartesZip,
  parte: string,
): Promise<EstiloNumero[]> {
  const propios = new Map<number, string>();
  const estilos: EstiloNumero[] = [];
  let enXfs = false;
  await scanXmlWhole(archivo, parte, partes.read(parte), {
    abre: (elemento, atributos) => {
      if (elemento === 'numFmt') propios.set(Number(atributos['numFmtId']), atributos['formatCode'] ?? '');
      if (elemento === 'cellXfs') enXfs = true;
      if (elemento === 'xf' && enXfs) estilos.push(describe(Number(atributos['numFmtId'] ?? 0), propios));
    },
    cierra: (elemento) => {
      if (elemento === 'cellXfs') enXfs = false;
    },
  });
  return estilos;
}

function describe(id: number, propios: ReadonlyMap<number, string>): EstiloNumero {
  const formato = propios.get(id) ?? INCORPORADOS[id] ?? null;
  if (formato === null) return { formato, esFecha: FECHAS_REGIONALES.has(id) };
  return { formato: /^general$/i.test(formato) ? null : formato, esFecha: isFormatoFecha(formato) };
}

/** True when a number format shows day, month or year; a time of day alone is no date. */
export function isFormatoFecha(formato: string): boolean {
  const letras = formato
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .split(';')[0]
    ?.toLowerCase()
    .replace(/general|am\/pm|a\/p/g, '');
  if (letras === undefined) return false;
  return /[yd]/.test(letras) || (letras.includes('m') && !/[hs]/.test(letras));
}
