import { listAnexos } from '../../db/documentos/inventario.queries.ts';
import {
  type Intencion,
  type ItemEnObra,
  insertIntenciones,
  insertOmisiones,
  listExcluidos,
  listRadicados,
  lockExpedientes,
} from '../../db/ejecucion/intenciones.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { computeIntencionDigest } from '../../domain/ejecucion/intencion.ts';
import { actorId } from '../../domain/personas/actor.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import type { RadicadoInventariado } from '../ports/documentos.ts';
import { type TramoEnCurso, withTramoTx } from './tramo-en-curso.ts';

/**
 * Phase 1 for the ítems of a tramo that have no intention yet: takes the inventory of their anexos outside any
 * transaction, then, in a short one, locks the expedientes, re-reads what the inventory was taken from, re-runs
 * admission and drift, and fixes what will be destroyed. Ítems whose radicados or anexos moved meanwhile keep their
 * turn: the next pass starts them again. What admission no longer lets through is omitted with its cause.
 */
export async function registrarIntencion(obra: TramoEnCurso, items: readonly ItemEnObra[]): Promise<void> {
  const nuevos = items.filter(({ radicadoIds }) => radicadoIds === null);
  if (nuevos.length === 0) return;
  const { servicios, slug, tramo } = obra;
  const expedienteIds = nuevos.map(({ expedienteId }) => expedienteId);
  const antes = groupByExpediente(
    await withTenantTx(servicios.db, slug, (tx) => listRadicados(tx, expedienteIds), { readOnly: true }),
  );
  const inventario = await servicios.documentos.inventariar(slug, [...antes.values()].flat());
  await servicios.puntoDeFallo.alcanzar('intencion.inventariada');
  const instante = servicios.reloj.now();
  await withTramoTx(obra, async (tx) => {
    await lockExpedientes(tx, expedienteIds);
    const ahora = groupByExpediente(await listRadicados(tx, expedienteIds));
    const { version } = await getCalendarioVigente(tx);
    const contexto = { hoy: fechaEnBogota(instante), calendarioId: version.id };
    const itemIds = nuevos.map(({ itemId }) => itemId);
    const excluidos = await listExcluidos(tx, tramo.loteId, itemIds, contexto);
    const actor = actorId(buildActorSistema(slug, 'executor'));
    await insertOmisiones(tx, tramo.loteId, excluidos, { actor, instante });
    const fuera = new Set(excluidos.map(({ itemId }) => itemId));
    const quietos = nuevos.filter(
      ({ itemId, expedienteId }) =>
        !fuera.has(itemId) && sameIds(antes.get(expedienteId), ahora.get(expedienteId)),
    );
    const conAnexosNuevos = await listConAnexosNuevos(tx, [...ahora.values()].flat(), inventario);
    const firmes = quietos.filter(({ expedienteId }) =>
      (ahora.get(expedienteId) ?? []).every((radicadoId) => !conAnexosNuevos.has(radicadoId)),
    );
    await insertIntenciones(tx, buildIntenciones(firmes, ahora, inventario), instante);
    await servicios.puntoDeFallo.alcanzar('intencion.antes_de_confirmar');
  });
  await servicios.puntoDeFallo.alcanzar('intencion.registrada');
}

/**
 * Radicados with an anexo that the inventory does not list, read behind the locks: from here on none can be added. A
 * document service that keeps its own records has no rows here; it froze the radicados when it took the inventory.
 */
async function listConAnexosNuevos(
  tx: TenantTx,
  radicadoIds: readonly string[],
  inventario: readonly RadicadoInventariado[],
): Promise<Set<string>> {
  const inventariados = new Set(inventario.flatMap(({ anexos }) => anexos.map(({ anexoId }) => anexoId)));
  const anexos = await listAnexos(tx, radicadoIds);
  return new Set(
    anexos.filter(({ anexoId }) => !inventariados.has(anexoId)).map(({ radicadoId }) => radicadoId),
  );
}

function buildIntenciones(
  items: readonly ItemEnObra[],
  radicados: ReadonlyMap<string, readonly string[]>,
  inventario: readonly RadicadoInventariado[],
): Intencion[] {
  const porRadicado = new Map(inventario.map((radicado) => [radicado.radicadoId, radicado.anexos]));
  return items.map(({ itemId, expedienteId }) => {
    const radicadoIds = [...(radicados.get(expedienteId) ?? [])].sort();
    const anexos = radicadoIds
      .flatMap((radicadoId) => porRadicado.get(radicadoId) ?? [])
      .map(({ anexoId, tamano, sha256 }) => ({ anexoId, tamano, sha256 }))
      .sort((a, b) => (a.anexoId < b.anexoId ? -1 : 1));
    return {
      itemId,
      radicadoIds,
      anexos,
      digest: computeIntencionDigest({ expedienteId, radicadoIds, anexos }),
    };
  });
}

function groupByExpediente(
  rows: readonly { readonly expedienteId: string; readonly radicadoId: string }[],
): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { expedienteId, radicadoId } of rows) {
    grouped.set(expedienteId, [...(grouped.get(expedienteId) ?? []), radicadoId]);
  }
  return grouped;
}

function sameIds(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
