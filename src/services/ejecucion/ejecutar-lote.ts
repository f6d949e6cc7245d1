import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { cutTramos, findRetencionTotal, insertEjecucion } from '../../db/ejecucion/ejecuciones.queries.ts';
import { getEntidad } from '../../db/entidad/entidad.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import { avisarTrabajo, publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirOtraPersona, exigirPersonaConNivel, exigirTransicion } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requireLoginReciente } from '../../domain/personas/require-login-reciente.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { exigirAlRepetir } from '../lote/exigir-al-repetir.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export const ejecutarLoteSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  /** The lote's code, typed by the person who orders an act that can't be undone. */
  confirmacion: z.string(),
});

export interface EjecucionOrdenada {
  readonly codigo: string;
  readonly version: number;
  readonly ejecucionId: number;
  readonly items: number;
}

/**
 * Orders the destruction of an approved lote (REQ-EXE-1): cuts it into tramos and answers at once; the executors do the
 * work with the authority captured here. Errors: `confirmacion_no_coincide`, `retencion_legal` when a hold covers the
 * lote or everything. Needs PERM_ELIMINACION_EJECUTAR, a recent login, and another person than who approved.
 */
export async function ejecutarLote(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<EjecucionOrdenada> {
  const { loteId, version, confirmacion } = parseEntrada(ejecutarLoteSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_EJECUTAR');
  requireLoginReciente(actor, new Date());
  const instante = reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'ejecutar', loteId, actor),
  };
  return withActoTx(db, solicitado, async (tx) => {
    const lote = await lockLote(tx, loteId, version);
    exigirPersonaConNivel('ejecutar', lote, actor);
    exigirTransicion('ejecutar', lote);
    const { ejecutorPuedeProponer } = await getEntidad(tx);
    exigirOtraPersona('ejecutar', lote, actor, { ejecutorPuedeSerProponente: ejecutorPuedeProponer });
    if (confirmacion.trim() !== lote.codigo) {
      throw new DomainError(loteErrors.confirmacion_no_coincide, { lote: lote.codigo });
    }
    const retencion = await findRetencionTotal(tx, lote.id);
    if (retencion !== null) {
      throw new DomainError(loteErrors.retencion_legal, {
        detalle: `retención ${retencion.id}, sobre ${retencion.alcance === 'todo' ? 'todo el archivo' : 'este lote'}`,
      });
    }
    const quien = { ejecutorId: actorId(actor), ejecutorNombre: actor.nombre };
    const ejecucionId = await insertEjecucion(tx, {
      loteId: lote.id,
      clase: 'inicial',
      ...quien,
      iniciadaEn: instante,
    });
    const items = await cutTramos(tx, lote.id, ejecucionId);
    const nueva = await moveLote(tx, lote.id, 'aprobado', 'en_ejecucion', {
      ...quien,
      ejecutorEsProponentePermitido: ejecutorPuedeProponer,
      ejecucionIniciadaEn: instante,
    });
    const tipo = 'archive.eliminacion_lote_ejecucion_iniciada';
    const datos = { codigo: lote.codigo, ejecucionId, items };
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: lote.id,
      sujeto: lote.id,
      actor,
      ocurridoEn: instante,
      payload: { loteId: lote.id, ...datos },
    });
    await avisarTrabajo(tx, 'ejecucion');
    await registrarAuditoria(tx, [
      { accion: tipo, actor, instante, sujeto: { tipo: 'lote', id: lote.id }, datos },
    ]);
    return { codigo: lote.codigo, version: nueva, ejecucionId, items };
  });
}
