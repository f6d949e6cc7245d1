import { setTimeout as sleep } from 'node:timers/promises';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DomainError } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import type { Database } from './database.ts';
import { isRetryable, mapPgError } from './pg-errors.ts';
import { tenantSchema } from './tenants/slug.ts';
import { TxSession } from './tx-session.ts';

/** An open transaction. Statements run one after another: never `Promise.all` on it. Dead once `work` settles. */
export interface Tx {
  readonly orm: NodePgDatabase;
  /** Rows of one statement; `date` comes as text, `int8` as an exact number, `timestamptz` as a Date. */
  query<R extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs one statement and gives the number of rows it touched: for conditional updates. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

/** A transaction that sees the schema of one tenant and nothing else. */
export interface TenantTx extends Tx {
  readonly slug: string;
}

export interface TxOptions {
  readonly readOnly?: boolean;
  /** Repeat `work`, at most 3 times more, on deadlock or serialization failure. Only if it does nothing outside. */
  readonly reintentar?: boolean;
  readonly lockTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
}

interface Scope {
  readonly schema: string;
  /** Role for the whole transaction; NONE is the one that logged in. */
  readonly role: string;
  readonly slug: string;
}

const REINTENTOS = 3;
const PAUSA_MS = 20;

/** Whether role and path went back with the transaction; not so if `work` set them for the session. */
const ASK_CLEAN =
  "SELECT current_user = session_user AND current_setting('search_path') !~ 'tenant_' AS clean";

/**
 * Runs `work` in a transaction with the tenant's role and a path of exactly its schema. Commits when it resolves,
 * rolls back when it throws. Does not look at the tenant's status: see `assertTenantOperable`.
 * Errors: those of `work`, and of the database through `mapPgError`; `tenant_desconocido` without such a schema.
 */
export async function withTenantTx<T>(
  db: Database,
  slug: string,
  work: (tx: TenantTx) => Promise<T>,
  options: TxOptions = {},
): Promise<T> {
  const schema = tenantSchema(slug);
  return runRetrying(db, { schema, role: `"${schema}"`, slug }, work, options);
}

/** Runs `work` in a transaction over `public` (tenants, SYSTEM audit) as the role that logged in. */
export async function withSystemTx<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: TxOptions = {},
): Promise<T> {
  return runRetrying(db, { schema: 'public', role: 'NONE', slug: '' }, work, options);
}

async function runRetrying<T>(
  db: Database,
  scope: Scope,
  work: (tx: TenantTx) => Promise<T>,
  options: TxOptions,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await runOnce(db, scope, work, options);
    } catch (error) {
      const again = options.reintentar === true && retries < REINTENTOS && isRetryable(error);
      if (!again) throw mapPgError(error);
      await sleep(Math.random() * PAUSA_MS * 2 ** retries);
    }
  }
}

async function runOnce<T>(
  db: Database,
  scope: Scope,
  work: (tx: TenantTx) => Promise<T>,
  options: TxOptions,
): Promise<T> {
  const client = await db.pool.connect();
  const session = new TxSession(client, scope.slug);
  try {
    await begin(client, scope, options);
    const result = await work(session);
    session.close();
    const clean = await commit(client);
    client.release(!clean);
    return result;
  } catch (error) {
    session.close();
    client.release(await rollBack(client));
    throw error;
  }
}

/** One round trip. Names are quoted and come from a validated slug; numbers are numbers. */
async function begin(client: PoolClient, scope: Scope, options: TxOptions): Promise<void> {
  const results = await sendAll(client, [
    options.readOnly === true ? 'BEGIN READ ONLY' : 'BEGIN',
    `SET LOCAL search_path = "${scope.schema}"`,
    ...timeouts(options),
    `SET LOCAL ROLE ${scope.role}`,
    'SELECT current_schema() AS schema',
  ]).catch((error: unknown) => {
    throw isRoleRefused(error) ? unreachable(scope, error) : error;
  });
  const reached: unknown = results.at(-1)?.rows[0]?.schema;
  if (reached !== scope.schema) throw unreachable(scope, new Error(`current_schema() is ${reached}`));
}

/** 22023: there is no such role; 42501: it is in the cluster but not granted to us, so not of this database. */
function isRoleRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22023' || error.code === '42501');
}

function unreachable(scope: Scope, cause: unknown): DomainError {
  return new DomainError(generalErrors.tenant_desconocido, { tenant: scope.slug }, { cause });
}

function timeouts(options: TxOptions): string[] {
  const milliseconds = { lock_timeout: options.lockTimeoutMs, statement_timeout: options.statementTimeoutMs };
  return Object.entries(milliseconds).flatMap(([name, value]) =>
    value === undefined ? [] : [`SET LOCAL ${name} = ${Math.trunc(value)}`],
  );
}

/**
 * A COMMIT of a transaction that an ignored error had aborted answers ROLLBACK: that must not pass for success.
 * False if the connection is not fit for the next borrower.
 */
async function commit(client: PoolClient): Promise<boolean> {
  const [committed, after] = await sendAll(client, ['COMMIT', ASK_CLEAN]);
  if (committed?.command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
  const clean: unknown = after?.rows[0]?.clean;
  return clean === true;
}

/** Several statements without parameters in one message; node-postgres then answers a list of results. */
async function sendAll(client: PoolClient, statements: readonly string[]): Promise<QueryResult[]> {
  const answer: QueryResult | QueryResult[] = await client.query(statements.join(';\n'));
  return Array.isArray(answer) ? answer : [answer];
}

/** Undefined if the connection is clean again; otherwise the error with which the pool must destroy it. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    const [, after] = await sendAll(client, ['ROLLBACK', ASK_CLEAN]);
    return after?.rows[0]?.clean === true ? undefined : new Error('role or path outlived the transaction');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
