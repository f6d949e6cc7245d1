import { type Ejecucion, getEjecucion } from '../../db/ejecucion/ejecuciones.queries.ts';
import {
  addIntento,
  countRestantes,
  type ItemEnObra,
  insertOmisiones,
  listItemsEnObra,
} from '../../db/ejecucion/intenciones.queries.ts';
import { finishTramo, releaseTramo } from '../../db/ejecucion/tramos.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { classifyFallo } from '../../domain/ejecucion/classify-fallo.ts';
import { computeEspera, MAX_INTENTOS } from '../../domain/ejecucion/intentos.ts';
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
  /** What failed in this pass; each is already an attempt of the ítems that failed with it. */
  readonly fallos: readonly unknown[];
}

/**
 * Takes a claimed tramo through intention, purge and lápida, as far as it can go now, and lets go of it. Everything is
 * repeatable: a crash anywhere leaves what the next claim goes on from. What fails is halved until it stands alone, and
 * alone counts an attempt; after the cap it is omitted. Rejects only if it could not let go: the database is gone.
 */
export async function procesarTramo(obra: TramoEnCurso): Promise<ResultadoTramo> {
  try {
    const { destruidos, fallos } = await runTramo(obra);
    return { destruidos, fallos, terminado: await settle(obra), perdido: false };
  } catch (error) {
    if (error instanceof FichaVencida) return { destruidos: 0, terminado: false, perdido: true, fallos: [] };
    throw error;
  }
}

/** What a pass has done so far. A process that stops lets go of what it has not begun. */
interface Avance {
  destruidos: number;
  /** Pages of the libro written under this claim. */
  paginas: number;
  readonly fallos: unknown[];
}

async function runTramo(obra: TramoEnCurso): Promise<Avance> {
  const { servicios, slug, tramo } = obra;
  const ejecucion = await withTenantTx(servicios.db, slug, (tx) => getEjecucion(tx, tramo.ejecucionId), {
    readOnly: true,
  });
  const avance: Avance = { destruidos: 0, paginas: 0, fallos: [] };
  await runTanda(obra, ejecucion, avance, null);
  return avance;
}

/** `ordenes`: first and last orden of the ítems it is about; null = the whole tramo. */
async function runTanda(
  obra: TramoEnCurso,
  ejecucion: Ejecucion,
  avance: Avance,
  ordenes: Ordenes | null,
): Promise<void> {
  if (obra.signal.aborted) return;
  try {
    await runFases(obra, ejecucion, avance, ordenes);
  } catch (error) {
    if (error instanceof FichaVencida || classifyFallo(error) === 'sin_base') throw error;
    if (obra.signal.aborted) return;
    const items = await listObra(obra, ordenes);
    if (items.length < 2) {
      avance.fallos.push(error);
      await recordFallo(obra, items, error);
      return;
    }
    for (const mitad of split(items)) await runTanda(obra, ejecucion, avance, mitad);
  }
}

interface Ordenes {
  readonly desde: number;
  readonly hasta: number;
}

/** The two halves of a list in order, by their first and last orden. */
function split(items: readonly ItemEnObra[]): Ordenes[] {
  const medio = Math.ceil(items.length / 2);
  return [items.slice(0, medio), items.slice(medio)].map((mitad) => ({
    desde: mitad[0]?.orden ?? 0,
    hasta: mitad.at(-1)?.orden ?? 0,
  }));
}

async function listObra(
  { servicios, slug, tramo }: TramoEnCurso,
  ordenes: Ordenes | null,
): Promise<ItemEnObra[]> {
  const items = await withTenantTx(servicios.db, slug, (tx) => listItemsEnObra(tx, tramo.id), {
    readOnly: true,
  });
  return ordenes === null
    ? items
    : items.filter(({ orden }) => orden >= ordenes.desde && orden <= ordenes.hasta);
}

async function runFases(
  obra: TramoEnCurso,
  ejecucion: Ejecucion,
  avance: Avance,
  ordenes: Ordenes | null,
): Promise<void> {
  await registrarIntencion(obra, await listObra(obra, ordenes));
  if (obra.signal.aborted) return;
  const purgados = await purgarTramo(obra, await listObra(obra, ordenes));
  if (purgados.length === 0) return;
  avance.paginas += 1;
  avance.destruidos += await dejarLapidas(obra, ejecucion, purgados, avance.paginas);
}

/** Finishes the tramo, or leaves it for another pass: later if something failed, on its constancia if it waits for paper. */
async function settle(obra: TramoEnCurso): Promise<boolean> {
  const { puntoDeFallo } = obra.servicios;
  const terminado = await withTramoTx(obra, async (tx) => {
    const { pendientes, enEspera, intentos } = await countRestantes(tx, obra.tramo.id);
    // Stopped halfway, it failed at nothing: whoever is there next may go on at once.
    const espera = obra.signal.aborted ? 0 : computeEspera(intentos, Math.random());
    if (pendientes > 0) await releaseTramo(tx, obra.tramo, espera);
    else if (enEspera > 0) await releaseTramo(tx, obra.tramo, null);
    else await finishTramo(tx, obra.tramo);
    await puntoDeFallo.alcanzar('tramo.antes_de_soltar');
    return pendientes + enEspera === 0;
  });
  await puntoDeFallo.alcanzar('tramo.soltado');
  return terminado;
}

/** One more attempt for each ítem, with its error; those at the cap are omitted with it. */
async function recordFallo(obra: TramoEnCurso, items: readonly ItemEnObra[], error: unknown): Promise<void> {
  const { servicios, slug, tramo } = obra;
  const detalle = error instanceof Error ? error.message : String(error);
  const causa = classifyFallo(error) === 'almacen' ? 'almacen' : 'servicio_documentos';
  const acto = { actor: actorId(buildActorSistema(slug, 'executor')), instante: servicios.reloj.now() };
  const agotados = items.filter(({ intentos }) => intentos + 1 >= MAX_INTENTOS);
  await withTramoTx(obra, async (tx) => {
    await addIntento(
      tx,
      items.map(({ itemId }) => itemId),
      detalle,
    );
    await insertOmisiones(
      tx,
      tramo.loteId,
      agotados.map(({ itemId }) => ({ itemId, causa, detalle })),
      acto,
    );
  });
}
