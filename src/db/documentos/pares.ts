/** A list per ítem as two parallel columns, for `unnest`. */
export interface Pares {
  readonly items: readonly number[];
  readonly ids: readonly string[];
}

/** Lays the lists of all ítems one after another. */
export function toPares<T extends { readonly itemId: number }>(
  filas: readonly T[],
  lista: (fila: T) => readonly string[],
): Pares {
  return {
    items: filas.flatMap((fila) => lista(fila).map(() => fila.itemId)),
    ids: filas.flatMap((fila) => lista(fila)),
  };
}
