/** Items by key, in order of appearance. */
export function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const grupos = new Map<string, T[]>();
  for (const item of items) {
    const clave = key(item);
    const grupo = grupos.get(clave);
    if (grupo === undefined) grupos.set(clave, [item]);
    else grupo.push(item);
  }
  return grupos;
}
