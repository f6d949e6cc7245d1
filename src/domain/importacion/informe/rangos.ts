const MAXIMO_RANGOS = 12;

/** `1, 2, 3, 7` as `1–3, 7`; a long list is cut and says how many more there are. */
export function renderFilas(filas: readonly number[]): string {
  const rangos: { desde: number; hasta: number }[] = [];
  for (const fila of [...new Set(filas)].sort((a, b) => a - b)) {
    const ultimo = rangos.at(-1);
    if (ultimo !== undefined && fila === ultimo.hasta + 1) ultimo.hasta = fila;
    else rangos.push({ desde: fila, hasta: fila });
  }
  const visibles = rangos
    .slice(0, MAXIMO_RANGOS)
    .map(({ desde, hasta }) => (desde === hasta ? `${desde}` : `${desde}–${hasta}`));
  const resto = rangos.slice(MAXIMO_RANGOS).reduce((suma, { desde, hasta }) => suma + hasta - desde + 1, 0);
  return visibles.join(', ') + (resto === 0 ? '' : ` y ${resto} más`);
}

/** `fila 19`, `3 filas: 1–3`. */
export function describeFilas(filas: readonly number[]): string {
  const distintas = new Set(filas);
  return distintas.size === 1 ? `fila ${filas[0]}` : `${distintas.size} filas: ${renderFilas(filas)}`;
}
