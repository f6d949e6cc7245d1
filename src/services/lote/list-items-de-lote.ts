import { type ItemEnPagina, listItems } from '../../db/lote/items.queries.ts';
import { getLote } from '../../db/lote/lotes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/**
 * A page of the ítems of a lote, by orden, as far as the reader's clearance reaches: the others do not exist for them.
 * `referencia` is the lote's id or code. Needs PERM_ELIMINACION_CONSULTAR.
 */
export async function listItemsDeLote(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
  pagina: { readonly despuesDe: number; readonly limite: number },
): Promise<ItemEnPagina[]> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const lote = await getLote(tx, referencia);
      return listItems(tx, lote.id, actor.clearance, pagina);
    },
    { readOnly: true },
  );
}
