import { type ChildProcess, spawn } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ajustes, buildArgumentos } from './ajustes.ts';
import type { Binarios } from './binarios.ts';
import type { CuentaSistema } from './cuenta-sistema.ts';
import { hasErrorCode } from './error-code.ts';
import { type EstadoPostmaster, judgePostmaster, postmasterPidPath } from './postmaster-pid.ts';
import { findCwd, sendSignal } from './proceso.ts';
import { serverEnv } from './server-env.ts';

/** What is needed to run the server of one data folder. */
export interface Servidor {
  readonly carpeta: string;
  readonly pgdata: string;
  readonly binarios: Binarios;
  readonly cuenta: CuentaSistema | null;
  readonly ajustes: Ajustes;
}

/** How an attempt to start ended: `puerto` and `memoria` may go better the next time. */
export type Arranque =
  | { readonly tipo: 'listo'; readonly pid: number }
  | { readonly tipo: 'fallo'; readonly causa: 'puerto' | 'memoria' | 'otra'; readonly detalle: string };

const PASO_MS = 25;
const REGISTRO_MAXIMO_BYTES = 10 * 1024 * 1024;

/** Starts the server detached from this process and waits until it accepts connections, or `plazoMs` ms pass. */
export async function spawnServidor(servidor: Servidor, puerto: number, plazoMs: number): Promise<Arranque> {
  const registro = join(servidor.carpeta, 'postgres.log');
  const desde = await rotateRegistro(registro);
  const descriptor = await open(registro, 'a', 0o600);
  if (servidor.cuenta !== null) await descriptor.chown(servidor.cuenta.uid, servidor.cuenta.gid);
  let hijo: ChildProcess;
  try {
    hijo = spawn(
      servidor.binarios.postgres,
      ['-D', servidor.pgdata, '-p', String(puerto), ...buildArgumentos(servidor.ajustes)],
      {
        ...servidor.cuenta,
        cwd: '/',
        env: serverEnv(),
        detached: true,
        stdio: ['ignore', descriptor.fd, descriptor.fd],
      },
    );
    await spawned(hijo);
  } finally {
    await descriptor.close();
  }
  hijo.unref();
  const fin = await waitReady(servidor.pgdata, hijo, plazoMs);
  if (fin === 'listo' && hijo.pid !== undefined) return { tipo: 'listo', pid: hijo.pid };
  const detalle = await readFrom(registro, desde);
  if (fin === 'plazo') hijo.kill('SIGINT');
  return { tipo: 'fallo', causa: classifyFailure(detalle), detalle: detalle.trim() || fin };
}

/** Waits while the server of the folder is in one of those phases; the last verdict. */
export async function waitWhile(
  pgdata: string,
  plazoMs: number,
  sigue: (estado: EstadoPostmaster) => boolean,
): Promise<EstadoPostmaster> {
  const limite = performance.now() + plazoMs;
  for (;;) {
    const estado = await judgePostmaster(pgdata);
    if (!sigue(estado) || performance.now() >= limite) return estado;
    await sleep(PASO_MS);
  }
}

/**
 * Makes a left-over pid file harmless when its number now belongs to a stranger, without deleting it: PostgreSQL also
 * reads there which shared memory to check, and takes its own parent's number for stale.
 */
export async function disarmPidFile(pgdata: string): Promise<void> {
  const archivo = postmasterPidPath(pgdata);
  const texto = await readFile(archivo, 'utf8');
  const [, ...resto] = texto.split('\n');
  if (texto.trim() === '') await rm(archivo, { force: true });
  else await writeFile(archivo, [String(process.pid), ...resto].join('\n'));
}

/** Asks processes that a killed server left behind on this folder to end; they hold its shared memory. */
export async function endOrphans(pgdata: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const nombre of await readdir('/proc')) {
    const pid = Number(nombre);
    if (Number.isInteger(pid) && (await findCwd(pid)) === pgdata) sendSignal(pid, 'SIGTERM');
  }
}

/**
 * Fast shutdown of whatever server runs on the folder: sessions are ended, everything is written. Immediate shutdown
 * when that takes over `plazoMs` ms. The pid of a server that outlives both; null when none runs any more.
 */
export async function stopServidor(pgdata: string, plazoMs: number): Promise<number | null> {
  for (const senal of ['SIGINT', 'SIGQUIT'] as const) {
    const antes = await judgePostmaster(pgdata);
    if (antes.tipo !== 'vivo') return null;
    sendSignal(antes.datos.pid, senal);
    await waitWhile(pgdata, plazoMs, (estado) => estado.tipo === 'vivo');
  }
  const despues = await judgePostmaster(pgdata);
  return despues.tipo === 'vivo' ? despues.datos.pid : null;
}

function spawned(hijo: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    hijo.once('spawn', resolve);
    hijo.once('error', reject);
  });
}

async function waitReady(
  pgdata: string,
  hijo: ChildProcess,
  plazoMs: number,
): Promise<'listo' | 'salió' | 'plazo'> {
  const limite = performance.now() + plazoMs;
  while (performance.now() < limite) {
    if (hijo.exitCode !== null || hijo.signalCode !== null) return 'salió';
    const estado = await judgePostmaster(pgdata);
    if (estado.tipo === 'vivo' && estado.datos.pid === hijo.pid && estado.datos.fase === 'ready')
      return 'listo';
    await sleep(PASO_MS);
  }
  return 'plazo';
}

function classifyFailure(registro: string): 'puerto' | 'memoria' | 'otra' {
  if (/could not (bind|create any TCP\/IP sockets)/.test(registro)) return 'puerto';
  if (/pre-existing shared memory block/.test(registro)) return 'memoria';
  return 'otra';
}

/** Keeps one older log; answers where the new lines will begin, in bytes. */
async function rotateRegistro(registro: string): Promise<number> {
  try {
    const { size } = await stat(registro);
    if (size < REGISTRO_MAXIMO_BYTES) return size;
    await rename(registro, `${registro}.1`);
    return 0;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

async function readFrom(registro: string, desde: number): Promise<string> {
  return (await readFile(registro)).subarray(desde).toString('utf8');
}
