import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';

/** Throws `sin_permiso` unless the actor may bring documents in, by import or by hand. */
export function requireIncorporar(actor: Pick<Actor, 'permisos'>): void {
  if (actor.permisos.has('PERM_ARCHIVO_IMPORTAR') || actor.permisos.has('PERM_ARCHIVO_GESTIONAR')) return;
  throw new DomainError(generalErrors.sin_permiso, {
    permiso: 'PERM_ARCHIVO_IMPORTAR o PERM_ARCHIVO_GESTIONAR',
  });
}
