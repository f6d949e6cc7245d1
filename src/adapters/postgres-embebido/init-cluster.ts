import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Binarios } from './binarios.ts';
import type { CuentaSistema } from './cuenta-sistema.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';
import { serverEnv } from './server-env.ts';

export const SUPERUSUARIO = 'postgres';

interface NuevoCluster {
  readonly carpeta: string;
  readonly binarios: Binarios;
  readonly cuenta: CuentaSistema | null;
  readonly clave: string;
  /** Skips the final fsync: for data that no one will miss. */
  readonly efimero: boolean;
}

const PREFIJO = 'inicio-';

/** The first version that orders text the same on every system by itself. */
const VERSION_CON_PROVEEDOR_PROPIO = 17;

/**
 * Makes `<carpeta>/pgdata`. It is built aside and renamed when complete, so a killed run leaves nothing that looks
 * finished; leftovers of such runs are removed. The caller holds the start lock. Throws `postgres_embebido_no_inicia`.
 */
export async function initCluster(nuevo: NuevoCluster): Promise<void> {
  await removeLeftovers(nuevo.carpeta);
  const obra = join(nuevo.carpeta, `${PREFIJO}${randomBytes(6).toString('hex')}`);
  await mkdir(obra, { mode: 0o700 });
  const clave = join(obra, 'clave');
  await writeFile(clave, `${nuevo.clave}\n`, { mode: 0o600 });
  if (nuevo.cuenta !== null) {
    await chown(obra, nuevo.cuenta.uid, nuevo.cuenta.gid);
    await chown(clave, nuevo.cuenta.uid, nuevo.cuenta.gid);
  }
  await runInitdb(nuevo, join(obra, 'pgdata'), clave);
  await rename(join(obra, 'pgdata'), join(nuevo.carpeta, 'pgdata'));
  await syncFolder(nuevo.carpeta);
  await rm(obra, { recursive: true, force: true });
}

/** An orphaned initdb may still be writing while its folder goes: retry until it has noticed. */
async function removeLeftovers(carpeta: string): Promise<void> {
  for (const nombre of await readdir(carpeta)) {
    if (!nombre.startsWith(PREFIJO)) continue;
    await rm(join(carpeta, nombre), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function runInitdb(nuevo: NuevoCluster, pgdata: string, clave: string): Promise<void> {
  const hijo = spawn(nuevo.binarios.initdb, buildInitdbArgumentos(nuevo, pgdata, clave), {
    ...nuevo.cuenta,
    cwd: '/',
    env: serverEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const salida = new Promise<number | null>((resolve, reject) => {
    hijo.once('error', reject);
    hijo.once('close', resolve);
  });
  const [codigo, errores] = await Promise.all([salida, text(hijo.stderr)]);
  if (codigo === 0) return;
  throw new DomainError(postgresEmbebidoErrors.postgres_embebido_no_inicia, {
    carpeta: nuevo.carpeta,
    detalle: `initdb terminó con ${codigo ?? 'una señal'}: ${errores.trim()}`,
  });
}

function buildInitdbArgumentos(nuevo: NuevoCluster, pgdata: string, clave: string): string[] {
  const propio = nuevo.binarios.version >= VERSION_CON_PROVEEDOR_PROPIO;
  return [
    `--pgdata=${pgdata}`,
    `--username=${SUPERUSUARIO}`,
    `--pwfile=${clave}`,
    '--encoding=UTF8',
    ...(propio ? ['--locale-provider=builtin'] : []),
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    '--data-checksums',
    ...(nuevo.efimero ? ['--no-sync'] : []),
  ];
}

async function syncFolder(carpeta: string): Promise<void> {
  const descriptor = await open(carpeta, 'r');
  try {
    await descriptor.sync();
  } finally {
    await descriptor.close();
  }
}
