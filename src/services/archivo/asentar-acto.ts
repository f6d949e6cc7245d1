import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import type { JsonValue } from '../../domain/json-canonico.ts';
import type { Actor } from '../../domain/personas/actor.ts';

export interface ActoAsentado {
  /** Name of the event and of the audit entry: `archive.expediente_prestado`. */
  readonly tipo: string;
  readonly actor: Actor;
  readonly instante: Date;
  readonly sujeto: { readonly tipo: string; readonly id: string };
  /** What the events of are ordered by; the subject itself unless told otherwise. */
  readonly agregado?: string;
  /** Goes to the event and to the audit: ids, codes and states, never a título. */
  readonly datos: { readonly [clave: string]: JsonValue };
  /** Goes to the audit only: what a person wrote. */
  readonly reservado?: { readonly [clave: string]: JsonValue };
}

/** Tells one act of the archive to the platform and chains it. The last statement of its transaction. */
export async function asentarActo(tx: TenantTx, acto: ActoAsentado): Promise<void> {
  const { tipo, actor, instante, sujeto, datos } = acto;
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: acto.agregado ?? sujeto.id,
    sujeto: sujeto.id,
    actor,
    ocurridoEn: instante,
    payload: datos,
  });
  await registrarAuditoria(tx, [
    { accion: tipo, actor, instante, sujeto, datos: { ...datos, ...acto.reservado } },
  ]);
}
