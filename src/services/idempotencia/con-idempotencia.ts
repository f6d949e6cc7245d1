import {
  findRespuesta,
  guardarRespuesta,
  lockClave,
  type SolicitudIdempotente,
} from '../../db/idempotencia.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';

export type { SolicitudIdempotente } from '../../db/idempotencia.queries.ts';

/**
 * Runs the act at most once per key of its actor and route: a repetition gives the view that the first one gave,
 * stored by the act's own transaction, and two at the same time wait for each other. Call it inside the transaction,
 * after permission and clearance and before anything that depends on version or state. `V` must survive JSON.
 * With null (CLI, jobs) it simply runs. Throws `idempotencia_distinta` where the key was used for something else.
 */
export async function conIdempotencia<V>(
  tx: TenantTx,
  actor: Actor,
  solicitud: SolicitudIdempotente | null,
  acto: () => Promise<V>,
): Promise<V> {
  if (solicitud === null) return acto();
  const id = actorId(actor);
  await lockClave(tx, id, solicitud);
  const previa = await findRespuesta(tx, id, solicitud);
  if (previa !== null) {
    if (!previa.mismaHuella) throw new DomainError(generalErrors.idempotencia_distinta);
    return JSON.parse(previa.cuerpo) as V;
  }
  const vista = await acto();
  await guardarRespuesta(tx, id, solicitud, JSON.stringify(vista));
  return vista;
}
