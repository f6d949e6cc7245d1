import { getLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { ActoLote } from '../../domain/lote/estado-lote.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';

/** What a repeated request on a lote must still prove before it gets its old answer: a person of enough clearance. */
export async function exigirAlRepetir(
  tx: TenantTx,
  acto: ActoLote,
  loteId: string,
  actor: Actor,
): Promise<void> {
  exigirPersonaConNivel(acto, await getLote(tx, loteId), actor);
}

/** The same for an answer with counts of a draft, which reach as far as its level. */
export async function exigirVistaAlRepetir(tx: TenantTx, loteId: string, actor: Actor): Promise<void> {
  const lote = await getLote(tx, loteId);
  if (actor.clearance < lote.nivelSeguridad) throw new DomainError(loteErrors.lote_no_encontrado);
}
