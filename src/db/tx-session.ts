import { createRequire } from 'node:module';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient, QueryResultRow } from 'pg';

/** Loaded at its first use: it takes longer to load than all the rest of a process together (2.4 s of CPU: measured). */
const load = createRequire(import.meta.url);

/**
 * What `work` gets instead of the connection: it sends statements while the transaction lasts and refuses
 * afterwards, when the connection is already somebody else's.
 */
export class TxSession {
  /** Slug of the tenant; empty in a transaction over `public`. */
  readonly slug: string;
  readonly #client: PoolClient;
  #closed = false;
  #orm: NodePgDatabase | undefined;

  constructor(client: PoolClient, slug: string) {
    this.#client = client;
    this.slug = slug;
  }

  get orm(): NodePgDatabase {
    this.#orm ??= loadDrizzle()(refusingWhenClosed(this.#client, () => this.#closed));
    return this.#orm;
  }

  async query<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    assertOpen(this.#closed);
    const result = await this.#client.query<R>(text, [...values]);
    return result.rows;
  }

  async execute(text: string, values: readonly unknown[] = []): Promise<number> {
    assertOpen(this.#closed);
    const result = await this.#client.query(text, [...values]);
    return result.rowCount ?? 0;
  }

  close(): void {
    this.#closed = true;
  }
}

function loadDrizzle(): (client: PoolClient) => NodePgDatabase {
  const { drizzle }: typeof import('drizzle-orm/node-postgres') = load('drizzle-orm/node-postgres');
  return drizzle;
}

function assertOpen(closed: boolean): void {
  if (closed) throw new Error('the transaction is over: a statement was not awaited inside its work');
}

/** The same client for drizzle, except that it sends nothing once the transaction is over. */
function refusingWhenClosed(client: PoolClient, isClosed: () => boolean): PoolClient {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') assertOpen(isClosed());
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
