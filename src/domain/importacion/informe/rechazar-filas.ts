import { groupBy } from '../agrupar-por.ts';
import type { Fallo, FilaInforme, Informe, Veredicto } from './informe.ts';

/** The same report with these rows refused, for faults that only the database knows. */
export function refuseFilas(
  informe: Informe,
  fallos: readonly (Fallo & { readonly fila: number })[],
  aceptarParcial: boolean,
): Informe {
  if (fallos.length === 0) return informe;
  const porFila = groupBy(fallos, ({ hoja, fila }) => `${hoja}\u0000${fila}`);
  const filas = informe.filas.map((fila): FilaInforme => {
    const nuevos = porFila.get(`${fila.hoja}\u0000${fila.fila}`);
    if (nuevos === undefined) return fila;
    return { hoja: fila.hoja, fila: fila.fila, veredicto: 'rechazada', fallos: [...fila.fallos, ...nuevos] };
  });
  const resumen: Record<Veredicto, number> = { importada: 0, ignorada: 0, rechazada: 0 };
  for (const { veredicto } of filas) resumen[veredicto] += 1;
  return {
    ...informe,
    filas,
    resumen,
    importado: informe.importado && aceptarParcial && resumen.importada > 0,
  };
}
