import type { HojaLeida } from '../tabla.ts';
import type { Libreta } from './libreta.ts';
import { renderFilas } from './rangos.ts';

/** Puts in the report what is worth saying of a visible sheet as a whole. */
export function noteHoja(
  hoja: HojaLeida,
  conEncabezado: boolean,
  instrumento: string,
  libreta: Libreta,
): void {
  const nota = conEncabezado ? {} : { nota: `No tiene el encabezado de ${instrumento}: no se leyó.` };
  libreta.addHoja({ nombre: hoja.nombre, oculta: false, ...nota });
  for (const texto of hoja.avisos) libreta.warn({ hoja: hoja.nombre, texto });
  const ocultas = hoja.filas.filter((fila) => fila.oculta).map((fila) => fila.numero);
  if (!conEncabezado || ocultas.length === 0) return;
  libreta.warn({
    hoja: hoja.nombre,
    texto: `Hay filas ocultas, que se leyeron como las demás: ${renderFilas(ocultas)}.`,
  });
}
