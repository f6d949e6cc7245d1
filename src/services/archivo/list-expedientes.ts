import {
  type ExpedienteBreve,
  listExpedientes as queryExpedientes,
} from '../../db/archivo/expedientes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/** A page of the expedientes within the reader's clearance whose code begins with `prefijo`. Needs PERM_ARCHIVO_GESTIONAR. */
export async function listExpedientes(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  filtro: { readonly prefijo: string; readonly despuesDe?: string; readonly limite: number },
): Promise<ExpedienteBreve[]> {
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const { prefijo, despuesDe = '', limite } = filtro;
  return withTenantTx(
    db,
    actor.tenant,
    (tx) => queryExpedientes(tx, { prefijo, despuesDe, limite, clearance: actor.clearance }),
    { readOnly: true },
  );
}
