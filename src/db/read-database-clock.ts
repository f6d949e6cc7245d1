import type { Database } from './database.ts';
import { mapPgError } from './pg-errors.ts';

/** The database's own time: proof that it answers, and what the process' clock is compared with at boot. */
export async function readDatabaseClock(db: Database): Promise<Date> {
  try {
    const { rows } = await db.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const [row] = rows;
    if (row === undefined) throw new Error('the database gave no time');
    return row.now;
  } catch (error) {
    throw mapPgError(error);
  }
}
