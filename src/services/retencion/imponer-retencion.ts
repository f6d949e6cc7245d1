import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { findLote } from '../../db/lote/lotes.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import {
  type Afectados,
  countAfectados,
  existsExpediente,
  insertRetencion,
  lockRetenciones,
} from '../../db/retencion/retenciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type Alcance, alcanceSchema, CLASES_RETENCION } from '../../domain/retencion/alcance.ts';
import { retencionLegalErrors } from '../../domain/retencion/retencion-legal.errors.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

const texto = z.string().trim().min(3).max(1_000);

export const imponerRetencionSchema = z.strictObject({
  alcance: alcanceSchema,
  clase: z.enum(CLASES_RETENCION),
  /** The order or act it comes from, who gave it, and why. */
  mandato: texto,
  autoridad: texto,
  motivo: texto,
  /** When somebody must look at it again. */
  revisionEn: z.iso.date(),
});

export interface RetencionImpuesta extends Afectados {
  readonly id: number;
}

/**
 * Places a hold, in any state of any lote (REQ-HOLD-1, REQ-HOLD-2): from its commit on no admission lets through what
 * it covers and no batch of bytes begins with it. The answer says what had been destroyed already and, never claiming
 * more than is known, what an executor had in its hands at that instant. Needs PERM_RETENCION_LEGAL.
 */
export async function imponerRetencion(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<RetencionImpuesta> {
  const { alcance, ...hechos } = parseEntrada(imponerRetencionSchema, entrada);
  requirePermiso(actor, 'PERM_RETENCION_LEGAL');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: (tx: TenantTx) => exigirConocido(tx, alcance, actor) };
  return withActoTx(db, solicitado, async (tx) => {
    await lockRetenciones(tx, 'exclusivo');
    await exigirConocido(tx, alcance, actor);
    const id = await insertRetencion(tx, alcance, {
      ...hechos,
      impuestaEn: instante,
      impuestaPor: actorId(actor),
    });
    const afectados = await countAfectados(tx, alcance, actor.clearance);
    const tipo = 'archive.retencion_impuesta';
    const datos = { id, ...alcance, clase: hechos.clase, mandato: hechos.mandato, ...afectados };
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: `retencion:${id}`,
      sujeto: String(id),
      actor,
      ocurridoEn: instante,
      payload: datos,
    });
    await registrarAuditoria(tx, [
      {
        accion: tipo,
        actor,
        instante,
        sujeto: { tipo: 'retencion', id: String(id) },
        datos: { ...datos, motivo: hechos.motivo },
      },
    ]);
    return { id, ...afectados };
  });
}

/** A hold on what is not there would be a promise about nothing; what is above the reader's clearance is not there. */
async function exigirConocido(tx: TenantTx, alcance: Alcance, actor: Actor): Promise<void> {
  const conocido =
    alcance.alcance === 'expediente'
      ? await existsExpediente(tx, alcance.expedienteId, actor.clearance)
      : alcance.alcance === 'lote'
        ? (await findLote(tx, alcance.loteId)) !== null
        : true;
  if (!conocido) throw new DomainError(retencionLegalErrors.alcance_desconocido);
}
