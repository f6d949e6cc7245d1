import { findPublicacion, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { ProgresoVentana } from '../../domain/plazos/disponibilidad.ts';
import type { Servicios } from '../servicios.ts';
import { evaluarVentana } from './evaluar-ventana.ts';

/** The publication of a lote and how far its window has come. Needs PERM_ELIMINACION_CONSULTAR. */
export async function getVentana(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  loteId: string,
): Promise<{ publicacion: Publicacion; ventana: ProgresoVentana }> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const publicacion = await findPublicacion(tx, loteId);
      if (publicacion === null) throw new DomainError(loteErrors.lote_no_encontrado);
      return { publicacion, ventana: await evaluarVentana(tx, publicacion, reloj.now()) };
    },
    { readOnly: true },
  );
}
