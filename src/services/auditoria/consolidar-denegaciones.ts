import { anexarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import type { Database } from '../../db/database.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { acumularDenegaciones } from './acumular-denegaciones.ts';

/**
 * Housekeeping: chains the denials that were only counted and that no later denial has chained. Gives how many
 * entries it wrote. Idempotent.
 */
export async function consolidarDenegaciones(db: Database, slug: string, ahora: Date): Promise<number> {
  return withTenantTx(
    db,
    slug,
    async (tx) => {
      const contenidos = await acumularDenegaciones(tx, ahora);
      await anexarAuditoria(tx, contenidos);
      return contenidos.length;
    },
    { reintentar: true },
  );
}
