import type { Celda, FilaTabular } from '../tabla.ts';
import { lineOfCelda } from '../texto/leer-celda.ts';
import { buildRutas, type ContextoCombinadas, type Ruta } from './rutas.ts';

/** How one column is known: by its lowest label and, where that is not enough, by those above it. */
export interface ReglaColumna<Campo extends string> {
  readonly campo: Campo;
  readonly hoja: RegExp;
  readonly padres?: RegExp;
  readonly sinPadres?: RegExp;
}

/** What a heading of one instrument needs to be one. */
export interface PlanoEncabezado<Campo extends string> {
  readonly reglas: readonly ReglaColumna<Campo>[];
  /** Fields that several columns may feed (D and M both mean R). */
  readonly repetibles: ReadonlySet<Campo>;
  /** Fields of which a second column is only worth a note; a second one of any other makes the heading ambiguous. */
  readonly secundarios: ReadonlySet<Campo>;
  /** What is missing, in words; empty when these fields make a heading. */
  readonly faltantes: (campos: ReadonlySet<Campo>) => string[];
  /** A cheap first look: how the label of a likely heading cell reads. */
  readonly indicio: RegExp;
}

export interface Columna {
  readonly columna: string;
  readonly ruta: Ruta;
}

export interface Encabezado<Campo extends string> {
  readonly filaInicial: number;
  readonly filaFinal: number;
  readonly columnas: ReadonlyMap<Campo, readonly Columna[]>;
  readonly rutas: readonly Ruta[];
  readonly faltantes: readonly string[];
  /** Columns that claim the same field, where that is not allowed. */
  readonly ambiguas: readonly (readonly Ruta[])[];
  /** Columns left out because another already gives that secondary field. */
  readonly sobrantes: readonly Ruta[];
}

const ALTURA_MAXIMA = 4;
const INDICIOS_MINIMOS = 2;
const ROTULO_MAXIMO = 160;

/**
 * The heading that starts exactly at `filas[desde]`, one to four rows high: the height that recognises most columns,
 * the lowest on a tie. Null when that row does not look like one, or adds nothing to a heading that starts below it;
 * `faltantes` tells what an incomplete one lacks.
 */
export function findEncabezadoEn<Campo extends string>(
  filas: readonly FilaTabular[],
  desde: number,
  plano: PlanoEncabezado<Campo>,
  contexto: ContextoCombinadas,
): Encabezado<Campo> | null {
  const indicios = countIndicios(filas[desde], plano.indicio);
  if (indicios === 0) return null;
  const mejor = bestFrom(filas, desde, plano, contexto);
  if (mejor === null || (mejor.faltantes.length > 0 && indicios < INDICIOS_MINIMOS)) return null;
  for (
    let abajo = desde + 1;
    (filas[abajo]?.numero ?? Number.POSITIVE_INFINITY) <= mejor.filaFinal;
    abajo += 1
  ) {
    const otro = bestFrom(filas, abajo, plano, contexto);
    if (otro !== null && weight(otro) >= weight(mejor)) return null;
  }
  return mejor;
}

function bestFrom<Campo extends string>(
  filas: readonly FilaTabular[],
  desde: number,
  plano: PlanoEncabezado<Campo>,
  contexto: ContextoCombinadas,
): Encabezado<Campo> | null {
  let mejor: Encabezado<Campo> | null = null;
  for (let altura = 1; altura <= ALTURA_MAXIMA; altura += 1) {
    const tramo = filas.slice(desde, desde + altura);
    const ultima = tramo.at(-1);
    if (ultima === undefined || tramo.length < altura || !isRotulada(ultima)) break;
    const candidato = mapColumnas(tramo, plano, contexto);
    if (mejor === null || weight(candidato) > weight(mejor)) mejor = candidato;
  }
  return mejor;
}

function weight<Campo extends string>(encabezado: Encabezado<Campo>): number {
  return encabezado.columnas.size * 10 - encabezado.faltantes.length * 100 - encabezado.ambiguas.length;
}

function countIndicios(fila: FilaTabular | undefined, indicio: RegExp): number {
  return [...(fila?.celdas.values() ?? [])].filter((celda) => isIndicio(celda, indicio)).length;
}

function isIndicio(celda: Celda, indicio: RegExp): boolean {
  return typeof celda.valor === 'string' && celda.valor.length <= ROTULO_MAXIMO && indicio.test(celda.valor);
}

/** Labels are words: a row with numbers or dates among its cells is data. */
function isRotulada(fila: FilaTabular): boolean {
  return [...fila.celdas.values()].every((celda) => {
    if (celda.tipo === 'numero' || celda.tipo === 'fecha') return false;
    const texto = lineOfCelda(celda);
    return texto === null || (texto.length <= ROTULO_MAXIMO && !/^\d[\d.,/-]*$/.test(texto));
  });
}

function mapColumnas<Campo extends string>(
  tramo: readonly FilaTabular[],
  plano: PlanoEncabezado<Campo>,
  contexto: ContextoCombinadas,
): Encabezado<Campo> {
  const rutas = buildRutas(tramo, contexto);
  const columnas = new Map<Campo, Columna[]>();
  const ambiguas: (readonly Ruta[])[] = [];
  const sobrantes: Ruta[] = [];
  for (const ruta of rutas) {
    const campo = plano.reglas.find((regla) => matches(regla, ruta))?.campo;
    if (campo === undefined) continue;
    const previas = columnas.get(campo) ?? [];
    const [primera] = previas;
    if (primera === undefined || plano.repetibles.has(campo)) {
      columnas.set(campo, [...previas, { columna: ruta.columna, ruta }]);
    } else if (plano.secundarios.has(campo)) sobrantes.push(ruta);
    else ambiguas.push([primera.ruta, ruta]);
  }
  const faltantes = plano.faltantes(new Set(columnas.keys()));
  const filaInicial = tramo[0]?.numero ?? 0;
  return {
    filaInicial,
    filaFinal: tramo.at(-1)?.numero ?? filaInicial,
    columnas,
    rutas,
    faltantes,
    ambiguas,
    sobrantes,
  };
}

function matches<Campo extends string>(regla: ReglaColumna<Campo>, ruta: Ruta): boolean {
  if (!regla.hoja.test(ruta.hoja)) return false;
  if (regla.padres !== undefined && !regla.padres.test(ruta.padres)) return false;
  return regla.sinPadres === undefined || !regla.sinPadres.test(ruta.padres);
}
