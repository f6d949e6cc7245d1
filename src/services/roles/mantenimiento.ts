import { setTimeout as sleep } from 'node:timers/promises';
import { listPublicacionesAbiertas } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { listTenants } from '../../db/tenants/list-tenants.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import { consolidarDenegaciones } from '../auditoria/consolidar-denegaciones.ts';
import { barrerDestruyendo, barrerRecepcion, barrerSubidas } from '../documentos/barrer-documentos.ts';
import type { ServiciosDocumentos } from '../documentos/servicios-documentos.ts';
import type { Bitacora } from '../ports/bitacora.ts';
import type { RolProceso } from '../ports/rol-proceso.ts';
import type { Sondear } from '../ports/sondeo.ts';
import { registrarSondeo } from '../publicacion/registrar-sondeo.ts';

/** Milliseconds of each of its cycles. */
export interface RitmoMantenimiento {
  readonly barridoMs: number;
  /** After boot, so that this very process has time to answer its own probe. */
  readonly primerSondeoMs: number;
}

export interface DatosMantenimiento {
  readonly servicios: ServiciosDocumentos;
  readonly bitacora: Bitacora;
  /** How a public address is asked; null where somebody else makes the probes. */
  readonly sondear: Sondear | null;
  readonly ritmo?: RitmoMantenimiento;
}

const RITMO: RitmoMantenimiento = { barridoMs: 60_000, primerSondeoMs: 10_000 };
/** A probe each 15 minutes by the wall clock of Bogotá (REQ-PUB-4). */
const SONDEOS_POR_DIA = 96;
const TURNO_MS = 86_400_000 / SONDEOS_POR_DIA;
const SONDEOS_A_LA_VEZ = 8;

/**
 * The housekeeping role. At boot and each minute: takes what uploads left behind, and chains denials that were only
 * counted. Each 15 minutes: probes the public address of every open publication. Any number of processes may have it:
 * sweeping repeats without effect and a probe's turn is taken once.
 */
export function createMantenimiento(datos: DatosMantenimiento): RolProceso {
  const parada = new AbortController();
  let bucles: Promise<unknown> = Promise.resolve();
  return {
    nombre: 'housekeeping',
    start: () => {
      bucles = Promise.all([loopBarridos(datos, parada.signal), loopSondeos(datos, parada.signal)]);
      return Promise.resolve();
    },
    stop: async () => {
      parada.abort();
      await bucles;
    },
  };
}

async function loopBarridos(datos: DatosMantenimiento, signal: AbortSignal): Promise<void> {
  const { barridoMs } = datos.ritmo ?? RITMO;
  do {
    await forEachTenant(datos, signal, (slug) => barrer(datos, slug));
  } while (await wait(barridoMs, signal));
}

async function barrer({ servicios, bitacora }: DatosMantenimiento, slug: string): Promise<void> {
  const subidas = await barrerSubidas(servicios, slug);
  const { destruidos, fallidos } = await barrerDestruyendo(servicios, slug);
  const recepciones = await barrerRecepcion(servicios, slug);
  const denegaciones = await consolidarDenegaciones(servicios.db, slug, servicios.reloj.now());
  if (subidas + destruidos + recepciones + denegaciones > 0)
    bitacora.info({ slug, subidas, destruidos, recepciones, denegaciones }, 'swept');
  if (fallidos.size > 0)
    bitacora.error(
      { slug, fallidos: [...fallidos.values()] },
      'bytes that no anexo uses could not be destroyed',
    );
}

async function loopSondeos(datos: DatosMantenimiento, signal: AbortSignal): Promise<void> {
  const { sondear, servicios } = datos;
  if (sondear === null) return;
  let espera = (datos.ritmo ?? RITMO).primerSondeoMs;
  while (await wait(espera, signal)) {
    await forEachTenant(datos, signal, (slug) => sondearAbiertas(datos, slug, sondear));
    espera = TURNO_MS - (servicios.reloj.now().getTime() % TURNO_MS);
  }
}

async function sondearAbiertas(
  { servicios, bitacora }: DatosMantenimiento,
  slug: string,
  sondear: Sondear,
): Promise<void> {
  const abiertas = await withTenantTx(servicios.db, slug, listPublicacionesAbiertas, { readOnly: true });
  await runBounded(abiertas, SONDEOS_A_LA_VEZ, async (publicacion) => {
    const resultado = await registrarSondeo(servicios, slug, publicacion, sondear, SONDEOS_POR_DIA);
    if (resultado === 'fallido') bitacora.warn({ slug, url: publicacion.url }, 'publication not available');
  });
}

/** What goes wrong with one tenant, or with the list of them, is told and left for the next cycle. */
async function forEachTenant(
  { servicios, bitacora }: DatosMantenimiento,
  signal: AbortSignal,
  work: (slug: string) => Promise<void>,
): Promise<void> {
  try {
    for (const { slug } of await listTenants(servicios.db, { soloOperables: true })) {
      if (signal.aborted) return;
      await work(slug).catch((error: unknown) => bitacora.error({ err: error, slug }, 'housekeeping failed'));
    }
  } catch (error) {
    bitacora.error({ err: error }, 'housekeeping failed');
  }
}

/** False when told to stop. */
async function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
