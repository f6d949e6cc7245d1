import { z } from 'zod';
import { getLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { CANALES_OBSERVACION } from '../../domain/observacion/canal.ts';
import { observacionErrors } from '../../domain/observacion/observacion.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { type ObservacionRecibida, observacionSchema, saveObservacion } from './save-observacion.ts';

export const registrarObservacionRecibidaSchema = observacionSchema.extend({
  loteId: z.uuid(),
  canal: z.enum(CANALES_OBSERVACION).exclude(['web']),
  /** When it reached the entity: what decides, whenever it is typed. */
  recibidaEn: z.iso.datetime({ offset: true }),
});

/**
 * Staff register an observation that came by e-mail, on paper, or through AGN or the Consejo Territorial, with the
 * instant it was received (REQ-OBS-1): in any state after publication, late ones as late. Needs
 * PERM_ELIMINACION_PUBLICAR.
 */
export async function registrarObservacionRecibida(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<Omit<ObservacionRecibida, 'recibidaEn'>> {
  const { loteId, recibidaEn, ...observacion } = parseEntrada(registrarObservacionRecibidaSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PUBLICAR');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    const recibo = new Date(recibidaEn);
    await exigirFecha(tx, loteId, recibo, instante);
    const { recibidaEn: _recibo, ...vista } = await saveObservacion(
      tx,
      loteId,
      { ...observacion, recibidaEn: recibo },
      actor,
      instante,
    );
    return vista;
  });
}

async function exigirFecha(tx: TenantTx, loteId: string, recibo: Date, instante: Date): Promise<void> {
  const { publicadoEn } = await getLote(tx, loteId);
  if (recibo > instante || (publicadoEn !== null && recibo < publicadoEn)) {
    throw new DomainError(observacionErrors.observacion_fecha_invalida, { fecha: recibo.toISOString() });
  }
}
