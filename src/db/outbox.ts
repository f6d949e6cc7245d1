import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { type JsonValue, storableJson } from '../domain/json-canonico.ts';
import { type Actor, actorId } from '../domain/personas/actor.ts';
import type { TenantTx } from './tenant-tx.ts';

/** One domain change, told to the rest of the platform. */
export interface Evento {
  /** `archive.eliminacion_lote_publicado`… */
  readonly tipo: string;
  /** Version of the payload's schema. */
  readonly version: number;
  /** What events are ordered by: those of one aggregate are published in the order they were written. */
  readonly agregado: string;
  readonly sujeto: string;
  readonly actor: Actor;
  readonly ocurridoEn: Date;
  readonly payload: JsonValue;
}

const CARRILES = 16;
const CANAL = 'orpycamcp';

/**
 * Writes the event in the transaction of the act and wakes the relay when it commits. Gives the event's id.
 * Two acts on one aggregate keep their order because both hold the aggregate's row lock when they write here.
 */
export async function publicarEvento(tx: TenantTx, evento: Evento): Promise<string> {
  const eventId = uuidv7();
  await tx.query(
    `INSERT INTO outbox (agregado, carril, event_id, event_type, version, actor, occurred_at, subject, payload)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9::jsonb)`,
    [
      evento.agregado,
      carrilDe(evento.agregado),
      eventId,
      evento.tipo,
      evento.version,
      JSON.stringify(
        storableJson({ id: actorId(evento.actor), kind: evento.actor.kind, nombre: evento.actor.nombre }),
      ),
      evento.ocurridoEn,
      evento.sujeto,
      JSON.stringify(storableJson(evento.payload)),
    ],
  );
  await avisarTrabajo(tx, 'outbox');
  return eventId;
}

/** Announces, at commit, that there is work of this kind for the tenant. Repeats in one transaction count once. */
export async function avisarTrabajo(tx: TenantTx, clase: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [CANAL, `${tx.slug}:${clase}`]);
}

/** Lane of an aggregate, 0 to 15: the same for ever, so that one relay at a time publishes its events in order. */
function carrilDe(agregado: string): number {
  return createHash('sha256').update(agregado, 'utf8').digest().readUInt8(0) % CARRILES;
}
