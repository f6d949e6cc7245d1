import { renderColumna } from './columna.ts';
import type { Celda, HojaLeida } from './tabla.ts';

const ALTURA_MAXIMA = 10_000;
const CUBIERTAS_MAXIMAS = 1_000_000;

/**
 * What a cell shows when a merge that starts above covers it. Only for columns where one value merged over several
 * rows means that all share it (the box, the code of the serie); elsewhere a covered cell is blank.
 */
export function indexCombinadas(hoja: HojaLeida): (columna: string, fila: number) => Celda | undefined {
  const filas = new Map(hoja.filas.map((fila) => [fila.numero, fila]));
  const cubiertas = new Map<string, Celda>();
  for (const { filaInicial, filaFinal, columnaInicial } of hoja.combinadas) {
    const columna = renderColumna(columnaInicial);
    const celda = filas.get(filaInicial)?.celdas.get(columna);
    if (celda === undefined || filaFinal - filaInicial > ALTURA_MAXIMA) continue;
    for (let fila = filaInicial + 1; fila <= filaFinal && cubiertas.size < CUBIERTAS_MAXIMAS; fila += 1) {
      if (filas.has(fila)) cubiertas.set(`${columna}${fila}`, celda);
    }
  }
  return (columna, fila) => cubiertas.get(`${columna}${fila}`);
}
