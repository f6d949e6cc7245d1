import type pg from 'pg';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';

/** A pooler that changes backend between statements betrays itself within these many. */
const SONDEOS = 6;

/**
 * The pid of the one backend that serves this connection. Refuses anything in between: a pooler gives a pid of its
 * own in the handshake, or another backend from one statement to the next, and a session lock would be left behind.
 * Error: `migracion_conexion_intermediada`.
 */
export async function assertConexionDirecta(client: pg.Client): Promise<number> {
  const announced = handshakePid(client);
  for (let sondeo = 0; sondeo < SONDEOS; sondeo += 1) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid;
    if (pid !== announced) {
      throw new DomainError(migracionesErrors.migracion_conexion_intermediada, {
        detalle: `se anunció el proceso ${announced} y respondió el ${pid}`,
      });
    }
  }
  return announced;
}

/** BackendKeyData of the handshake; node-postgres keeps it, its types do not say so. */
function handshakePid(client: pg.Client): number {
  if ('processID' in client && typeof client.processID === 'number') return client.processID;
  throw new DomainError(migracionesErrors.migracion_conexion_intermediada, {
    detalle: 'el servidor no anunció su proceso',
  });
}
