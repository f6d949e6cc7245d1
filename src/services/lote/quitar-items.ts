import { z } from 'zod';
import { deleteItems, readInventario, renumberItems } from '../../db/lote/borrador.queries.ts';
import { countItems } from '../../db/lote/items.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirBorradorPropio } from '../../domain/lote/exigir-borrador.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { announceLote } from './announce-lote.ts';
import { exigirVistaAlRepetir } from './exigir-al-repetir.ts';

export const quitarItemsSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  expedientes: z.array(z.uuid()).min(1).max(10_000),
});

/**
 * The proposer takes rows out of a draft: they were never published, so they leave no trace but the audit, and the rest
 * is numbered again without gaps. The last one can't leave: such a draft is annulled. Needs PERM_ELIMINACION_PROPONER.
 */
export async function quitarItems(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ version: number; quedan: number }> {
  const { loteId, version, expedientes } = parseEntrada(quitarItemsSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PROPONER');
  const instante = reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirVistaAlRepetir(tx, loteId, actor),
  };
  return withActoTx(db, solicitado, async (tx) => {
    const lote = await lockLote(tx, loteId, version);
    exigirBorradorPropio(lote, actor);
    const pedidos = [...new Set(expedientes)];
    const quitados = await deleteItems(tx, lote.id, pedidos, actor.clearance);
    if (quitados !== pedidos.length)
      throw new DomainError(loteErrors.fila_no_pertenece, { lote: lote.codigo });
    await renumberItems(tx, lote.id);
    const inventario = await readInventario(tx, lote.id);
    if (inventario.totalItems === 0) throw new DomainError(loteErrors.lote_vacio, { lote: lote.codigo });
    const nueva = await moveLote(tx, lote.id, 'borrador', 'borrador', inventario);
    await announceLote(tx, {
      tipo: 'archive.eliminacion_borrador_modificado',
      loteId: lote.id,
      actor,
      instante,
      datos: { codigo: lote.codigo, quitados, agregados: 0, quedan: inventario.totalItems },
    });
    return { version: nueva, quedan: await countItems(tx, lote.id, actor.clearance) };
  });
}
