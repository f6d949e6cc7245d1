/** Seconds that `work` took, and what it gave. */
export async function cronometrar<T>(work: () => Promise<T>): Promise<{ segundos: number; valor: T }> {
  const inicio = performance.now();
  const valor = await work();
  return { segundos: (performance.now() - inicio) / 1000, valor };
}
