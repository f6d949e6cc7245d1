import { getLote } from '../../db/lote/lotes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/** Ítems of a lote whose whole inventory may be walked while somebody waits for the answer. */
const MAXIMO_EN_LINEA = 2_000;

/**
 * Refuses an act that walks the whole inventory of a bigger lote, where it would be done inside a request; who may not
 * act on that lote is left to hear so from the act. Errors: `lote_demasiado_grande`, `lote_no_encontrado`.
 */
export async function exigirActoEnLinea(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  acto: { readonly loteId: string; readonly orden: 'publicar' | 'aprobar' },
): Promise<void> {
  requirePermiso(actor, acto.orden === 'publicar' ? 'PERM_ELIMINACION_PUBLICAR' : 'PERM_ELIMINACION_APROBAR');
  const lote = await withTenantTx(db, actor.tenant, (tx) => getLote(tx, acto.loteId), { readOnly: true });
  if (lote.totalItems <= MAXIMO_EN_LINEA || actor.clearance < lote.nivelSeguridad) return;
  throw new DomainError(loteErrors.lote_demasiado_grande, {
    lote: lote.codigo,
    maximo: MAXIMO_EN_LINEA,
    orden: acto.orden,
  });
}
