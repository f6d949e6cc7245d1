import pg from 'pg';
import { mapPgError } from '../pg-errors.ts';
import { CERROJO_ESPERA_S, withCerrojo } from './cerrojo.ts';

/** Where a migrator has got to. */
export interface Progreso {
  readonly ambito: string;
  readonly archivo: string;
  /** Files applied in this run, this one included, of those that were pending. */
  readonly hechos: number;
  readonly total: number;
}

export interface OpcionesMigracion {
  /** MIGRATIONS_DATABASE_URL: direct, as the owner role. */
  readonly url: string;
  /** MIGRATIONS_LOCK_TIMEOUT_S (600). */
  readonly lockTimeoutS?: number;
  readonly onProgress?: (progreso: Progreso) => void;
  /** Where the SQL files are; the project's own by default. */
  readonly drizzleDir?: string;
}

/** One connection of its own, under the lock of migrators, closed at the end whatever happens. */
export async function withSesionMigracion<T>(
  options: OpcionesMigracion,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'orpycamcp-migrate',
    keepAlive: true,
  });
  // A dropped connection rejects the statement in flight: that error says it, this one would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await withCerrojo(client, options.lockTimeoutS ?? CERROJO_ESPERA_S, () => work(client));
  } catch (error) {
    throw mapPgError(error);
  } finally {
    await client.end();
  }
}
