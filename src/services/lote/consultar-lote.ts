import type { Acta, Artefacto } from '../../db/acta/actas.queries.ts';
import { findActaDeLote, listArtefactos } from '../../db/acta/actas.queries.ts';
import {
  countPorCausa,
  type ProgresoEjecucion,
  readProgreso,
} from '../../db/ejecucion/ejecuciones.queries.ts';
import { countItems } from '../../db/lote/items.queries.ts';
import { getLote, type Lote, listLotes as queryLotes } from '../../db/lote/lotes.queries.ts';
import { findPublicacion, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

export interface LoteDetallado {
  /** `totalItems` counts the ítems within the reader's clearance, and so does everything else here. */
  readonly lote: Lote;
  readonly publicacion: Publicacion | null;
  readonly progreso: ProgresoEjecucion;
  /** Ítems out of the destruction, by state and cause. */
  readonly omisiones: readonly {
    readonly estado: string;
    readonly causa: string;
    readonly cuantas: number;
  }[];
  readonly acta: (Acta & { readonly artefactos: readonly Artefacto[] }) | null;
}

/** A lote with its publication, its run as it stands at this instant, and its acta. Needs PERM_ELIMINACION_CONSULTAR. */
export async function getLoteDetallado(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
): Promise<LoteDetallado> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const lote = await getLote(tx, referencia);
      const acta = await findActaDeLote(tx, lote.id);
      return {
        lote: await trimCounts(tx, lote, actor),
        publicacion: await findPublicacion(tx, lote.id),
        progreso: await readProgreso(tx, lote.id, actor.clearance),
        omisiones: await countPorCausa(tx, lote.id, actor.clearance),
        // The acta's threshold is the highest level of its inventory.
        acta:
          acta === null || acta.nivelSeguridad > actor.clearance
            ? null
            : { ...acta, artefactos: await listArtefactos(tx, acta.id) },
      };
    },
    { readOnly: true },
  );
}

/** Counts of a lote within the reader's clearance; how many were refused is the proposer's, whose clearance was whole. */
async function trimCounts(tx: TenantTx, lote: Lote, actor: Actor): Promise<Lote> {
  if (actor.clearance >= lote.nivelSeguridad) return lote;
  return { ...lote, totalItems: await countItems(tx, lote.id, actor.clearance), rechazados: 0 };
}

/** A page of lotes by code. Needs PERM_ELIMINACION_CONSULTAR. */
export async function listLotes(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  pagina: { readonly despuesDe?: string; readonly limite: number },
): Promise<Lote[]> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(db, actor.tenant, (tx) => queryLotes(tx, pagina), { readOnly: true });
}
