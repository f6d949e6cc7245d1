/** One entity that the service works for: a schema, a role and a row of `public.tenants`. */
export interface Tenant {
  readonly slug: string;
  readonly nombre: string;
  readonly nit: string;
  readonly status: 'active' | 'suspended';
  readonly provisioningStatus: 'pending' | 'active';
  /** Database of the cluster directory where the entity lives; one today. */
  readonly clusterKey: string;
}

export const COLUMNAS_TENANT =
  'slug, nombre, nit, status, provisioning_status AS "provisioningStatus", cluster_key AS "clusterKey"';
