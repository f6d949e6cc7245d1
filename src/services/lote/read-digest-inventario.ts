import { createHash } from 'node:crypto';
import { findPublicacion } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { Servicios } from '../servicios.ts';

/**
 * SHA-256 of the complete dataset as it stands today under WORM, read again byte by byte; null where the lote was never
 * published. Approval binds to what is there, not to what a row says of it.
 */
export async function readDigestInventario(
  { db, worm }: Pick<Servicios, 'db' | 'worm'>,
  actor: Actor,
  loteId: string,
): Promise<string | null> {
  const publicacion = await withTenantTx(db, actor.tenant, (tx) => findPublicacion(tx, loteId), {
    readOnly: true,
  });
  if (publicacion === null) return null;
  const { contenido } = await worm(actor.tenant).get(publicacion.claveCompleto);
  const digest = createHash('sha256');
  for await (const trozo of contenido) digest.update(trozo as Uint8Array);
  return digest.digest('hex');
}
