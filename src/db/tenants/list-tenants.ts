import type { Database } from '../database.ts';
import { mapPgError } from '../pg-errors.ts';
import { COLUMNAS_TENANT, type Tenant } from './tenant.ts';

export interface FiltroTenants {
  /** Only those that jobs and workers may touch: active and fully provisioned. */
  readonly soloOperables?: boolean;
}

/** All entities in order of slug; those being provisioned included unless filtered. */
export async function listTenants(db: Database, filtro: FiltroTenants = {}): Promise<Tenant[]> {
  try {
    const { rows } = await db.pool.query<Tenant>(
      `SELECT ${COLUMNAS_TENANT} FROM public.tenants
        WHERE NOT $1::boolean OR (status = 'active' AND provisioning_status = 'active')
        ORDER BY slug`,
      [filtro.soloOperables === true],
    );
    return rows;
  } catch (error) {
    throw mapPgError(error);
  }
}
