import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import type { JsonValue } from '../../domain/json-canonico.ts';
import type { Actor } from '../../domain/personas/actor.ts';

export interface HechoDeLote {
  /** Event type and audit action: `archive.eliminacion_lote_anulado`… */
  readonly tipo: string;
  readonly loteId: string;
  readonly actor: Actor;
  readonly instante: Date;
  readonly datos: { readonly [campo: string]: JsonValue };
}

/** The event and the audit entry of an act on a lote: the last statements of its transaction. */
export async function announceLote(
  tx: TenantTx,
  { tipo, loteId, actor, instante, datos }: HechoDeLote,
): Promise<void> {
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: loteId,
    sujeto: loteId,
    actor,
    ocurridoEn: instante,
    payload: { loteId, ...datos },
  });
  await registrarAuditoria(tx, [
    { accion: tipo, actor, instante, sujeto: { tipo: 'lote', id: loteId }, datos },
  ]);
}
