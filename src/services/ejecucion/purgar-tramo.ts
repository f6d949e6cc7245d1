import {
  addIntento,
  type ItemEnObra,
  type ItemExcluido,
  insertOmisiones,
  listRetenidos,
  setEsperaFisico,
} from '../../db/ejecucion/intenciones.queries.ts';
import { MAX_INTENTOS } from '../../domain/ejecucion/intentos.ts';
import { actorId } from '../../domain/personas/actor.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import type { ItemPurgado, ItemVerificado } from '../ports/documentos.ts';
import { type TramoEnCurso, withTramoTx } from './tramo-en-curso.ts';

/** An ítem with its intention written: what the purge is ordered with. */
type ItemConIntencion = ItemEnObra & {
  readonly radicadoIds: readonly string[];
  readonly anexoIds: readonly string[];
};

/**
 * Phase 2: verifies the living bytes against what was recorded, asks for holds once more, and orders the purge of the
 * whole batch. What fails is omitted with its cause or counted as an attempt; it never takes its neighbours along.
 * Gives the ítems that are ready for their lápida; paper without its certificate stays in `espera_fisico`.
 */
export async function purgarTramo(obra: TramoEnCurso, items: readonly ItemEnObra[]): Promise<ItemPurgado[]> {
  const conIntencion = items.filter(hasIntencion);
  if (conIntencion.length === 0) return [];
  const { servicios, slug, tramo, signal } = obra;
  const verificados = await servicios.documentos.verificarIntegridad({
    slug,
    signal,
    items: conIntencion.map(({ itemId, anexoIds }) => ({ itemId, anexoIds })),
  });
  await servicios.puntoDeFallo.alcanzar('purga.verificada');
  const danados = verificados.flatMap(toOmision);
  await omitir(obra, danados);
  const retenidos = await omitirRetenidos(obra, without(conIntencion, danados));
  const purgables = without(conIntencion, [...danados, ...retenidos]);
  if (purgables.length === 0) return [];
  await servicios.puntoDeFallo.alcanzar('purga.antes');
  const purgados = await servicios.documentos.purgar({
    slug,
    loteId: tramo.loteId,
    items: purgables.map(({ itemId, expedienteId, radicadoIds, anexoIds }) => ({
      itemId,
      expedienteId,
      radicadoIds,
      anexoIds,
    })),
  });
  await servicios.puntoDeFallo.alcanzar('purga.despues');
  await settleFallidos(obra, purgables, purgados);
  const listos = await settleFisico(
    obra,
    purgables,
    purgados.filter(({ resultado }) => resultado === 'purgado'),
  );
  await servicios.puntoDeFallo.alcanzar('purga.asentada');
  return listos;
}

function hasIntencion(item: ItemEnObra): item is ItemConIntencion {
  return item.radicadoIds !== null && item.anexoIds !== null;
}

function without<T extends { readonly itemId: number }>(
  items: readonly T[],
  fuera: readonly { readonly itemId: number }[],
): T[] {
  const ids = new Set(fuera.map(({ itemId }) => itemId));
  return items.filter(({ itemId }) => !ids.has(itemId));
}

function toOmision({ itemId, objetos }: ItemVerificado): ItemExcluido[] {
  const malo = objetos.find(({ resultado }) => resultado !== 'ok');
  if (malo === undefined) return [];
  return malo.resultado === 'ausente'
    ? [
        {
          itemId,
          causa: 'documento_ausente',
          detalle: `el anexo ${malo.anexoId} no tiene bytes en el almacén`,
        },
      ]
    : [
        {
          itemId,
          causa: 'integridad',
          detalle: `los bytes del anexo ${malo.anexoId} no son los que se registraron (SHA-256 ${malo.sha256})`,
        },
      ];
}

async function omitir(obra: TramoEnCurso, omisiones: readonly ItemExcluido[]): Promise<void> {
  if (omisiones.length === 0) return;
  const acto = {
    actor: actorId(buildActorSistema(obra.slug, 'executor')),
    instante: obra.servicios.reloj.now(),
  };
  await withTramoTx(obra, (tx) => insertOmisiones(tx, obra.tramo.loteId, omisiones, acto));
}

/** REQ-HOLD-3: holds are asked for again before each batch of bytes. */
async function omitirRetenidos(obra: TramoEnCurso, items: readonly ItemEnObra[]): Promise<ItemExcluido[]> {
  const instante = obra.servicios.reloj.now();
  const acto = { actor: actorId(buildActorSistema(obra.slug, 'executor')), instante };
  return withTramoTx(
    obra,
    async (tx) => {
      const { version } = await getCalendarioVigente(tx);
      const contexto = { hoy: fechaEnBogota(instante), calendarioId: version.id };
      const ids = await listRetenidos(
        tx,
        obra.tramo.loteId,
        items.map(({ itemId }) => itemId),
        contexto,
      );
      const omisiones = ids.map((itemId) => ({
        itemId,
        causa: 'retencion_legal',
        detalle: 'una retención legal llegó antes de la destrucción',
      }));
      await insertOmisiones(tx, obra.tramo.loteId, omisiones, acto);
      return omisiones;
    },
    { frenteARetenciones: true },
  );
}

/** A changed inventory is final; a store that failed is an attempt, and after the cap an omisión. */
async function settleFallidos(
  obra: TramoEnCurso,
  items: readonly ItemConIntencion[],
  purgados: readonly ItemPurgado[],
): Promise<void> {
  const intentos = new Map(items.map(({ itemId, intentos: previos }) => [itemId, previos + 1]));
  const fallidos = purgados.filter(({ resultado }) => resultado === 'almacen');
  const agotados = fallidos.filter(({ itemId }) => (intentos.get(itemId) ?? 0) >= MAX_INTENTOS);
  const omisiones: ItemExcluido[] = [
    ...purgados.filter(({ resultado }) => resultado === 'inventario_anexos_cambio'),
    ...agotados,
  ].map(({ itemId, resultado, detalle }) => ({ itemId, causa: resultado, detalle: detalle ?? resultado }));
  const repetibles = without(fallidos, agotados);
  if (omisiones.length + repetibles.length === 0) return;
  const acto = {
    actor: actorId(buildActorSistema(obra.slug, 'executor')),
    instante: obra.servicios.reloj.now(),
  };
  await withTramoTx(obra, async (tx) => {
    for (const { itemId, detalle } of fallidos)
      await addIntento(tx, [itemId], detalle ?? 'el almacén no respondió');
    await insertOmisiones(tx, obra.tramo.loteId, omisiones, acto);
  });
}

/** Paper is destroyed by hand: without its certificate the ítem waits, holding no lease and counting no attempt. */
async function settleFisico(
  obra: TramoEnCurso,
  items: readonly ItemConIntencion[],
  purgados: readonly ItemPurgado[],
): Promise<ItemPurgado[]> {
  const enEspera = new Set(
    items
      .filter(({ soporte, conConstancia }) => soporte !== 'electronico' && !conConstancia)
      .map(({ itemId }) => itemId),
  );
  const esperan = purgados.filter(({ itemId }) => enEspera.has(itemId));
  if (esperan.length > 0) {
    await withTramoTx(obra, (tx) =>
      setEsperaFisico(
        tx,
        esperan.map(({ itemId }) => itemId),
      ),
    );
  }
  return purgados.filter(({ itemId }) => !enEspera.has(itemId));
}
