import { z } from 'zod';
import {
  type ContextoAdmision,
  insertItemsAdmitidos,
  listRechazados,
  lockCandidatos,
  type Rechazado,
} from '../../db/admision/admision.queries.ts';
import { readInventario, renumberItems } from '../../db/lote/borrador.queries.ts';
import { countItems } from '../../db/lote/items.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { criterioSchema } from '../../domain/lote/criterio-propuesta.ts';
import { exigirBorradorPropio } from '../../domain/lote/exigir-borrador.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { announceLote } from './announce-lote.ts';
import { exigirVistaAlRepetir } from './exigir-al-repetir.ts';

export const agregarItemsSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  criterio: criterioSchema,
});

const RECHAZADOS_EN_RESPUESTA = 100;

export interface ItemsAgregados {
  readonly version: number;
  readonly agregados: number;
  /** Rows of the draft within the caller's clearance. */
  readonly total: number;
  /** The first refused expedientes with every reason. */
  readonly rechazados: readonly Rechazado[];
}

/**
 * The proposer adds to a draft whatever of another criterion admission lets through; what the draft already has is not
 * "another lote" and is left as it is. Numbered again without gaps. Errors: those of `proponerLote` but for an empty
 * result, which adds nothing. Needs PERM_ELIMINACION_PROPONER.
 */
export async function agregarItems(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<ItemsAgregados> {
  const { loteId, version, criterio } = parseEntrada(agregarItemsSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PROPONER');
  const instante = reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirVistaAlRepetir(tx, loteId, actor),
  };
  const acto = async (tx: TenantTx): Promise<ItemsAgregados> => {
    const lote = await lockLote(tx, loteId, version);
    exigirBorradorPropio(lote, actor);
    const { version: calendario } = await getCalendarioVigente(tx);
    const contexto: ContextoAdmision = {
      hoy: fechaEnBogota(instante),
      calendarioId: calendario.id,
      clearance: actor.clearance,
    };
    await lockCandidatos(tx, criterio, actor.clearance);
    const { items } = await insertItemsAdmitidos(tx, {
      loteId: lote.id,
      criterio,
      contexto,
      calendarioCodigo: calendario.codigo,
      desdeOrden: lote.totalItems,
    });
    // Asked after the insert: whatever another proposal took meanwhile is among them.
    const rechazados = await listRechazados(tx, criterio, contexto, {
      loteId: lote.id,
      limite: RECHAZADOS_EN_RESPUESTA,
    });
    await renumberItems(tx, lote.id);
    const inventario = await readInventario(tx, lote.id);
    const nueva = await moveLote(tx, lote.id, 'borrador', 'borrador', inventario);
    await announceLote(tx, {
      tipo: 'archive.eliminacion_borrador_modificado',
      loteId: lote.id,
      actor,
      instante,
      datos: { codigo: lote.codigo, quitados: 0, agregados: items, quedan: inventario.totalItems },
    });
    const total = await countItems(tx, lote.id, actor.clearance);
    return { version: nueva, agregados: items, total, rechazados };
  };
  return withActoTx(db, solicitado, acto, { reintentar: true });
}
