import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Takes rows out of a draft; gives how many went. The trigger frees their membership. */
export async function deleteItems(
  tx: TenantTx,
  loteId: string,
  expedientes: readonly string[],
  clearance: NivelSeguridad,
): Promise<number> {
  return tx.execute(
    `DELETE FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = ANY ($2::uuid[]) AND nivel_seguridad <= $3`,
    [loteId, expedientes, clearance],
  );
}

/** Numbers a draft again from 1, by serie and code: gapless, whatever came and went. */
export async function renumberItems(tx: TenantTx, loteId: string): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_lote_items i SET orden = n.orden
       FROM (SELECT id, row_number() OVER (ORDER BY dependencia_codigo, trd_serie, trd_subserie NULLS FIRST, expediente_codigo) AS orden
               FROM eliminacion_lote_items WHERE lote_id = $1) n
      WHERE i.id = n.id AND i.orden <> n.orden`,
    [loteId],
  );
}

/** What the lote repeats of its inventory. */
export async function readInventario(
  tx: TenantTx,
  loteId: string,
): Promise<{ totalItems: number; nivelSeguridad: NivelSeguridad }> {
  const [row] = await tx.query<{ totalItems: number; nivelSeguridad: NivelSeguridad }>(
    `SELECT count(*) AS "totalItems", coalesce(max(nivel_seguridad), 3) AS "nivelSeguridad"
       FROM eliminacion_lote_items WHERE lote_id = $1`,
    [loteId],
  );
  return row ?? { totalItems: 0, nivelSeguridad: 3 };
}
