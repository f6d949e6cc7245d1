import { isColumna } from '../columna.ts';
import type { Encabezado } from '../encabezado/buscar-encabezado.ts';
import type { Ruta } from '../encabezado/rutas.ts';
import { normalizeTexto } from '../texto/normalizar.ts';
import type { CampoFuid } from './columnas-fuid.ts';

/** The columns that whoever imports named: which expediente a unit is of, and when it was closed. */
export interface ColumnasElegidas {
  readonly expediente: string | null;
  readonly cierre: string | null;
}

/** The letter of the column, or why the name given does not lead to one. */
export type ColumnaElegida = { readonly columna: string } | { readonly motivo: string };

/** Finds a column by its label as people read it (its lowest part is enough) or by its letter. */
export function findColumnaElegida(encabezado: Encabezado<CampoFuid>, nombre: string): ColumnaElegida {
  const buscado = normalizeTexto(nombre);
  const rutas = encabezado.rutas.filter(
    (ruta) => ruta.hoja === buscado || normalizeTexto(ruta.rotulo) === buscado,
  );
  const [ruta, otra] = rutas;
  if (otra !== undefined) {
    return {
      motivo: `Hay varias columnas «${nombre}» (${rutas.map((r) => r.columna).join(', ')}): indique la letra.`,
    };
  }
  if (ruta !== undefined) return { columna: ruta.columna };
  if (isColumna(nombre)) return { columna: nombre };
  return { motivo: `No hay ninguna columna «${nombre}». Las que hay son: ${listRotulos(encabezado.rutas)}.` };
}

function listRotulos(rutas: readonly Ruta[]): string {
  return rutas.map((ruta) => ruta.rotulo).join(', ');
}
