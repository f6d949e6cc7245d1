import { isNoAplica } from '../texto/normalizar.ts';

export interface FoliosLeidos {
  readonly cantidad: number | null;
  readonly texto: string;
}

const MAXIMO = 1_000_000;

/**
 * `202` is a count; `1 AL 202` is a range, whose count is what lies between its ends; anything else keeps its text and
 * gives no count. Null when blank.
 */
export function parseFolios(texto: string | null): FoliosLeidos | null {
  if (texto === null || isNoAplica(texto)) return null;
  const cantidad = /^(\d{1,7})(?:\s*folios?)?$/i.exec(texto)?.[1];
  if (cantidad !== undefined) return { cantidad: bounded(Number(cantidad)), texto };
  const rango = /^(?:del?\s+)?(\d{1,7})\s*(?:al?|hasta|[-–—])\s*(\d{1,7})$/i.exec(texto);
  if (rango === null) return { cantidad: null, texto };
  const [desde, hasta] = [Number(rango[1]), Number(rango[2])];
  return { cantidad: hasta >= desde ? bounded(hasta - desde + 1) : null, texto };
}

function bounded(cantidad: number): number | null {
  return cantidad <= MAXIMO ? cantidad : null;
}
