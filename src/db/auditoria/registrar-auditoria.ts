import { canonicalJson, type JsonValue, storableJson } from '../../domain/json-canonico.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { Tx } from '../tenant-tx.ts';

/** One entry of the audit chain: who did (or was refused) what to what, when, and what it changed. */
export interface Asiento {
  /** Name of the act, the same as its event: `archive.eliminacion_lote_publicado`. */
  readonly accion: string;
  readonly actor: Actor;
  /** Legal instant, from the injected clock. */
  readonly instante: Date;
  readonly sujeto: { readonly tipo: string; readonly id: string };
  /** SHA-256 of the subject before and after, where the act changes it. */
  readonly antes?: string | null;
  readonly despues?: string | null;
  readonly datos?: JsonValue;
  readonly resultado?: 'hecho' | 'denegado';
}

/**
 * Chains the entries, in order, in the transaction of the act: it must be its **last** statement, because it holds
 * the head of the chain until the commit. If it fails, the act does not happen. In a tenant's transaction it
 * writes that tenant's chain, in `withSystemTx` the one of SYSTEM.
 */
export async function registrarAuditoria(tx: Tx, entries: readonly Asiento[]): Promise<void> {
  await anexarAuditoria(tx, entries.map(renderAsiento));
}

/** The same for entries already rendered by `renderAsiento`. */
export async function anexarAuditoria(tx: Tx, contenidos: readonly string[]): Promise<void> {
  if (contenidos.length === 0) return;
  await tx.query('SELECT audit_registrar($1::text[])', [contenidos]);
}

/** The canonical text that is stored and hashed: these exact bytes are what `verify` reads again. */
export function renderAsiento(asiento: Asiento): string {
  const { actor } = asiento;
  return canonicalJson(
    storableJson({
      accion: asiento.accion,
      actor: { id: actorId(actor), kind: actor.kind, nombre: actor.nombre },
      agente: actor.agente,
      antes: asiento.antes ?? null,
      canal: actor.canal,
      datos: asiento.datos ?? null,
      despues: asiento.despues ?? null,
      instante: asiento.instante.toISOString(),
      ip: actor.ip,
      requestId: actor.requestId,
      resultado: asiento.resultado ?? 'hecho',
      sujeto: { id: asiento.sujeto.id, tipo: asiento.sujeto.tipo },
      v: 1,
    }),
  );
}
