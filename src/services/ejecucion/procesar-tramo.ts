import { getEjecucion } from '../../db/ejecucion/ejecuciones.queries.ts';
import {
  addIntento,
  countRestantes,
  insertOmisiones,
  listItemsEnObra,
} from '../../db/ejecucion/intenciones.queries.ts';
import { finishTramo, releaseTramo } from '../../db/ejecucion/tramos.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { computeEspera, MAX_INTENTOS } from '../../domain/ejecucion/intentos.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { actorId } from '../../domain/personas/actor.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { dejarLapidas } from './dejar-lapidas.ts';
import { purgarTramo } from './purgar-tramo.ts';
import { registrarIntencion } from './registrar-intencion.ts';
import { FichaVencida, type TramoEnCurso, withTramoTx } from './tramo-en-curso.ts';

export interface ResultadoTramo {
  readonly destruidos: number;
  /** Nothing of the tramo is left to do or to wait for. */
  readonly terminado: boolean;
  /** The claim was lost to another executor: nothing was written by this one. */
  readonly perdido: boolean;
}

/**
 * Takes a claimed tramo through intention, purge and lápida, as far as it can go now, and lets go of it. Everything is
 * repeatable: a crash anywhere leaves what the next claim goes on from. A failure that concerns the whole batch counts
 * one attempt for each of its ítems and is retried later; after the cap they are omitted with it.
 */
export async function procesarTramo(obra: TramoEnCurso): Promise<ResultadoTramo> {
  try {
    const destruidos = await runFases(obra);
    const terminado = await settle(obra);
    return { destruidos, terminado, perdido: false };
  } catch (error) {
    if (error instanceof FichaVencida) return { destruidos: 0, terminado: false, perdido: true };
    obra.signal.throwIfAborted();
    await recordFallo(obra, error);
    throw error;
  }
}

async function runFases(obra: TramoEnCurso): Promise<number> {
  const { servicios, slug, tramo } = obra;
  const listObra = () =>
    withTenantTx(servicios.db, slug, (tx) => listItemsEnObra(tx, tramo.id), { readOnly: true });
  const ejecucion = await withTenantTx(servicios.db, slug, (tx) => getEjecucion(tx, tramo.ejecucionId), {
    readOnly: true,
  });
  await registrarIntencion(obra, await listObra());
  const purgados = await purgarTramo(obra, await listObra());
  return dejarLapidas(obra, ejecucion, purgados);
}

/** Finishes the tramo, or leaves it for another pass: later if something failed, on its constancia if it waits for paper. */
async function settle(obra: TramoEnCurso): Promise<boolean> {
  return withTramoTx(obra, async (tx) => {
    const { pendientes, enEspera } = await countRestantes(tx, obra.tramo.id);
    if (pendientes > 0) await releaseTramo(tx, obra.tramo, computeEspera(obra.tramo.ficha, Math.random()));
    else if (enEspera > 0) await releaseTramo(tx, obra.tramo, null);
    else await finishTramo(tx, obra.tramo);
    return pendientes + enEspera === 0;
  });
}

async function recordFallo(obra: TramoEnCurso, error: unknown): Promise<void> {
  const { servicios, slug, tramo } = obra;
  const detalle = error instanceof Error ? error.message : String(error);
  const causa =
    error instanceof DomainError && error.code.startsWith('almacen') ? 'almacen' : 'servicio_documentos';
  const acto = { actor: actorId(buildActorSistema(slug, 'executor')), instante: servicios.reloj.now() };
  await withTramoTx(obra, async (tx) => {
    const items = await listItemsEnObra(tx, tramo.id);
    await addIntento(
      tx,
      items.map(({ itemId }) => itemId),
      detalle,
    );
    const agotados = items.filter(({ intentos }) => intentos + 1 >= MAX_INTENTOS);
    await insertOmisiones(
      tx,
      tramo.loteId,
      agotados.map(({ itemId }) => ({ itemId, causa, detalle })),
      acto,
    );
    const intentos = Math.max(1, ...items.map((item) => item.intentos + 1));
    await releaseTramo(tx, tramo, computeEspera(intentos, Math.random()));
  });
}
