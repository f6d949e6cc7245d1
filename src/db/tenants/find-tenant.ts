import type { Database } from '../database.ts';
import { mapPgError } from '../pg-errors.ts';
import { COLUMNAS_TENANT, type Tenant } from './tenant.ts';

/** The entity of that slug, whatever its status, or null. */
export async function findTenant(db: Database, slug: string): Promise<Tenant | null> {
  try {
    const { rows } = await db.pool.query<Tenant>(
      `SELECT ${COLUMNAS_TENANT} FROM public.tenants WHERE slug = $1`,
      [slug],
    );
    return rows[0] ?? null;
  } catch (error) {
    throw mapPgError(error);
  }
}
