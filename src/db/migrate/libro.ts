import type pg from 'pg';
import type { MigracionAplicada } from './plan-pendientes.ts';

/** Schema of the global files in the ledger. */
export const AMBITO_GLOBAL = 'public';

/** The ledger comes first, made by the runner: everything else is a file with its row in it. */
export async function ensureLibro(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS public.schema_migrations (
      ambito text NOT NULL,
      nombre text NOT NULL,
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      aplicada_en timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (ambito, nombre)
    );
    GRANT SELECT ON public.schema_migrations TO orpycamcp_app, orpycamcp_audit, orpycamcp_verifier`);
}

/** What is applied in some schemas, by schema, in one query however many they are. */
export async function readLibro(
  client: pg.Client | pg.Pool,
  ambitos: readonly string[],
): Promise<ReadonlyMap<string, readonly MigracionAplicada[]>> {
  const { rows } = await client.query<MigracionAplicada & { ambito: string }>(
    'SELECT ambito, nombre, sha256 FROM public.schema_migrations WHERE ambito = ANY ($1) ORDER BY ambito, nombre',
    [ambitos],
  );
  return Map.groupBy(rows, (row) => row.ambito);
}

/** Schemas of the tenants whose provisioning is complete; the others are finished by their provisioner. */
export async function listAmbitosTenant(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ ambito: string }>(
    `SELECT 'tenant_' || slug AS ambito FROM public.tenants WHERE provisioning_status = 'active' ORDER BY slug`,
  );
  return rows.map((row) => row.ambito);
}
