import { parseColumna, renderColumna } from '../columna.ts';
import type { Celda, FilaTabular, RangoCombinado } from '../tabla.ts';
import { lineOfCelda } from '../texto/leer-celda.ts';
import { normalizeTexto } from '../texto/normalizar.ts';

/** The labels over one column of a heading, normalised: the lowest, those above it, and it as written. */
export interface Ruta {
  readonly columna: string;
  readonly hoja: string;
  readonly padres: string;
  readonly rotulo: string;
}

interface Rotulo {
  readonly texto: string;
  /** Where the label's own cell is; the same label over several columns has one origin. */
  readonly origen: string;
}

export interface ContextoCombinadas {
  readonly combinadas: readonly RangoCombinado[];
}

/**
 * The labels of a heading of one or more rows. A merged label covers its range; in a row that merges nothing, a label
 * covers the blanks to its right that have a label of their own below. Columns that only continue a merge are left out.
 */
export function buildRutas(filas: readonly FilaTabular[], contexto: ContextoCombinadas): Ruta[] {
  const niveles = filas.map((fila, indice) => spreadRotulos(fila, filas.slice(indice + 1), contexto));
  const columnas = new Set(niveles.flatMap((nivel) => [...nivel.keys()]));
  const rutas: Ruta[] = [];
  const vistas = new Set<string>();
  for (const columna of [...columnas].sort((a, b) => parseColumna(a) - parseColumna(b))) {
    const rotulos = distinct(niveles.flatMap((nivel) => nivel.get(columna) ?? []));
    const ultimo = rotulos.at(-1);
    if (ultimo === undefined || vistas.has(ultimo.origen)) continue;
    vistas.add(ultimo.origen);
    rutas.push({
      columna,
      hoja: normalizeTexto(ultimo.texto),
      padres: rotulos
        .slice(0, -1)
        .map((rotulo) => normalizeTexto(rotulo.texto))
        .join(' > '),
      rotulo: rotulos.map((rotulo) => rotulo.texto).join(' · '),
    });
  }
  return rutas;
}

function distinct(rotulos: readonly Rotulo[]): Rotulo[] {
  return rotulos.filter((rotulo, indice) => rotulos[indice - 1]?.origen !== rotulo.origen);
}

function spreadRotulos(
  fila: FilaTabular,
  debajo: readonly FilaTabular[],
  contexto: ContextoCombinadas,
): Map<string, Rotulo> {
  const rotulos = new Map<string, Rotulo>();
  for (const [columna, celda] of fila.celdas) {
    const texto = lineOfCelda(celda);
    if (texto === null || celda.tipo === 'error') continue;
    const rotulo = { texto, origen: `${columna}${fila.numero}` };
    for (const cubierta of coveredBy(columna, fila, debajo, contexto)) rotulos.set(cubierta, rotulo);
  }
  return rotulos;
}

function coveredBy(
  columna: string,
  fila: FilaTabular,
  debajo: readonly FilaTabular[],
  contexto: ContextoCombinadas,
): string[] {
  const numero = parseColumna(columna);
  const deFila = contexto.combinadas.filter(
    (r) => r.filaInicial === fila.numero && r.columnaFinal > r.columnaInicial,
  );
  if (deFila.length === 0) return [columna, ...blanksToTheRight(numero, fila, debajo)];
  const rango = deFila.find((r) => r.columnaInicial === numero);
  if (rango === undefined) return [columna];
  const hasta = Math.min(rango.columnaFinal, numero + 200);
  return Array.from({ length: hasta - numero + 1 }, (_, indice) => renderColumna(numero + indice));
}

function blanksToTheRight(numero: number, fila: FilaTabular, debajo: readonly FilaTabular[]): string[] {
  const blancas: string[] = [];
  for (let siguiente = numero + 1; ; siguiente += 1) {
    const columna = renderColumna(siguiente);
    const conRotuloDebajo = debajo.some((otra) => hasTexto(otra.celdas.get(columna)));
    if (hasTexto(fila.celdas.get(columna)) || !conRotuloDebajo) return blancas;
    blancas.push(columna);
  }
}

function hasTexto(celda: Celda | undefined): boolean {
  return lineOfCelda(celda) !== null;
}
