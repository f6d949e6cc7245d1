import { DomainError } from '../errors/domain-error.ts';
import { generalErrors } from '../errors/general.errors.ts';
import type { Actor } from './actor.ts';
import type { Permiso } from './permiso.ts';

/** Throws `sin_permiso` unless the actor holds exactly this permission; none is implied by another. */
export function requirePermiso(actor: Pick<Actor, 'permisos'>, permiso: Permiso): void {
  if (!actor.permisos.has(permiso)) throw new DomainError(generalErrors.sin_permiso, { permiso });
}
