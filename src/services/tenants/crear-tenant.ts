import {
  provisionTenant,
  type ResultadoProvision,
  type SolicitudTenant,
} from '../../db/migrate/provision-tenant.ts';

/**
 * Makes an entity of the platform: role, schema, tables and the entry in the SYSTEM chain, with the owner's address.
 * Whoever holds that address is the operator: there is no tenant yet in which a permission could be asked for. One that
 * died half-way is finished; a complete one is left as it is. Errors: those of `provisionTenant`.
 */
export function crearTenant(solicitud: SolicitudTenant): Promise<ResultadoProvision> {
  return provisionTenant(solicitud);
}
