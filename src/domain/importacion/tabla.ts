/** What a cell of a spreadsheet holds. `fecha` is a serial of the 1900 system whose format says date; never an instant. */
export type TipoCelda = 'texto' | 'numero' | 'fecha' | 'error' | 'formula';

export interface Celda {
  /** The value; for a formula, the result the book had stored. Errors keep their name (`#REF!`). */
  readonly valor: string | number | boolean | null;
  readonly tipo: TipoCelda;
  /** Number format code, where the cell has one of its own (`dd/mm/yyyy`, `0.00`). */
  readonly formato?: string;
  readonly comentario?: string;
}

/** One row with what it holds; absent columns are empty. `numero` is 1-based, as a spreadsheet program shows it. */
export interface FilaTabular {
  readonly numero: number;
  readonly celdas: ReadonlyMap<string, Celda>;
  readonly oculta: boolean;
}

/** A merged range, inclusive. Its value sits in the top left cell; columns are 1-based numbers. */
export interface RangoCombinado {
  readonly filaInicial: number;
  readonly filaFinal: number;
  readonly columnaInicial: number;
  readonly columnaFinal: number;
}

/** One sheet, in reading order. `filas` can be read once. */
export interface Hoja {
  readonly nombre: string;
  readonly oculta: boolean;
  readonly combinadas: readonly RangoCombinado[];
  readonly avisos: readonly string[];
  readonly filas: AsyncIterable<FilaTabular>;
}

/** A sheet read whole: what the parsers work on, since a rule may depend on rows far below. */
export interface HojaLeida extends Omit<Hoja, 'filas'> {
  readonly filas: readonly FilaTabular[];
}

/** Reads every row of a sheet into memory; the reader's limits bound what that can be. */
export async function readHoja(hoja: Hoja): Promise<HojaLeida> {
  const filas: FilaTabular[] = [];
  for await (const fila of hoja.filas) filas.push(fila);
  const { nombre, oculta, combinadas, avisos } = hoja;
  return { nombre, oculta, combinadas, avisos, filas };
}
