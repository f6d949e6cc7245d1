import type { ExpedienteReceptor } from '../../db/documentos/radicados.queries.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';

/** The expediente, if the actor may see it; above their clearance it does not exist for them. */
export function exigirVisible(
  expediente: ExpedienteReceptor | null,
  actor: Pick<Actor, 'clearance'>,
): ExpedienteReceptor {
  if (expediente === null || expediente.nivelSeguridad > actor.clearance) {
    throw new DomainError(documentosErrors.expediente_no_encontrado);
  }
  return expediente;
}

/** Throws `expediente_cerrado` for one that takes no documents any more. */
export function exigirAbierto(expediente: ExpedienteReceptor): void {
  if (expediente.cerrado) {
    throw new DomainError(documentosErrors.expediente_cerrado, { expediente: expediente.codigo });
  }
}
