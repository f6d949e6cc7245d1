import type { TenantTx } from '../tenant-tx.ts';

export interface ItemCambiado {
  readonly orden: number;
  readonly codigo: string;
  /** What is not any more as it was frozen, in words: `AC 5, era 3`. */
  readonly diferencia: string;
}

/**
 * Members of a draft whose frozen facts no longer are what the instrument and the expediente say: a correction, or a
 * closing that changed, came after the proposal (REQ-INS-2). By orden.
 */
export async function listItemsCambiados(
  tx: TenantTx,
  loteId: string,
  limite: number,
): Promise<ItemCambiado[]> {
  return tx.query<ItemCambiado>(
    `SELECT c.orden, c.codigo, c.diferencia FROM (
       SELECT i.orden, i.expediente_codigo AS codigo,
              concat_ws('; ',
                CASE WHEN s.ag IS DISTINCT FROM i.ag THEN format('AG %s, era %s', s.ag, i.ag) END,
                CASE WHEN s.ac IS DISTINCT FROM i.ac THEN format('AC %s, era %s', s.ac, i.ac) END,
                CASE WHEN s.disposicion IS DISTINCT FROM i.disposicion
                     THEN format('disposición %s, era %s', s.disposicion, i.disposicion) END,
                CASE WHEN coalesce(e.serie_nombre, s.serie_nombre) IS DISTINCT FROM i.trd_serie_nombre
                     THEN format('serie «%s», era «%s»', coalesce(e.serie_nombre, s.serie_nombre), i.trd_serie_nombre) END,
                CASE WHEN e.subserie_codigo IS NOT NULL
                          AND coalesce(e.subserie_nombre, s.subserie_nombre) IS DISTINCT FROM i.trd_subserie_nombre
                     THEN format('subserie «%s», era «%s»', coalesce(e.subserie_nombre, s.subserie_nombre), i.trd_subserie_nombre) END,
                CASE WHEN e.cierre IS DISTINCT FROM i.cierre THEN format('cierre %s, era %s', e.cierre, i.cierre) END) AS diferencia
         FROM eliminacion_lote_items i
         JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
         JOIN expedientes e ON e.id = i.expediente_id
         JOIN trd_serie_vigente s ON s.id = e.trd_serie_id
        WHERE i.lote_id = $1) c
      WHERE c.diferencia <> '' ORDER BY c.orden LIMIT $2`,
    [loteId, limite],
  );
}
