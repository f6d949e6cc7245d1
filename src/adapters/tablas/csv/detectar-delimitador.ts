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
  const veces = new Map<number, number>();
  for (const ancho of countColumnas(muestra, delimitador)) {
    if (ancho > 1) veces.set(ancho, (veces.get(ancho) ?? 0) + 1);
  }
  return Math.max(0, ...[...veces].map(([ancho, n]) => n * ancho));
}

/** Columns of each record, quoted text apart. The sample may end anywhere, so its last record counts as it stands. */
function countColumnas(muestra: string, delimitador: string): number[] {
  const anchos: number[] = [];
  let ancho = 1;
  let entreComillas = false;
  for (const letra of muestra) {
    if (letra === '"') entreComillas = !entreComillas;
    else if (entreComillas) continue;
    else if (letra === delimitador) ancho += 1;
    else if (letra === '\n') {
      anchos.push(ancho);
      ancho = 1;
      if (anchos.length === REGISTROS) return anchos;
    }
  }
  return [...anchos, ancho];
}
