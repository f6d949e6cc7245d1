import { z } from 'zod';
import { countMiembros, insertRetiros, listItemIds } from '../../db/lote/items.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { announceLote } from './announce-lote.ts';
import { exigirAlRepetir } from './exigir-al-repetir.ts';

export const retirarItemsSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  expedientes: z.array(z.uuid()).min(1).max(10_000),
  /** Printed in the acta. */
  motivo: textoXml.trim().min(5).max(1_000),
});

/**
 * The committee takes rows out of a published or approved lote (cause `excluido_comite`): they are free at once, their
 * rows stay published with what became of them, and the window does not restart. Withdrawing the last one annuls the
 * lote. Needs PERM_ELIMINACION_APROBAR, a person, and clearance over the whole lote.
 */
export async function retirarItems(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ version: number; retirados: number; estado: 'publicado' | 'aprobado' | 'anulado' }> {
  const { loteId, version, expedientes, motivo } = parseEntrada(retirarItemsSchema, entrada);
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
    const { estado } = lote;
    if (estado !== 'publicado' && estado !== 'aprobado') {
      throw new DomainError(loteErrors.transicion_invalida, { detalle: `retirar filas desde ${estado}` });
    }
    const pedidos = [...new Set(expedientes)];
    const items = await listItemIds(tx, lote.id, pedidos);
    if (items.length !== pedidos.length)
      throw new DomainError(loteErrors.fila_no_pertenece, { lote: lote.codigo });
    const retiros = items.map(({ itemId }) => ({
      itemId,
      causa: 'excluido_comite',
      detalle: 'Retirado por el Comité',
      motivo,
    }));
    await insertRetiros(tx, lote.id, retiros, { actor: actorId(actor), instante });
    const quedan = await countMiembros(tx, lote.id);
    const destino = quedan === 0 ? 'anulado' : estado;
    const nueva = await moveLote(
      tx,
      lote.id,
      estado,
      destino,
      quedan === 0
        ? {
            anuladoEn: instante,
            anuladoCausa: 'todos_retirados',
            anuladoMotivo: 'Todos los expedientes fueron retirados.',
          }
        : {},
    );
    await announceLote(tx, {
      tipo: 'archive.eliminacion_item_retirado',
      loteId: lote.id,
      actor,
      instante,
      datos: { codigo: lote.codigo, retirados: retiros.length, quedan, motivo, estado: destino },
    });
    return { version: nueva, retirados: retiros.length, estado: destino };
  });
}
