import { DomainError } from '../errors/domain-error.ts';
import { accesoErrors } from './acceso.errors.ts';
import type { Actor } from './actor.ts';

/** Throws `acto_reservado_a_personas` for machines and for the service itself. `acto` is an infinitive. REQ-EXE-1 */
export function requirePersona(actor: Pick<Actor, 'kind'>, acto: string): void {
  if (actor.kind !== 'persona') throw new DomainError(accesoErrors.acto_reservado_a_personas, { acto });
}
