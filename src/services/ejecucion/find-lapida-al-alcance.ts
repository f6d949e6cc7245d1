import { findLapida, type Lapida } from '../../db/ejecucion/consulta-lapidas.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/**
 * What stays of an expediente (id or code) that was destroyed, within the reader's clearance; null for anything else,
 * so that one above it and one that never was are the same (REQ-LAP-1). Needs PERM_ELIMINACION_CONSULTAR.
 */
export async function findLapidaAlAlcance(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
): Promise<Lapida | null> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(db, actor.tenant, (tx) => findLapida(tx, referencia, actor.clearance), {
    readOnly: true,
  });
}
