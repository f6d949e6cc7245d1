import { getLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import type { ActoLote } from '../../domain/lote/estado-lote.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
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
