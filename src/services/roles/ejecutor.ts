import { setInterval } from 'node:timers/promises';
import type { Avisos } from '../../db/avisos.ts';
import { listLotesEnEjecucion } from '../../db/ejecucion/cierre.queries.ts';
import {
  claimTramo,
  freeTramos,
  listPropietarios,
  renewTramo,
  type Tramo,
} from '../../db/ejecucion/tramos.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { listTenants } from '../../db/tenants/list-tenants.ts';
import { classifyFallo } from '../../domain/ejecucion/classify-fallo.ts';
import { cerrarSiTermina } from '../ejecucion/cerrar-si-termina.ts';
import { procesarTramo } from '../ejecucion/procesar-tramo.ts';
import type { TramoEnCurso } from '../ejecucion/tramo-en-curso.ts';
import type { Bitacora } from '../ports/bitacora.ts';
import type { RolProceso } from '../ports/rol-proceso.ts';
import { isPropietarioMuerto } from './propietario.ts';

export interface DatosEjecutor {
  readonly servicios: TramoEnCurso['servicios'];
  readonly avisos: Avisos;
  readonly bitacora: Bitacora;
  /** Who claims: unique per process and boot (`buildPropietario`). */
  readonly propietario: string;
}

const LATIDO_MS = 5_000;
const BARRIDO_MS = 10_000;
/** With a tramo backing off, look again soon rather than at the next sweep. */
const REPASO_MS = 500;

/**
 * The executor role: claims tramos of any lote in execution and works them, one at a time, until it is stopped. Any
 * number of processes on any number of machines do the same; leases and fichas keep each tramo with one of them.
 */
export function createEjecutor(datos: DatosEjecutor): RolProceso {
  const parada = new AbortController();
  let bucle: Promise<void> = Promise.resolve();
  return {
    nombre: 'executor',
    start: async () => {
      await freeOwnLeases(datos);
      bucle = loop(datos, parada.signal);
    },
    stop: async () => {
      parada.abort();
      await bucle;
    },
  };
}

async function loop(datos: DatosEjecutor, signal: AbortSignal): Promise<void> {
  // A tramo that this process could not let go of: what it holds is given back as soon as the database answers again.
  let atascado = false;
  while (!signal.aborted) {
    let pendiente = false;
    try {
      if (atascado) await freeTramosDe(datos, datos.propietario);
      atascado = false;
      pendiente = await sweep(datos, signal);
    } catch (error) {
      atascado = true;
      if (!signal.aborted) datos.bitacora.error({ err: error }, 'executor sweep failed');
    }
    await datos.avisos.wait('ejecucion', pendiente ? REPASO_MS : BARRIDO_MS, signal);
  }
}

/**
 * Works every tramo that can be claimed now and closes every run that is over, in every tenant; true when some lote is
 * still in execution. Rejects when the database is gone.
 */
async function sweep(datos: DatosEjecutor, signal: AbortSignal): Promise<boolean> {
  let pendiente = false;
  for (const { slug } of await listTenants(datos.servicios.db, { soloOperables: true })) {
    for (
      let tramo = signal.aborted ? null : await claim(datos, slug);
      tramo !== null;
      tramo = signal.aborted ? null : await claim(datos, slug)
    ) {
      await work(datos, slug, tramo, signal);
    }
    if (signal.aborted) return pendiente;
    const lotes = await withTenantTx(datos.servicios.db, slug, listLotesEnEjecucion, { readOnly: true });
    for (const loteId of lotes) pendiente = (await close(datos, slug, loteId)) || pendiente;
  }
  return pendiente;
}

/** Closes the run of a lote if it is over; true while it is not. What keeps one lote open never stops the others. */
async function close({ servicios, bitacora }: DatosEjecutor, slug: string, loteId: string): Promise<boolean> {
  try {
    const cierre = await cerrarSiTermina(servicios, slug, loteId);
    if (cierre === 'bloqueada') bitacora.error({ slug, loteId }, 'run blocked: its counts do not balance');
    return cierre === 'abierta';
  } catch (error) {
    if (classifyFallo(error) === 'sin_base') throw error;
    bitacora.error({ err: error, slug, loteId }, 'run not closed; it will be tried again');
    return false;
  }
}

function claim({ servicios, propietario }: DatosEjecutor, slug: string): Promise<Tramo | null> {
  return withTenantTx(servicios.db, slug, (tx) => claimTramo(tx, propietario));
}

/**
 * One tramo, with a heartbeat beside it; losing the lease aborts the work. Rejects only when the database is gone: any
 * other defect leaves this tramo to its lease and never stops the others.
 */
async function work(datos: DatosEjecutor, slug: string, tramo: Tramo, parada: AbortSignal): Promise<void> {
  const { servicios, bitacora } = datos;
  const perdida = new AbortController();
  const latido = new AbortController();
  const signal = AbortSignal.any([parada, perdida.signal]);
  const latiendo = beat(datos, slug, tramo, latido.signal).then((vigente) => {
    if (!vigente) perdida.abort();
  });
  try {
    const { fallos, ...resultado } = await procesarTramo({ servicios, slug, tramo, signal });
    for (const error of fallos)
      bitacora.warn({ err: error, slug, tramo: tramo.id }, 'an ítem failed; one attempt');
    bitacora.info({ slug, tramo: tramo.id, ...resultado }, 'tramo worked');
  } catch (error) {
    if (classifyFallo(error) === 'sin_base') throw error;
    bitacora.error({ err: error, slug, tramo: tramo.id }, 'tramo abandoned until its lease runs out');
  } finally {
    latido.abort();
    await latiendo;
  }
}

/** Renews the lease every 5 s until told to stop (true), or until somebody else has the tramo (false). */
async function beat(datos: DatosEjecutor, slug: string, tramo: Tramo, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const _ of setInterval(LATIDO_MS, undefined, { signal })) {
      if (!(await withTenantTx(datos.servicios.db, slug, (tx) => renewTramo(tx, tramo)))) return false;
    }
  } catch (error) {
    if (!signal.aborted) datos.bitacora.warn({ err: error, tramo: tramo.id }, 'lease not renewed');
    return signal.aborted;
  }
  return true;
}

/** At boot: ends the claims of earlier incarnations of this machine that are known to be dead. */
async function freeOwnLeases(datos: DatosEjecutor): Promise<void> {
  const { servicios, propietario } = datos;
  const muertos = new Set<string>();
  for (const { slug } of await listTenants(servicios.db, { soloOperables: true })) {
    for (const otro of await withTenantTx(servicios.db, slug, listPropietarios, { readOnly: true })) {
      if (isPropietarioMuerto(otro, propietario)) muertos.add(otro);
    }
  }
  for (const muerto of muertos) await freeTramosDe(datos, muerto);
}

/** Ends the claims of an owner that works on nothing any more, in every tenant. */
async function freeTramosDe({ servicios, bitacora }: DatosEjecutor, propietario: string): Promise<void> {
  for (const { slug } of await listTenants(servicios.db, { soloOperables: true })) {
    const liberados = await withTenantTx(servicios.db, slug, (tx) => freeTramos(tx, propietario));
    if (liberados > 0) bitacora.info({ slug, liberados, propietario }, 'leases freed');
  }
}
