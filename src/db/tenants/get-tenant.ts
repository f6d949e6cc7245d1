import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import type { Database } from '../database.ts';
import { findTenant } from './find-tenant.ts';
import type { Tenant } from './tenant.ts';

/** The entity of that slug, whatever its status. Error: `tenant_desconocido`. */
export async function getTenant(db: Database, slug: string): Promise<Tenant> {
  const tenant = await findTenant(db, slug);
  if (tenant === null) throw new DomainError(generalErrors.tenant_desconocido, { tenant: slug });
  return tenant;
}
