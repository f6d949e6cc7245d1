import { isNoAplica, normalizeTexto } from '../texto/normalizar.ts';

/** A retention cell: years when it says a whole number of them, and what it said. */
export interface RetencionLeida {
  readonly anos: number | null;
  readonly texto: string;
}

const PALABRAS: Readonly<Record<string, number>> = {
  CERO: 0,
  UN: 1,
  UNO: 1,
  DOS: 2,
  TRES: 3,
  CUATRO: 4,
  CINCO: 5,
  SEIS: 6,
  SIETE: 7,
  OCHO: 8,
  NUEVE: 9,
  DIEZ: 10,
  QUINCE: 15,
  DIECIOCHO: 18,
  VEINTE: 20,
  TREINTA: 30,
  CUARENTA: 40,
  CINCUENTA: 50,
  SESENTA: 60,
  SETENTA: 70,
  OCHENTA: 80,
  NOVENTA: 90,
  CIEN: 100,
};

/**
 * `5`, `5 años`, `cinco (5) años`; any other wording — also a number that its own words contradict — keeps its text
 * and gives no number. Null when blank.
 */
export function parseRetencion(texto: string | null): RetencionLeida | null {
  if (texto === null || isNoAplica(texto)) return null;
  return { anos: readAnos(texto.replace(/^(\d+)[.,]0+$/, '$1')), texto };
}

function readAnos(texto: string): number | null {
  if (/[.,]\d|^\s*-|%/.test(texto)) return null;
  const normal = normalizeTexto(texto).replace(/ ANOS?$/, '');
  const partes = /^(?:([A-Z]+) )?(\d{1,3})(?: ([A-Z]+))?$/.exec(normal);
  if (partes === null) return null;
  const anos = Number(partes[2]);
  const palabras = [partes[1], partes[3]].filter((palabra) => palabra !== undefined);
  return palabras.every((palabra) => PALABRAS[palabra] === anos) ? anos : null;
}
