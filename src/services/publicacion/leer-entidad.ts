import { getEntidad } from '../../db/entidad/entidad.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { getTenant } from '../../db/tenants/get-tenant.ts';
import type { Servicios } from '../servicios.ts';

/** Name of an entity as its public pages show it. */
export async function readNombreEntidad({ db }: Pick<Servicios, 'db'>, slug: string): Promise<string> {
  await getTenant(db, slug);
  const { nombre } = await withTenantTx(db, slug, getEntidad, { readOnly: true });
  return nombre;
}
