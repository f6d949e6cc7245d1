import type { Database } from '../../db/database.ts';
import { listTenants as queryTenants } from '../../db/tenants/list-tenants.ts';
import type { Tenant } from '../../db/tenants/tenant.ts';

/** Every entity of this installation, for its operator. */
export function listTenants({ db }: { readonly db: Database }): Promise<Tenant[]> {
  return queryTenants(db);
}
