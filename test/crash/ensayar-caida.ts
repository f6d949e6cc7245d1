import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { registrarConstanciaFisica } from '../../src/services/ejecucion/registrar-constancia-fisica.ts';
import { makePersona } from '../support/personas.ts';
import type { Copia } from './copia.ts';
import type { Foto } from './matriz.ts';
import { Proceso } from './proceso.ts';

const PLAZO_MS = 90_000;

/**
 * Runs the service in a process of its own that is killed at that point, and then, with no manual step, the service
 * again until the lote is over. A person certifies the paper when only paper is waited for, whoever is running then.
 * Gives what the kill left; fails if the process ended in any other way.
 */
export async function ensayarCaida(copia: Copia, punto: string): Promise<Foto> {
  const roles = { ELIMINACION_ROLES: 'executor,signature' };
  const proceso = Proceso.servicio({ ...copia.env, ...roles, ELIMINACION_FALLO_EN: punto });
  try {
    await untilDone(copia, { basta: () => proceso.terminado !== null, barrido: false });
  } finally {
    await proceso.eliminar();
  }
  await proceso.murio();
  const alMorir = await copia.foto();
  await terminar(copia);
  return alMorir;
}

/** The service, started again over what there is, until nothing is left to do. */
export async function terminar(copia: Copia): Promise<void> {
  const app = await createApp(loadConfig(copia.env), { logDestino: { write: () => undefined } });
  try {
    await app.start();
    await untilDone(copia, { basta: () => false, barrido: true });
  } finally {
    await app.stop();
  }
}

interface Espera {
  readonly basta: () => boolean;
  /** Also until the housekeeping has taken what no anexo uses. */
  readonly barrido: boolean;
}

/** Until the lote is closed with its acta kept, or `basta`. */
async function untilDone(copia: Copia, { basta, barrido }: Espera): Promise<void> {
  for (const limite = Date.now() + PLAZO_MS; !basta(); await sleep(25)) {
    const { estado, version, pendientes, papel, verificados, restos } = await readAvance(copia);
    if (estado !== 'en_ejecucion' && verificados === 4 && (restos === 0 || !barrido)) return;
    if (estado === 'en_ejecucion' && pendientes === 0 && papel > 0) await certificar(copia, version);
    if (Date.now() > limite) throw new Error(`no termina: ${JSON.stringify(await copia.foto())}`);
  }
}

interface Avance {
  readonly estado: string;
  readonly version: number;
  readonly pendientes: number;
  readonly papel: number;
  readonly verificados: number;
  readonly restos: number;
}

function readAvance(copia: Copia): Promise<Avance> {
  return copia.fila<Avance>(
    `SELECT l.estado, l.version,
            (SELECT count(*) FROM eliminacion_lote_progreso WHERE estado IN ('pendiente', 'en_curso')) AS pendientes,
            (SELECT count(*) FROM eliminacion_lote_progreso p WHERE estado = 'espera_fisico'
              AND NOT EXISTS (SELECT FROM eliminacion_constancia_items c WHERE c.item_id = p.item_id)) AS papel,
            (SELECT count(*) FROM eliminacion_artefactos WHERE estado = 'verificado') AS verificados,
            (SELECT count(*) FROM objetos o WHERE estado = 'destruyendo'
              AND NOT EXISTS (SELECT FROM anexos a WHERE a.objeto_id = o.id)) AS restos
       FROM eliminacion_lotes l`,
  );
}

async function certificar(copia: Copia, version: number): Promise<void> {
  const { ahora, lote } = copia.molde;
  await registrarConstanciaFisica({ db: copia.db, reloj: { now: () => ahora } }, makePersona('ejecutor'), {
    loteId: lote.id,
    version,
    numero: 'CDF-1',
    metodo: 'picado',
    fecha: '2027-03-01',
    lugar: 'Bodega central',
    unidades: 2,
    testigos: ['Carlos Rúa, Control Interno'],
    evidencia: { nombre: 'constancia.pdf', sha256: 'e'.repeat(64) },
  });
}
