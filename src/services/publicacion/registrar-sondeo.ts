import { claimSondeo, confirmSondeo, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { fechaEnBogota, inicioEnBogota } from '../../domain/plazos/bogota.ts';
import type { Sondear } from '../ports/sondeo.ts';
import type { Servicios } from '../servicios.ts';

const DIA_MS = 86_400_000;

/** `ya_hecho`: this turn has its probe, made by this process or another. */
export type ResultadoSondeo = 'exitoso' | 'fallido' | 'ya_hecho';

/**
 * One probe of a publication's public address, recorded as that day's evidence (REQ-PUB-4). A day in Bogotá has
 * `porDia` turns of equal length, from 00:00, and each takes one probe, whoever asks and however often; one that was
 * never made counts as failed. No transaction is open while the address is asked.
 */
export async function registrarSondeo(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  slug: string,
  publicacion: Pick<Publicacion, 'id' | 'url'>,
  sondear: Sondear,
  porDia: number,
): Promise<ResultadoSondeo> {
  const instante = reloj.now();
  const fecha = fechaEnBogota(instante);
  const medianoche = inicioEnBogota(fecha).getTime();
  const duracion = DIA_MS / porDia;
  const turno = {
    publicacionId: publicacion.id,
    fecha,
    esperados: porDia,
    desde: new Date(medianoche + Math.floor((instante.getTime() - medianoche) / duracion) * duracion),
    instante,
  };
  if (!(await withTenantTx(db, slug, (tx) => claimSondeo(tx, turno)))) return 'ya_hecho';
  if (!(await sondear(publicacion.url))) return 'fallido';
  await withTenantTx(db, slug, (tx) => confirmSondeo(tx, turno));
  return 'exitoso';
}
