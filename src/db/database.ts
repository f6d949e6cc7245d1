import pg from 'pg';
import { pgTypes } from './pg-types.ts';

/** A pool of connections of one role. Nothing outside `src/db` sends it SQL. */
export interface Database {
  readonly pool: pg.Pool;
  /** Waits for borrowed connections, then closes all. Idempotent. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most (10). */
  readonly max?: number;
  readonly applicationName: string;
  /** Told of each connection the server dropped, idle or borrowed; the borrower's query fails besides. */
  readonly onError?: (error: Error) => void;
}

const UNA_HORA_S = 3_600;
const PLAZO_CONEXION_MS = 10_000;

/** Opens nothing by itself: connections are made on first use, and recycled after an hour. */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: PLAZO_CONEXION_MS,
    maxLifetimeSeconds: UNA_HORA_S,
    keepAlive: true,
    types: pgTypes,
  });
  listenForErrors(pool, options.onError ?? (() => undefined));
  destroyClientsReleasedInsideATransaction(pool);
  let closing: Promise<void> | undefined;
  return {
    pool,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** An idle client emits on the pool, a borrowed one on itself only; unheard, either ends the process. */
function listenForErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('acquire', (client) => client.on('error', onError));
  pool.on('release', (_error, client) => client.off('error', onError));
}

/** `SET LOCAL` outlives a release inside an open transaction: the next borrower would get role and path. */
function destroyClientsReleasedInsideATransaction(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== 'I') void client.end();
  });
}
