import type { Fault } from '../errors/domain-error.ts';
import { interpretFecha } from '../importacion/fecha/interpretar-fecha.ts';
import type { FilaTabular, HojaLeida } from '../importacion/tabla.ts';
import { isFilaVacia, lineOfCelda } from '../importacion/texto/leer-celda.ts';
import { normalizeTexto } from '../importacion/texto/normalizar.ts';
import type { FechaCivil } from '../plazos/fecha-civil.ts';

const ENCABEZADOS = {
  codigo: [
    'CODIGO',
    'CODIGO EXPEDIENTE',
    'CODIGO DE EXPEDIENTE',
    'CODIGO DEL EXPEDIENTE',
    'EXPEDIENTE',
    'NUMERO DE EXPEDIENTE',
  ],
  fecha: ['FECHA', 'CIERRE', 'FECHA CIERRE', 'FECHA DE CIERRE'],
} as const;
type Columna = keyof typeof ENCABEZADOS;

export interface CierreListado {
  /** Row of the sheet. */
  readonly fila: number;
  readonly codigo: string;
  readonly fecha: FechaCivil;
}

export interface ListaCierres {
  /** Letters of the columns; null where the list lacks one. */
  readonly columnas: Readonly<Record<Columna, string | null>>;
  readonly cierres: readonly CierreListado[];
  readonly fallos: readonly Fault[];
}

/**
 * Reads a list of closings: a column with the code of each expediente and one with its closing date, in any order.
 * Never throws: what is wrong is told with its sheet, row and column.
 */
export function parseListaCierres(hoja: HojaLeida): ListaCierres {
  const [encabezado, ...datos] = hoja.filas.filter((fila) => !isFilaVacia(fila));
  if (encabezado === undefined) return refuse(hoja, undefined, 'La lista está vacía.');
  const columnas = { codigo: findColumna(encabezado, 'codigo'), fecha: findColumna(encabezado, 'fecha') };
  if (columnas.codigo === null || columnas.fecha === null) {
    const falta = columnas.codigo === null ? 'CÓDIGO EXPEDIENTE' : 'FECHA DE CIERRE';
    return refuse(hoja, encabezado.numero, `Falta la columna «${falta}».`);
  }
  if (datos.length === 0) return refuse(hoja, encabezado.numero, 'La lista no trae ningún expediente.');
  const fallos: Fault[] = [];
  const cierres = datos.flatMap((fila) => readFila(hoja.nombre, fila, columnas, fallos));
  return { columnas, cierres, fallos };
}

function refuse(hoja: HojaLeida, fila: number | undefined, motivo: string): ListaCierres {
  const lugar = { hoja: hoja.nombre, ...(fila === undefined ? {} : { fila }) };
  return { columnas: { codigo: null, fecha: null }, cierres: [], fallos: [{ ...lugar, motivo }] };
}

function findColumna(encabezado: FilaTabular, columna: Columna): string | null {
  const nombres: readonly string[] = ENCABEZADOS[columna];
  for (const [letra, celda] of encabezado.celdas) {
    if (nombres.includes(normalizeTexto(lineOfCelda(celda) ?? ''))) return letra;
  }
  return null;
}

function readFila(
  hoja: string,
  { numero, celdas }: FilaTabular,
  columnas: ListaCierres['columnas'],
  fallos: Fault[],
): CierreListado[] {
  const codigo = lineOfCelda(celdas.get(columnas.codigo ?? ''));
  const fecha = interpretFecha(celdas.get(columnas.fecha ?? ''));
  const refuseCelda = (columna: Columna, motivo: string): void => {
    fallos.push({ hoja, fila: numero, columna: columnas[columna] ?? '', motivo });
  };
  if (codigo === null) refuseCelda('codigo', 'Falta el código del expediente.');
  if (fecha.clase === 'invalida') refuseCelda('fecha', fecha.motivo);
  else if (fecha.clase !== 'fecha') refuseCelda('fecha', 'Falta la fecha de cierre.');
  return codigo === null || fecha.clase !== 'fecha' ? [] : [{ fila: numero, codigo, fecha: fecha.fecha }];
}
