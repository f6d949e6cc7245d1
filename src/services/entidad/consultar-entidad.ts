import { type Entidad, getEntidad } from '../../db/entidad/entidad.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

/** The entity's own facts. Throws `entidad_sin_definir`. Needs PERM_ENTIDAD_ADMIN. */
export async function consultarEntidad({ db }: Pick<Servicios, 'db'>, actor: Actor): Promise<Entidad> {
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  return withTenantTx(db, actor.tenant, getEntidad, { readOnly: true });
}
