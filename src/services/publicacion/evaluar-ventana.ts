import { findCalendario } from '../../db/entidad/calendario.queries.ts';
import { type Publicacion, readSondeos } from '../../db/lote/publicaciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { entidadErrors } from '../../domain/entidad/entidad.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { computeVentanaConDisponibilidad, type ProgresoVentana } from '../../domain/plazos/disponibilidad.ts';
import { addDays } from '../../domain/plazos/fecha-civil.ts';
import { rebuildCalendario } from '../entidad/calendario-vigente.ts';

/** How far the window of a publication has come at an instant, by the calendar it was counted with. */
export async function evaluarVentana(
  tx: TenantTx,
  publicacion: Publicacion,
  instante: Date,
): Promise<ProgresoVentana> {
  const version = await findCalendario(tx, publicacion.calendarioId);
  if (version === null) throw new DomainError(entidadErrors.calendario_sin_definir);
  return computeVentanaConDisponibilidad({
    publicadoEn: fechaEnBogota(publicacion.publicadoEn),
    calendario: rebuildCalendario(version),
    dias: publicacion.dias,
    sondeos: await readSondeos(tx, publicacion.id),
    // Only a day that is over has all its evidence: the term runs to its last instant (24:00).
    evaluadoHasta: addDays(fechaEnBogota(instante), -1),
    umbralPorciento: publicacion.umbral,
  });
}
