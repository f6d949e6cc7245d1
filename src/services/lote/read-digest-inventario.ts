import { findPublicacion } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { digestWorm } from '../acta/sellar-acta.ts';
import type { Servicios } from '../servicios.ts';

/**
 * SHA-256 of the complete dataset as it stands today under WORM, read again byte by byte; null where the lote was never
 * published. Approval binds to what is there, not to what a row says of it.
 */
export async function readDigestInventario(
  servicios: Pick<Servicios, 'db' | 'worm'>,
  actor: Actor,
  loteId: string,
): Promise<string | null> {
  const publicacion = await withTenantTx(servicios.db, actor.tenant, (tx) => findPublicacion(tx, loteId), {
    readOnly: true,
  });
  if (publicacion === null) return null;
  return (await digestWorm(servicios, actor.tenant, publicacion.claveCompleto)).sha256;
}
