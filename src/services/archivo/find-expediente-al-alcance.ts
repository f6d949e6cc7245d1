import { type Expediente, findExpediente } from '../../db/archivo/consulta-expedientes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/** A living expediente (id or code) within the reader's clearance, or null. Needs PERM_ELIMINACION_CONSULTAR. */
export async function findExpedienteAlAlcance(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
): Promise<Expediente | null> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(db, actor.tenant, (tx) => findExpediente(tx, referencia, actor.clearance), {
    readOnly: true,
  });
}
