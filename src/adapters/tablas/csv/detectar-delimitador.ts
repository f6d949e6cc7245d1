import { parse } from 'csv-parse/sync';

const CANDIDATOS = [';', ',', '\t'] as const;
const MUESTRA = 64 * 1024;
const REGISTROS = 50;

/**
 * The delimiter under which most of the first records have the same number (more than one) of columns. A comma where
 * none splits: one column is still a table.
 */
export function detectDelimitador(texto: string): string {
  let mejor = { delimitador: ',', puntos: 0 };
  for (const delimitador of CANDIDATOS) {
    const puntos = score(texto.slice(0, MUESTRA), delimitador);
    if (puntos > mejor.puntos) mejor = { delimitador, puntos };
  }
  return mejor.delimitador;
}

function score(muestra: string, delimitador: string): number {
  const anchos = parse(muestra, {
    delimiter: delimitador,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: REGISTROS,
  }).map((registro) => registro.length);
  const veces = new Map<number, number>();
  for (const ancho of anchos) if (ancho > 1) veces.set(ancho, (veces.get(ancho) ?? 0) + 1);
  return Math.max(0, ...[...veces].map(([ancho, n]) => n * ancho));
}
