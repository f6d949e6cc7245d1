import type { Balance } from '../../domain/ejecucion/balance.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Counts of a lote from the tables that say each thing, not from one that sums them up. */
export async function readBalance(tx: TenantTx, loteId: string): Promise<Balance> {
  const [row] = await tx.query<Balance>(
    `SELECT (SELECT count(*) FROM eliminacion_lote_items WHERE lote_id = $1) AS items,
            (SELECT count(*) FROM eliminacion_lapidas WHERE lote_id = $1) AS lapidas,
            (SELECT count(*) FROM eliminacion_lote_progreso WHERE lote_id = $1 AND estado = 'destruido') AS destruidos,
            (SELECT count(*) FROM eliminacion_lote_omision WHERE lote_id = $1 AND estado IN ('omitido', 'reintentando')) AS omitidos,
            (SELECT count(*) FROM eliminacion_lote_omision WHERE lote_id = $1 AND estado = 'retirado') AS retirados,
            (SELECT count(*) FROM eliminacion_expediente_en_lote WHERE lote_id = $1) AS miembros`,
    [loteId],
  );
  if (row === undefined) throw new Error('an aggregate always answers one row');
  return row;
}

export async function finishEjecucion(
  tx: TenantTx,
  id: number,
  fin: { readonly destruidos: number; readonly omitidos: number; readonly instante: Date },
): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_ejecuciones SET estado = 'terminada', terminada_en = $2, destruidos = $3, omitidos = $4 WHERE id = $1`,
    [id, fin.instante, fin.destruidos, fin.omitidos],
  );
}

/** A run whose counts don't balance stops for a person to look at: nothing is guessed. */
export async function blockEjecucion(tx: TenantTx, id: number, motivo: string): Promise<void> {
  await tx.execute(`UPDATE eliminacion_ejecuciones SET estado = 'bloqueada', bloqueo = $2 WHERE id = $1`, [
    id,
    motivo,
  ]);
}

/** Lotes in execution: what the sweeper tries to close. */
export async function listLotesEnEjecucion(tx: TenantTx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM eliminacion_lotes WHERE estado = 'en_ejecucion' ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
