/** What can be wrong with an audit chain. */
export type ClaseRotura =
  | 'alterado'
  | 'borrado'
  | 'intercambiado'
  | 'insertado'
  | 'cola_truncada'
  | 'bifurcado'
  | 'cabeza_alterada'
  | 'reescrito'
  | 'cadena_ausente';

/** One break, over a range of row numbers (both included), with its reason in Spanish. */
export interface Rotura {
  readonly clase: ClaseRotura;
  readonly desde: number;
  readonly hasta: number;
  readonly detalle: string;
}

const DETALLES: Readonly<Record<ClaseRotura, string>> = {
  alterado: 'el contenido no corresponde a su huella, o la huella no es la que el siguiente asiento recuerda',
  borrado: 'faltan asientos',
  intercambiado: 'los asientos de los dos extremos están uno en el lugar del otro',
  insertado: 'asientos que no entraron por el registro',
  cola_truncada: 'faltan los últimos asientos',
  bifurcado: 'dos asientos continúan el mismo anterior',
  cabeza_alterada: 'la cabeza de la cadena falta o no corresponde a ningún asiento',
  reescrito: 'la cadena es coherente, pero no es la que se ancló antes',
  cadena_ausente: 'la cadena existía en la última verificación y ya no está',
};

export function buildRotura(clase: ClaseRotura, desde: number, hasta: number = desde): Rotura {
  return { clase, desde, hasta, detalle: DETALLES[clase] };
}

/** In order of row; neighbours of the same class joined into one, except swaps, which are pairs. */
export function mergeRoturas(roturas: readonly Rotura[]): Rotura[] {
  const merged: Rotura[] = [];
  for (const rotura of [...roturas].sort((a, b) => a.desde - b.desde)) {
    const last = merged.at(-1);
    if (last !== undefined && joins(last, rotura)) {
      merged[merged.length - 1] = { ...last, hasta: Math.max(last.hasta, rotura.hasta) };
    } else {
      merged.push(rotura);
    }
  }
  return merged;
}

function joins(a: Rotura, b: Rotura): boolean {
  return a.clase === b.clase && a.clase !== 'intercambiado' && b.desde <= a.hasta + 1;
}
