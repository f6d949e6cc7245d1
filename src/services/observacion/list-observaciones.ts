import { getLote } from '../../db/lote/lotes.queries.ts';
import {
  type ObservacionEnLista,
  listObservaciones as queryObservaciones,
} from '../../db/observacion/observaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/**
 * A page of a lote's observations by number. Their text is what a citizen wrote about the public inventory; who wrote
 * it is not in it. Needs PERM_ELIMINACION_CONSULTAR.
 */
export async function listObservaciones(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  loteId: string,
  pagina: { readonly despuesDe: string; readonly limite: number },
): Promise<ObservacionEnLista[]> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => queryObservaciones(tx, (await getLote(tx, loteId)).id, pagina),
    { readOnly: true },
  );
}
