import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import type { Database } from '../database.ts';
import { getTenant } from './get-tenant.ts';

/**
 * Refuses to act for an entity that is not active and fully provisioned.
 * Errors: `tenant_desconocido`, `tenant_suspendido`, `tenant_en_aprovisionamiento`.
 */
export async function assertTenantOperable(db: Database, slug: string): Promise<void> {
  const tenant = await getTenant(db, slug);
  if (tenant.provisioningStatus !== 'active') {
    throw new DomainError(generalErrors.tenant_en_aprovisionamiento, { tenant: slug });
  }
  if (tenant.status !== 'active') throw new DomainError(generalErrors.tenant_suspendido, { tenant: slug });
}
