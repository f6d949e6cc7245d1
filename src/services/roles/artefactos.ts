import { listActasEnObra, listArtefactos, recordFalloArtefactos } from '../../db/acta/actas.queries.ts';
import type { Avisos } from '../../db/avisos.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { listTenants } from '../../db/tenants/list-tenants.ts';
import { computeEspera } from '../../domain/ejecucion/intentos.ts';
import { avanzarActa, type ServiciosActa } from '../acta/avanzar-acta.ts';
import type { Bitacora } from '../ports/bitacora.ts';
import type { RolProceso } from '../ports/rol-proceso.ts';
import { barrerEmisiones } from './barrer-emisiones.ts';

export interface DatosArtefactos {
  readonly servicios: ServiciosActa;
  readonly avisos: Avisos;
  readonly bitacora: Bitacora;
}

const BARRIDO_MS = 10_000;
const ACTAS_POR_BARRIDO = 20;

/** The signature role: emits, seals, keeps and verifies actas. It retries for ever, each time later; it never destroys. */
export function createArtefactos(datos: DatosArtefactos): RolProceso {
  const parada = new AbortController();
  let bucle: Promise<void> = Promise.resolve();
  return {
    nombre: 'signature',
    start: async () => {
      const abandonadas = await barrerEmisiones(datos.servicios.carpetaTrabajo);
      if (abandonadas > 0) datos.bitacora.info({ abandonadas }, 'emissions of dead processes removed');
      bucle = loop(datos, parada.signal);
    },
    stop: async () => {
      parada.abort();
      await bucle;
    },
  };
}

async function loop(datos: DatosArtefactos, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweep(datos, signal);
    } catch (error) {
      if (!signal.aborted) datos.bitacora.error({ err: error }, 'artefact sweep failed');
    }
    await datos.avisos.wait('acta', BARRIDO_MS, signal);
  }
}

async function sweep({ servicios, bitacora }: DatosArtefactos, signal: AbortSignal): Promise<void> {
  for (const { slug } of await listTenants(servicios.db, { soloOperables: true })) {
    const actas = await withTenantTx(servicios.db, slug, (tx) => listActasEnObra(tx, ACTAS_POR_BARRIDO), {
      readOnly: true,
    });
    for (const actaId of actas) {
      if (signal.aborted) return;
      try {
        await avanzarActa(servicios, slug, actaId);
        bitacora.info({ slug, actaId }, 'acta kept and verified');
      } catch (error) {
        bitacora.error({ err: error, slug, actaId }, 'acta not finished; it will be tried again');
        const detalle = error instanceof Error ? error.message : String(error);
        await withTenantTx(servicios.db, slug, async (tx) => {
          const enObra = (await listArtefactos(tx, actaId)).filter(({ estado }) => estado !== 'verificado');
          const intentos = 1 + Math.max(0, ...enObra.map((artefacto) => artefacto.intentos));
          await recordFalloArtefactos(tx, actaId, detalle, computeEspera(intentos, Math.random()));
        });
      }
    }
  }
}
