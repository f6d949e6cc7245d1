import type { TenantTx } from '../tenant-tx.ts';
import type { Ejecucion } from './ejecuciones.queries.ts';

/** The last run that was ordered on a lote, whatever became of it, or null. */
export async function findUltimaEjecucion(tx: TenantTx, loteId: string): Promise<Ejecucion | null> {
  const [row] = await tx.query<Ejecucion>(
    `SELECT id, lote_id AS "loteId", n, clase, estado, ejecutor_id AS "ejecutorId", ejecutor_nombre AS "ejecutorNombre",
            iniciada_en AS "iniciadaEn", terminada_en AS "terminadaEn", bloqueo
       FROM eliminacion_ejecuciones WHERE lote_id = $1 ORDER BY n DESC LIMIT 1`,
    [loteId],
  );
  return row ?? null;
}
