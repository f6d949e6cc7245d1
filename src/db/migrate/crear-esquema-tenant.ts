import pg from 'pg';

/**
 * The tenant's role, granted to the application, and its empty schema. Roles belong to the whole cluster: another
 * database may already have made this one, or be making it now. Inside the caller's transaction.
 */
export async function crearEsquemaTenant(client: pg.Client, schema: string): Promise<void> {
  const name = pg.escapeLiteral(schema);
  await client.query(`
    DO $$
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${name}) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', ${name});
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- made meanwhile in another database of the cluster
    END
    $$;
    DO $$
    BEGIN
      IF NOT pg_has_role('orpycamcp_app', ${name}, 'MEMBER') THEN
        EXECUTE format('GRANT %I TO orpycamcp_app', ${name});
      END IF;
    EXCEPTION WHEN unique_violation THEN
      NULL; -- granted meanwhile in another database of the cluster
    END
    $$`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
}
