/** Median of at least one number; of an even count, the mean of the middle two. */
export function mediana(numeros: readonly number[]): number {
  const orden = [...numeros].sort((a, b) => a - b);
  const alta = orden[Math.floor(orden.length / 2)];
  const baja = orden[Math.floor((orden.length - 1) / 2)];
  if (alta === undefined || baja === undefined) throw new RangeError('the median of nothing');
  return (alta + baja) / 2;
}

/** Rounded to that many significant decimals: a figure says no more than it knows. */
export function redondear(numero: number, decimales: number): number {
  const factor = 10 ** decimales;
  return Math.round(numero * factor) / factor;
}
