import { addSondeo, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import type { Sondear } from '../ports/sondeo.ts';
import type { Servicios } from '../servicios.ts';

/**
 * One probe of a publication's public address, recorded as that day's evidence (REQ-PUB-4). `esperadosPorDia` = how
 * many probes a day should have: one that was never made counts as failed.
 */
export async function registrarSondeo(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  slug: string,
  publicacion: Pick<Publicacion, 'id' | 'url'>,
  sondear: Sondear,
  esperadosPorDia: number,
): Promise<boolean> {
  const exitoso = await sondear(publicacion.url);
  const instante = reloj.now();
  await withTenantTx(db, slug, (tx) =>
    addSondeo(tx, {
      publicacionId: publicacion.id,
      fecha: fechaEnBogota(instante),
      esperados: esperadosPorDia,
      exitoso,
      instante,
    }),
  );
  return exitoso;
}
