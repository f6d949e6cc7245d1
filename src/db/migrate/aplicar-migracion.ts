import pg from 'pg';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';
import { TENGO_CERROJO } from './cerrojo.ts';
import type { Migracion } from './leer-migraciones.ts';
import { lineAt } from './sentencias-prohibidas.ts';

/**
 * Applies one file in one schema, with its row of the ledger, in one transaction: all or nothing.
 * Errors: `migracion_fallida` with the line, `migracion_cerrojo_perdido`.
 */
export async function aplicarMigracion(
  client: pg.Client,
  ambito: string,
  migracion: Migracion,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL search_path = ${pg.escapeIdentifier(ambito)}, pg_temp`);
  try {
    await assertCerrojo(client);
    await client.query(migracion.sql);
    await client.query('INSERT INTO public.schema_migrations (ambito, nombre, sha256) VALUES ($1, $2, $3)', [
      ambito,
      migracion.nombre,
      migracion.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await rollBack(client, error);
    throw error instanceof pg.DatabaseError ? failed(ambito, migracion, error) : error;
  }
}

/** Behind a transaction pooler this transaction may be on another backend than the lock. */
async function assertCerrojo(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`SELECT ${TENGO_CERROJO} AS mine`);
  if (rows[0]?.mine === true) return;
  throw new DomainError(migracionesErrors.migracion_cerrojo_perdido, {
    detalle: 'la transacción está en otro proceso del servidor',
  });
}

/** If even this fails the connection is gone, the server rolled back, and the first error says what happened. */
async function rollBack(client: pg.Client, failure: unknown): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch (error) {
    if (failure instanceof Error) failure.cause ??= error;
  }
}

function failed(ambito: string, migracion: Migracion, error: pg.DatabaseError): DomainError {
  const linea = error.position === undefined ? 'desconocida' : lineAt(migracion.sql, Number(error.position));
  return new DomainError(
    migracionesErrors.migracion_fallida,
    { ambito, archivo: migracion.nombre, linea, motivo: error.message },
    { cause: error },
  );
}
