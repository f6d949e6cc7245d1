import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { processExists } from '../../src/adapters/postgres-embebido/proceso.ts';
import { stopServidor } from '../../src/adapters/postgres-embebido/servidor.ts';
import { startPostgresEmbebido } from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import { bootstrapRoles, type OpcionesRoles } from '../../src/db/migrate/bootstrap-roles.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { provisionTenant } from '../../src/db/migrate/provision-tenant.ts';

/** What every test file of a run shares: one server, its roles, and a migrated database to clone. */
export interface ServidorDePruebas {
  readonly superuserUrl: string;
  readonly passwords: OpcionesRoles['passwords'];
  readonly plantilla: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly servidor: ServidorDePruebas;
  }
}

const PREFIJO = 'eliminacion-pruebas-';
const PLANTILLA = 'plantilla';

/** Data that live for minutes: nothing needs to survive a power cut. */
const ajustes = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};

/**
 * Starts the run's server: the embedded one, or that of ELIMINACION_PG_BIN. Only its own clusters are touched; those
 * of runs that were killed go first.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const carpeta = await mkdtemp(join(tmpdir(), `${PREFIJO}${process.pid}-`));
  await chmod(carpeta, 0o711);
  const binarios = process.env['ELIMINACION_PG_BIN'];
  const servidor = await startPostgresEmbebido({
    carpeta: join(carpeta, 'postgres'),
    ajustes,
    ...(binarios === undefined || binarios === '' ? {} : { binarios }),
  });
  const teardown = async (): Promise<void> => {
    await servidor.stop();
    await rm(carpeta, { recursive: true, force: true });
  };
  try {
    project.provide('servidor', await prepareServidor(servidor.superuserUrl));
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function prepareServidor(superuserUrl: string): Promise<ServidorDePruebas> {
  const passwords = { owner: clave(), app: clave(), audit: clave(), verifier: clave() };
  const { ownerUrl: url } = await bootstrapRoles(superuserUrl, { database: PLANTILLA, passwords });
  await migrate({ url });
  await provisionTenant({ url, slug: 'demo', nombre: 'Alcaldía de Demostración', nit: '899999001-7' });
  await provisionTenant({ url, slug: 'otra', nombre: 'Alcaldía Vecina', nit: '899999002-4' });
  const cliente = new pg.Client({ connectionString: superuserUrl });
  await cliente.connect();
  try {
    await cliente.query(`ALTER DATABASE ${PLANTILLA} WITH ALLOW_CONNECTIONS false`);
  } finally {
    await cliente.end();
  }
  return { superuserUrl, passwords, plantilla: PLANTILLA };
}

function clave(): string {
  return randomBytes(18).toString('base64url');
}

/** Clusters whose run is dead: its process number is in the folder's name. */
async function removeAbandoned(): Promise<void> {
  for (const nombre of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIJO}(\\d+)-`).exec(nombre)?.[1];
    if (pid === undefined || processExists(Number(pid))) continue;
    const carpeta = join(tmpdir(), nombre);
    await stopServidor(join(carpeta, 'postgres', 'pgdata'), 10_000);
    await rm(carpeta, { recursive: true, force: true });
  }
}
