import { type Eslabon, eslabonHash } from './eslabon.ts';
import { buildRotura, type Rotura } from './rotura.ts';

/**
 * Tells, among rows whose hash does not fit, those that only changed places: a row (or its content alone) that fits
 * exactly where another of them is. The rest are altered. Quadratic: the caller bounds the list.
 */
export function detectarIntercambios(sospechosos: readonly Eslabon[]): Rotura[] {
  const pairedWith = new Map<number, number>();
  for (const row of sospechosos) {
    const place = sospechosos.find((other) => other !== row && fitsIn(row, other));
    if (place !== undefined) pairedWith.set(row.seq, place.seq);
  }
  return sospechosos.flatMap((row) => classify(row.seq, pairedWith));
}

/** The swap is told once, by its lower row. */
function classify(seq: number, pairedWith: ReadonlyMap<number, number>): Rotura[] {
  const other = pairedWith.get(seq);
  if (other === undefined) return [buildRotura('alterado', seq)];
  const mutual = pairedWith.get(other) === seq;
  if (mutual && other < seq) return [];
  return [buildRotura('intercambiado', Math.min(seq, other), Math.max(seq, other))];
}

function fitsIn(row: Eslabon, place: Eslabon): boolean {
  const wholeRow = eslabonHash(place.seq, row.prevHash, row.contenido) === row.hash;
  return wholeRow || eslabonHash(place.seq, place.prevHash, row.contenido) === place.hash;
}
