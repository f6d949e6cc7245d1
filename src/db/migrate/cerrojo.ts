import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';
import { CERROJO_MIGRACIONES } from '../advisory-keys.ts';
import { assertConexionDirecta } from './conexion-directa.ts';

export const CERROJO_ESPERA_S = 600;
const REINTENTO_MS = 500;

/** Whether this very backend holds the lock: asked inside each file's transaction. */
export const TENGO_CERROJO = `EXISTS (
  SELECT FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND objsubid = 1
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND (classid::bigint << 32) | objid::bigint = ${CERROJO_MIGRACIONES}
)`;

/**
 * Runs `work` holding the one session lock of migrators and provisioners of this database (ADR-041 C19).
 * Errors: `migracion_cerrojo_ocupado` after `esperaS` seconds, `migracion_conexion_intermediada` behind a pooler,
 * `migracion_cerrojo_perdido` if it was not ours at the end.
 */
export async function withCerrojo<T>(client: pg.Client, esperaS: number, work: () => Promise<T>): Promise<T> {
  const pid = await assertConexionDirecta(client);
  await acquire(client, pid, esperaS);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await releaseAfterFailure(client, error);
    throw error;
  }
  await release(client);
  return result;
}

async function acquire(client: pg.Client, pid: number, esperaS: number): Promise<void> {
  const start = performance.now();
  const waited = () => (performance.now() - start) / 1000;
  while (!(await tryAcquire(client, pid))) {
    if (waited() >= esperaS) throw await busy(client, waited());
    await sleep(Math.min(REINTENTO_MS, Math.max(1, (esperaS - waited()) * 1000)));
  }
}

/** On another backend than ours the lock is not even tried: nobody could give it back. */
async function tryAcquire(client: pg.Client, pid: number): Promise<boolean> {
  const { rows } = await client.query<{ pid: number; taken: boolean | null }>(
    `SELECT pg_backend_pid() AS pid,
            CASE WHEN pg_backend_pid() = $2::int THEN pg_try_advisory_lock($1::bigint) END AS taken`,
    [CERROJO_MIGRACIONES, pid],
  );
  const [row] = rows;
  if (row?.pid !== pid || row.taken === null) {
    throw new DomainError(migracionesErrors.migracion_conexion_intermediada, {
      detalle: `la conexión cambió del proceso ${pid} al ${row?.pid}`,
    });
  }
  return row.taken;
}

async function busy(client: pg.Client, waited: number): Promise<DomainError> {
  const { rows } = await client.query<{ pid: number; segundos: number | null }>(
    `SELECT l.pid, extract(epoch FROM clock_timestamp() - a.backend_start)::float8 AS segundos
       FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (l.classid::bigint << 32) | l.objid::bigint = $1::bigint`,
    [CERROJO_MIGRACIONES],
  );
  const [holder] = rows;
  return new DomainError(migracionesErrors.migracion_cerrojo_ocupado, {
    pid: holder?.pid ?? 'desconocido',
    segundos: Math.round(holder?.segundos ?? waited),
    espera: Math.round(waited),
  });
}

async function release(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ released: boolean }>(
    'SELECT pg_advisory_unlock($1::bigint) AS released',
    [CERROJO_MIGRACIONES],
  );
  if (rows[0]?.released === true) return;
  throw new DomainError(migracionesErrors.migracion_cerrojo_perdido, {
    detalle: 'al soltarlo, el servidor dijo que no lo tenía',
  });
}

/** The failure of `work` is what matters; a broken connection has given the lock back by itself. */
async function releaseAfterFailure(client: pg.Client, failure: unknown): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock($1::bigint)', [CERROJO_MIGRACIONES]);
  } catch (error) {
    if (failure instanceof Error) failure.cause ??= error;
  }
}
