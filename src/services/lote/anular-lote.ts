import { z } from 'zod';
import { countMiembros } from '../../db/lote/items.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { exigirPersonaConNivel, exigirTransicion } from '../../domain/lote/exigir-acto.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { announceLote } from './announce-lote.ts';
import { exigirAlRepetir } from './exigir-al-repetir.ts';

const acto = z.strictObject({ numero: z.string().trim().min(1).max(60), fecha: z.iso.date() });

export const anularLoteSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  motivo: z.string().trim().min(5).max(2_000),
  /** The session in which the committee refused it, where it did. */
  sesion: acto.optional(),
});

/**
 * Annuls a lote before its execution: every member is free again at once, and the public page says so with the reason.
 * Needs PERM_ELIMINACION_APROBAR, a person, and clearance over the whole lote.
 */
export async function anularLote(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ version: number; liberados: number }> {
  const { loteId, version, motivo, sesion } = parseEntrada(anularLoteSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_APROBAR');
  const instante = reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'anular', loteId, actor),
  };
  return withActoTx(db, solicitado, async (tx) => {
    const lote = await lockLote(tx, loteId, version);
    exigirPersonaConNivel('anular', lote, actor);
    exigirTransicion('anular', lote);
    const liberados = await countMiembros(tx, lote.id);
    const nueva = await moveLote(tx, lote.id, lote.estado, 'anulado', {
      anuladoEn: instante,
      anuladoCausa: sesion === undefined ? 'anulado' : 'rechazado_comite',
      anuladoMotivo: sesion === undefined ? motivo : `${motivo} (sesión ${sesion.numero} de ${sesion.fecha})`,
    });
    await announceLote(tx, {
      tipo: 'archive.eliminacion_lote_anulado',
      loteId: lote.id,
      actor,
      instante,
      datos: { codigo: lote.codigo, desde: lote.estado, motivo, sesion: sesion ?? null, liberados },
    });
    return { version: nueva, liberados };
  });
}
