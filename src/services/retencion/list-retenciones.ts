import {
  listRetenciones as queryRetenciones,
  type Retencion,
} from '../../db/retencion/retenciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/** A page of holds within the reader's clearance, by id. Needs PERM_ELIMINACION_CONSULTAR. */
export async function listRetenciones(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  pagina: { readonly despuesDe: number; readonly limite: number; readonly soloVigentes: boolean },
): Promise<Retencion[]> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(db, actor.tenant, (tx) => queryRetenciones(tx, actor.clearance, pagina), {
    readOnly: true,
  });
}
