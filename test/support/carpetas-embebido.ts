import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { choosePuerto, conexionPath } from '../../src/adapters/postgres-embebido/conexion.ts';
import { stopServidor } from '../../src/adapters/postgres-embebido/servidor.ts';
import {
  type PostgresEmbebido,
  startPostgresEmbebido,
} from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';

/** Folders for embedded servers of one test file, under a path with a space and an ñ; `remove` stops and deletes. */
export interface CarpetasEmbebido {
  /** A folder with nothing in it yet. */
  vacia(): string;
  /** A folder with a stopped cluster, as after a proper shutdown. */
  conDatos(): Promise<string>;
  remove(): Promise<void>;
}

const SIN_ESPERAR_AL_DISCO = { fsync: 'off' } as const;

/** Starts a server as the tests want it: quick. */
export function startRapido(carpeta: string, log?: (linea: string) => void): Promise<PostgresEmbebido> {
  return startPostgresEmbebido({
    carpeta,
    ajustes: SIN_ESPERAR_AL_DISCO,
    ...(log === undefined ? {} : { log }),
  });
}

export async function makeCarpetasEmbebido(): Promise<CarpetasEmbebido> {
  const raiz = await mkdtemp(join(tmpdir(), 'eliminacion embebido ñ '));
  await chmod(raiz, 0o711);
  const usadas: string[] = [];
  const nueva = (): string => {
    const carpeta = join(raiz, `servidor ${usadas.length}`);
    usadas.push(carpeta);
    return carpeta;
  };
  let modelo: Promise<string> | null = null;
  return {
    vacia: nueva,
    conDatos: async () => {
      modelo ??= makeModelo(nueva());
      const carpeta = nueva();
      await promisify(execFile)('cp', ['-a', await modelo, carpeta]);
      await changePuerto(carpeta);
      return carpeta;
    },
    remove: async () => {
      for (const carpeta of usadas) await stopServidor(join(carpeta, 'pgdata'), 10_000);
      await rm(raiz, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function makeModelo(carpeta: string): Promise<string> {
  const servidor = await startRapido(carpeta);
  await queryEmbebido(servidor.superuserUrl, 'CREATE TABLE testigo AS SELECT 1 AS n');
  await servidor.stop();
  return carpeta;
}

/** Copies of one cluster would all want its port. Written in place, so that the file keeps its account. */
async function changePuerto(carpeta: string): Promise<void> {
  const archivo = conexionPath(carpeta);
  const conexion: unknown = JSON.parse(await readFile(archivo, 'utf8'));
  await writeFile(archivo, JSON.stringify(Object.assign({}, conexion, { puerto: await choosePuerto(null) })));
}

/** Rows of one statement on a connection of its own. */
export async function queryEmbebido(connectionString: string, sql: string): Promise<unknown[]> {
  const cliente = new pg.Client({ connectionString });
  try {
    await cliente.connect();
    return (await cliente.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await cliente.end();
  }
}

/** Another process of ours that starts the server of a folder, with an empty environment. */
export function spawnArrancador(carpeta: string): ChildProcess {
  const guion = fileURLToPath(import.meta.resolve('./arrancar-embebido.ts'));
  return spawn(process.execPath, [guion, carpeta], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What that process says once the server is up. */
export async function readArrancador(
  hijo: ChildProcess,
): Promise<{ pid: number; port: number; adoptado: boolean }> {
  if (hijo.stdout === null) throw new Error('El proceso no tiene salida.');
  const [linea] = await once(createInterface(hijo.stdout), 'line');
  return JSON.parse(String(linea));
}

/** Kills it as the kernel would, and waits until it is gone. */
export async function killProceso(hijo: ChildProcess): Promise<void> {
  const salida = once(hijo, 'exit');
  hijo.kill('SIGKILL');
  await salida;
}
