import pg from 'pg';
import { CERROJO_MIGRACIONES } from '../advisory-keys.ts';
import { mapPgError } from '../pg-errors.ts';
import { scramVerifier } from './scram.ts';

export interface OpcionesRoles {
  readonly database: string;
  readonly passwords: Readonly<Record<Papel, string>>;
}

export interface UrlsPorPapel {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly auditUrl: string;
  readonly verifierUrl: string;
}

type Papel = 'owner' | 'app' | 'audit' | 'verifier';

const PAPELES = ['owner', 'app', 'audit', 'verifier'] as const satisfies readonly Papel[];

const ATRIBUTOS: Readonly<Record<Papel, string>> = {
  owner: 'LOGIN CREATEROLE INHERIT',
  app: 'LOGIN NOINHERIT',
  audit: 'LOGIN NOINHERIT',
  verifier: 'LOGIN NOINHERIT',
};

/** A statement, a wait for a lock and an idle transaction all end; a client that went away is noticed. */
const AJUSTES: Readonly<Record<Papel, Readonly<Record<string, string>>>> = {
  owner: { statement_timeout: '0', lock_timeout: '60s', idle_in_transaction_session_timeout: '5min' },
  app: { statement_timeout: '60s', lock_timeout: '10s', idle_in_transaction_session_timeout: '60s' },
  audit: { statement_timeout: '5min', lock_timeout: '10s', idle_in_transaction_session_timeout: '5min' },
  verifier: { statement_timeout: '5min', lock_timeout: '10s', idle_in_transaction_session_timeout: '5min' },
};

const AJUSTES_COMUNES: Readonly<Record<string, string>> = {
  client_connection_check_interval: '10s',
  timezone: 'UTC',
};

/**
 * Makes the roles and the database of the service, or puts them as they must be: owner (migrations), application,
 * audit job, verifier. Idempotent and safe to run at once; passwords are those given, every time. Needs a
 * superuser, once per cluster and database; gives the addresses of each role in that database.
 */
export async function bootstrapRoles(superuserUrl: string, options: OpcionesRoles): Promise<UrlsPorPapel> {
  await asSuperuser(superuserUrl, async (client) => {
    await oneAtATime(client);
    for (const papel of PAPELES) await ensureRole(client, papel, options.passwords[papel]);
    await ensureDatabase(client, options.database);
    await restringirBase(client, options.database);
  });
  const inside = new URL(superuserUrl);
  inside.pathname = `/${encodeURIComponent(options.database)}`;
  await asSuperuser(inside.href, (client) => restringirPublic(client));
  return buildUrls(inside, options);
}

/**
 * Takes from PUBLIC what a database gives it by default, TEMP first: with it a trigger on a temporary table would
 * reach the depth that guards trust. A database cloned from a template needs this again: privileges are not cloned.
 */
export async function restringirBase(client: pg.Client, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  await client.query(`
    ALTER DATABASE ${name} OWNER TO orpycamcp_owner;
    REVOKE ALL ON DATABASE ${name} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${name} TO orpycamcp_app, orpycamcp_audit, orpycamcp_verifier`);
}

/** From 15 on a new database is already so; one brought over by an upgrade is not. */
async function restringirPublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ open: boolean }>(
    `SELECT has_schema_privilege('public', 'public', 'CREATE') AS open`,
  );
  if (rows[0]?.open === true) await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
}

/** Two sessions can't change the catalogue row of a role at once. The lock goes with the connection. */
async function oneAtATime(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1::bigint)', [CERROJO_MIGRACIONES]);
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'orpycamcp-bootstrap' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    throw mapPgError(error);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, papel: Papel, password: string): Promise<void> {
  const role = roleName(papel);
  await client.query(`
    DO $$
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
        CREATE ROLE ${role};
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- made meanwhile from another database
    END
    $$`);
  const settings = Object.entries({ ...AJUSTES[papel], ...AJUSTES_COMUNES });
  await client.query(
    [
      `ALTER ROLE ${role} ${ATRIBUTOS[papel]} PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`,
      ...settings.map(([key, value]) => `ALTER ROLE ${role} SET ${key} = ${pg.escapeLiteral(value)}`),
    ].join(';\n'),
  );
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean; version: number }>(
    `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists,
            current_setting('server_version_num')::int AS version`,
    [database],
  );
  if (rows[0]?.exists !== false) return;
  await client.query(
    `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER orpycamcp_owner
       TEMPLATE template0 ENCODING 'UTF8' ${localeClause(rows[0].version)}`,
  );
}

/** Text sorts by code point everywhere, so that keyset pages don't depend on the machine; Spanish order is asked for. */
function localeClause(version: number): string {
  return version >= 170_000
    ? `LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'`
    : `LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`;
}

function roleName(papel: Papel): string {
  return `orpycamcp_${papel}`;
}

function buildUrls(inside: URL, options: OpcionesRoles): UrlsPorPapel {
  const urlOf = (papel: Papel): string => {
    const url = new URL(inside);
    url.username = roleName(papel);
    url.password = encodeURIComponent(options.passwords[papel]);
    return url.href;
  };
  return {
    ownerUrl: urlOf('owner'),
    appUrl: urlOf('app'),
    auditUrl: urlOf('audit'),
    verifierUrl: urlOf('verifier'),
  };
}
