import type { Database } from '../database.ts';
import { mapPgError } from '../pg-errors.ts';

/** What the database is, as far as it tells: its server, and the last shared migration that it has. */
export interface VersionesBase {
  readonly postgres: string;
  readonly migracion: string | null;
}

export async function readVersionesBase(db: Database): Promise<VersionesBase> {
  try {
    const { rows } = await db.pool.query<{ postgres: string; migracion: string | null }>(
      `SELECT current_setting('server_version') AS postgres,
              (SELECT max(nombre) FROM public.schema_migrations WHERE ambito = 'public') AS migracion`,
    );
    return rows[0] ?? { postgres: 'desconocida', migracion: null };
  } catch (error) {
    throw mapPgError(error);
  }
}
