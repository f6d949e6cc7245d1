import { findUltimaEjecucion } from '../../db/ejecucion/consulta-ejecuciones.queries.ts';
import {
  countPorCausa,
  type Ejecucion,
  type ProgresoEjecucion,
  readProgreso,
} from '../../db/ejecucion/ejecuciones.queries.ts';
import { getLote, type Lote } from '../../db/lote/lotes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';

export interface EjecucionConsultada {
  readonly lote: Lote;
  /** The last one ordered; null before the first. */
  readonly ejecucion: Ejecucion | null;
  readonly progreso: ProgresoEjecucion;
  readonly omisiones: readonly {
    readonly estado: string;
    readonly causa: string;
    readonly cuantas: number;
  }[];
}

/**
 * How far the destruction of a lote (id or code) has come at this instant; every count is of the ítems within the
 * reader's clearance. Throws `lote_no_encontrado`. Needs PERM_ELIMINACION_CONSULTAR.
 */
export async function consultarEjecucion(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
): Promise<EjecucionConsultada> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const lote = await getLote(tx, referencia);
      return {
        lote,
        ejecucion: await findUltimaEjecucion(tx, lote.id),
        progreso: await readProgreso(tx, lote.id, actor.clearance),
        omisiones: await countPorCausa(tx, lote.id, actor.clearance),
      };
    },
    { readOnly: true },
  );
}
