import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import {
  existsExpediente,
  liftRetencion,
  lockRetencion,
  type Retencion,
} from '../../db/retencion/retenciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requireLoginReciente } from '../../domain/personas/require-login-reciente.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { requirePersona } from '../../domain/personas/require-persona.ts';
import { retencionLegalErrors } from '../../domain/retencion/retencion-legal.errors.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export const levantarRetencionSchema = z.strictObject({
  id: z.int().positive(),
  motivo: z.string().trim().min(5).max(1_000),
});

/**
 * Lifts a hold: another person than who placed it, with a reason (REQ-HOLD-3). It resumes nothing by itself, and the
 * hold stays for ever as what it was. Needs PERM_RETENCION_LEGAL, a person and a recent login.
 */
export async function levantarRetencion(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ id: number }> {
  const { id, motivo } = parseEntrada(levantarRetencionSchema, entrada);
  requirePermiso(actor, 'PERM_RETENCION_LEGAL');
  requirePersona(actor, 'levantar una retención');
  requireLoginReciente(actor, new Date());
  const instante = reloj.now();
  const alRepetir = async (tx: TenantTx): Promise<void> => void (await lockVisible(tx, id, actor));
  return withActoTx(db, { actor, solicitud, alRepetir }, async (tx) => {
    const retencion = await lockVisible(tx, id, actor);
    if (retencion.levantadaEn !== null)
      throw new DomainError(retencionLegalErrors.retencion_ya_levantada, { id });
    if (retencion.impuestaPor === actorId(actor)) {
      throw new DomainError(retencionLegalErrors.retencion_levanta_otro, { id });
    }
    await liftRetencion(tx, id, { en: instante, por: actorId(actor), motivo });
    const tipo = 'archive.retencion_levantada';
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: `retencion:${id}`,
      sujeto: String(id),
      actor,
      ocurridoEn: instante,
      payload: { id, alcance: retencion.alcance },
    });
    await registrarAuditoria(tx, [
      { accion: tipo, actor, instante, sujeto: { tipo: 'retencion', id: String(id) }, datos: { motivo } },
    ]);
    return { id };
  });
}

async function lockVisible(tx: TenantTx, id: number, actor: Actor): Promise<Retencion> {
  const retencion = await lockRetencion(tx, id);
  const visible =
    retencion !== null &&
    (retencion.expedienteId === null ||
      actor.clearance === 3 ||
      (await existsExpediente(tx, retencion.expedienteId, actor.clearance)));
  if (retencion === null || !visible) throw new DomainError(retencionLegalErrors.retencion_no_encontrada);
  return retencion;
}
