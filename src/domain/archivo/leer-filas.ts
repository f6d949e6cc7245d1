import type { Fault } from '../errors/domain-error.ts';
import { type FilaTabular, type Hoja, readHoja } from '../importacion/tabla.ts';
import { isFilaVacia, lineOfCelda } from '../importacion/texto/leer-celda.ts';
import { normalizeTexto } from '../importacion/texto/normalizar.ts';

/** A column that a table of acts may have: its heading, accents and capitals aside, and whether it must be there. */
export interface ColumnaActo {
  readonly rotulo: string;
  readonly obligatoria: boolean;
}

export interface FilaLeida {
  readonly fila: number;
  readonly valores: Readonly<Record<string, string>>;
}

export interface FilasLeidas {
  readonly filas: readonly FilaLeida[];
  readonly faltas: readonly Fault[];
}

/**
 * The rows of the first visible sheet, by the headings of its first row that says anything; blank cells are absent.
 * What is missing or repeated among the headings is a fault of the file, and then no row is read.
 */
export async function readFilas(
  hojas: AsyncIterable<Hoja>,
  columnas: Readonly<Record<string, ColumnaActo>>,
): Promise<FilasLeidas> {
  for await (const hoja of hojas) {
    if (hoja.oculta) continue;
    const [encabezado, ...filas] = (await readHoja(hoja)).filas.filter((fila) => !isFilaVacia(fila));
    if (encabezado === undefined) break;
    const { letras, faltas } = locateColumnas(encabezado, columnas);
    if (faltas.length > 0) return { filas: [], faltas };
    return { filas: filas.map((fila) => readFila(fila, letras)), faltas: [] };
  }
  return { filas: [], faltas: [{ motivo: 'El archivo no tiene filas.' }] };
}

function locateColumnas(
  encabezado: FilaTabular,
  columnas: Readonly<Record<string, ColumnaActo>>,
): { letras: ReadonlyMap<string, string>; faltas: Fault[] } {
  const letras = new Map<string, string>();
  const faltas: Fault[] = [];
  for (const [campo, { rotulo, obligatoria }] of Object.entries(columnas)) {
    const halladas = [...encabezado.celdas].filter(
      ([, celda]) => normalizeTexto(lineOfCelda(celda) ?? '') === normalizeTexto(rotulo),
    );
    const [letra] = halladas[0] ?? [];
    if (halladas.length > 1) faltas.push({ campo, motivo: `La columna «${rotulo}» está repetida.` });
    else if (letra !== undefined) letras.set(campo, letra);
    else if (obligatoria) faltas.push({ campo, motivo: `Falta la columna «${rotulo}».` });
  }
  return { letras, faltas };
}

function readFila({ numero, celdas }: FilaTabular, letras: ReadonlyMap<string, string>): FilaLeida {
  const valores = [...letras].flatMap(([campo, letra]) => {
    const valor = lineOfCelda(celdas.get(letra));
    return valor === null ? [] : [[campo, valor] as const];
  });
  return { fila: numero, valores: Object.fromEntries(valores) };
}
