import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import {
  type PostgresEmbebido,
  startPostgresEmbebido,
} from '../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import { createDatabase, type Database } from '../src/db/database.ts';
import { bootstrapRoles } from '../src/db/migrate/bootstrap-roles.ts';
import { migrate } from '../src/db/migrate/migrate.ts';
import { provisionTenant } from '../src/db/migrate/provision-tenant.ts';
import { pgTypes } from '../src/db/pg-types.ts';
import { withCarpeta } from './carpeta-de-banco.ts';

export const ENTIDAD = 'banco';
export const ESQUEMA = `tenant_${ENTIDAD}`;

/** A migrated database of its own with one entity, on a server that writes to disk as in production. */
export interface BaseDeBanco {
  /** As the application, without its limit of seconds per statement. */
  readonly db: Database;
  /** As the role that may read the audit chain. */
  readonly auditoria: Database;
  /** One statement of the superuser, with the entity's schema as its path. */
  readonly admin: <R extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<R[]>;
}

const CONEXIONES = 20;
const SIN_LIMITE = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';
const BASE = 'banco';

/** Starts an embedded server in a new folder, runs `work` on it, and leaves nothing of it. */
export async function withBaseDeBanco<T>(work: (base: BaseDeBanco) => Promise<T>): Promise<T> {
  return withCarpeta(async (carpeta) => {
    const servidor = await startPostgresEmbebido({ carpeta: join(carpeta, 'postgres') });
    try {
      return await withBase(servidor, work);
    } finally {
      await servidor.stop();
    }
  });
}

async function withBase<T>(servidor: PostgresEmbebido, work: (base: BaseDeBanco) => Promise<T>): Promise<T> {
  const passwords = { owner: clave(), app: clave(), audit: clave(), verifier: clave() };
  const urls = await bootstrapRoles(servidor.superuserUrl, { database: BASE, passwords });
  await migrate({ url: urls.ownerUrl });
  await provisionTenant({
    url: urls.ownerUrl,
    slug: ENTIDAD,
    nombre: 'Alcaldía de Mediciones',
    nit: '800000002-8',
  });
  const db = open(urls.appUrl);
  const auditoria = open(urls.auditUrl);
  const admin = new pg.Client({ connectionString: inside(servidor.superuserUrl), types: pgTypes });
  try {
    await admin.connect();
    await admin.query(`SET search_path = ${ESQUEMA}`);
    return await work({
      db,
      auditoria,
      admin: async <R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
        (await admin.query<R>(sql, [...values])).rows,
    });
  } finally {
    await Promise.all([admin.end(), db.close(), auditoria.close()]);
  }
}

function open(direccion: string): Database {
  const url = new URL(direccion);
  url.searchParams.set('options', SIN_LIMITE);
  return createDatabase({ url: url.href, applicationName: 'orpycamcp-banco', max: CONEXIONES });
}

function inside(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${BASE}`;
  return url.href;
}

function clave(): string {
  return randomBytes(18).toString('base64url');
}
