import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { findLoteQuieto, takeConsecutivo } from '../../db/lote/lotes.queries.ts';
import { findPublicacion, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { insertObservacion } from '../../db/observacion/observaciones.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { CanalObservacion } from '../../domain/observacion/canal.ts';
import { observacionErrors } from '../../domain/observacion/observacion.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { ejercicioEnBogota } from '../../domain/plazos/bogota.ts';
import { evaluarVentana } from '../publicacion/evaluar-ventana.ts';

const texto = textoXml.trim().min(10).max(5_000);

const observadorSchema = z.strictObject({
  nombre: z.string().trim().min(2).max(200),
  contacto: z.string().trim().min(3).max(200),
});

export const observacionSchema = z.strictObject({
  texto,
  /** Rows by number; without them, the whole lote. */
  filas: z.array(z.int().positive()).min(1).max(1_000).optional(),
  observador: observadorSchema,
});

export interface ObservacionRecibida {
  readonly numero: string;
  readonly recibidaEn: Date;
  readonly aTiempo: boolean;
  readonly filas: number;
}

export interface ObservacionPorGuardar extends z.output<typeof observacionSchema> {
  readonly canal: CanalObservacion;
  readonly recibidaEn: Date;
}

/**
 * Records an observation on a published inventory with its number (REQ-OBS-1): the instant of receipt, not of typing,
 * decides whether it is in time; late ones are registered all the same, as late. Who observed is never published.
 */
export async function saveObservacion(
  tx: TenantTx,
  referencia: string,
  observacion: ObservacionPorGuardar,
  actor: Actor,
  instante: Date,
): Promise<ObservacionRecibida> {
  // An approval that looks for what is unanswered waits for this one, or this one for it.
  const lote = await findLoteQuieto(tx, referencia);
  const publicacion = lote === null ? null : await findPublicacion(tx, lote.id);
  if (lote === null || publicacion === null) throw new DomainError(observacionErrors.lote_sin_publicar);
  const { canal, recibidaEn, filas: ordenes = null, texto: contenido, observador } = observacion;
  const aTiempo = await isATiempo(tx, publicacion, recibidaEn, instante);
  const ejercicio = ejercicioEnBogota(instante);
  const numero = `OBS-${ejercicio}-${String(await takeConsecutivo(tx, 'observacion', ejercicio)).padStart(4, '0')}`;
  const { filas } = await insertObservacion(
    tx,
    { numero, loteId: lote.id, canal, recibidaEn, aTiempo, texto: contenido, observador },
    ordenes,
  );
  if (ordenes !== null && filas !== new Set(ordenes).size) {
    throw new DomainError(loteErrors.fila_no_pertenece, { lote: lote.codigo });
  }
  const tipo = 'archive.eliminacion_observacion_recibida';
  const datos = { numero, codigo: lote.codigo, canal, aTiempo, filas };
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: lote.id,
    sujeto: lote.id,
    actor,
    ocurridoEn: instante,
    payload: { loteId: lote.id, ...datos },
  });
  await registrarAuditoria(tx, [
    { accion: tipo, actor, instante, sujeto: { tipo: 'observacion', id: numero }, datos },
  ]);
  return { numero, recibidaEn, aTiempo, filas };
}

/** In time until 24:00 of the last day: the recorded one once the window is closed, else the one projected today. */
async function isATiempo(
  tx: TenantTx,
  publicacion: Publicacion,
  recibidaEn: Date,
  instante: Date,
): Promise<boolean> {
  const cierre = publicacion.cierreEn ?? (await evaluarVentana(tx, publicacion, instante)).cierre;
  return recibidaEn < cierre;
}
