import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';

const SLUG = /^[a-z][a-z0-9_]{1,40}$/;

/** Name of the schema and of the role of a tenant. Throws `tenant_slug_invalido`: the result is safe as SQL. */
export function tenantSchema(slug: string): string {
  if (!SLUG.test(slug)) throw new DomainError(generalErrors.tenant_slug_invalido, { tenant: slug });
  return `tenant_${slug}`;
}
