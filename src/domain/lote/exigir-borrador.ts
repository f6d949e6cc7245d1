import { DomainError } from '../errors/domain-error.ts';
import { type Actor, actorId } from '../personas/actor.ts';
import type { LoteDecidible } from './exigir-acto.ts';
import { loteErrors } from './lote.errors.ts';

/** A draft is edited by who proposed it, and only while it is one. */
export function exigirBorradorPropio(lote: LoteDecidible, actor: Actor): void {
  if (lote.estado !== 'borrador')
    throw new DomainError(loteErrors.inventario_congelado, { detalle: lote.codigo });
  if (lote.proponenteId !== actorId(actor)) {
    throw new DomainError(loteErrors.borrador_ajeno, { lote: lote.codigo });
  }
}
