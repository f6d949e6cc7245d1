import type { Database } from '../../db/database.ts';
import {
  findRespuesta,
  guardarRespuesta,
  lockClave,
  type SolicitudIdempotente,
} from '../../db/idempotencia.queries.ts';
import { type TenantTx, type TxOptions, withTenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';

export type { SolicitudIdempotente } from '../../db/idempotencia.queries.ts';

/** A verb under an idempotency key: who, which request (null from CLI and jobs), and what a repetition must prove. */
export interface Solicitado<V> {
  readonly actor: Actor;
  readonly solicitud: SolicitudIdempotente | null;
  /** Throws where the actor may no longer see the answer: clearance may have dropped since it was first given. */
  readonly alRepetir: (tx: TenantTx, vista: V) => Promise<void>;
}

/**
 * The transaction of an act that happens at most once per key of its actor and route: a repetition gives the view that
 * the first one gave, stored by the act's own transaction, and two at the same time wait for each other. Permission is
 * checked before; `V` must survive JSON. Throws `idempotencia_distinta` where the key was used for something else.
 */
export function withActoTx<V>(
  db: Database,
  solicitado: Solicitado<V>,
  acto: (tx: TenantTx) => Promise<V>,
  options: TxOptions = {},
): Promise<V> {
  const { actor, solicitud } = solicitado;
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      if (solicitud === null) return acto(tx);
      const previa = await findRepeticion(tx, solicitud, solicitado);
      if (previa !== null) return previa;
      const vista = await acto(tx);
      await guardarRespuesta(tx, actorId(actor), solicitud, JSON.stringify(vista));
      return vista;
    },
    options,
  );
}

/** For acts that work before their transaction: the stored view of a repetition, or null when it is the first time. */
export async function findVistaRepetida<V>(db: Database, solicitado: Solicitado<V>): Promise<V | null> {
  const { actor, solicitud } = solicitado;
  if (solicitud === null) return null;
  return withTenantTx(db, actor.tenant, (tx) => findRepeticion(tx, solicitud, solicitado));
}

async function findRepeticion<V>(
  tx: TenantTx,
  solicitud: SolicitudIdempotente,
  { actor, alRepetir }: Solicitado<V>,
): Promise<V | null> {
  await lockClave(tx, actorId(actor), solicitud);
  const previa = await findRespuesta(tx, actorId(actor), solicitud);
  if (previa === null) return null;
  if (!previa.mismaHuella) throw new DomainError(generalErrors.idempotencia_distinta);
  const vista = JSON.parse(previa.cuerpo) as V;
  await alRepetir(tx, vista);
  return vista;
}
