import type { TenantTx } from '../tenant-tx.ts';

export interface NuevaConstancia {
  readonly loteId: string;
  readonly numero: string;
  readonly metodo: 'picado' | 'triturado' | 'otro';
  readonly metodoDetalle: string | null;
  readonly fecha: string;
  readonly lugar: string;
  readonly unidades: number;
  readonly testigos: readonly string[];
  readonly evidenciaNombre: string;
  readonly evidenciaSha256: string;
  readonly registradaPor: string;
  readonly registradaEn: Date;
}

/** Ítems of a lote that wait for paper and have no certificate yet, locked; all of them, or those of the expedientes given. */
export async function lockEnEspera(
  tx: TenantTx,
  loteId: string,
  expedientes: readonly string[] | null,
): Promise<number[]> {
  const rows = await tx.query<{ itemId: number }>(
    `SELECT p.item_id AS "itemId" FROM eliminacion_lote_progreso p
      WHERE p.lote_id = $1 AND p.estado = 'espera_fisico' AND ($2::uuid[] IS NULL OR p.expediente_id = ANY ($2::uuid[]))
        AND NOT EXISTS (SELECT FROM eliminacion_constancia_items c WHERE c.item_id = p.item_id)
      ORDER BY p.item_id FOR UPDATE OF p`,
    [loteId, expedientes],
  );
  return rows.map(({ itemId }) => itemId);
}

/** Records a certificate and the ítems it covers, and wakes the tramos that waited for it. */
export async function insertConstancia(
  tx: TenantTx,
  constancia: NuevaConstancia,
  itemIds: readonly number[],
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO eliminacion_constancias_fisicas (lote_id, numero, metodo, metodo_detalle, fecha, lugar, unidades, testigos,
       evidencia_nombre, evidencia_sha256, registrada_por, registrada_en)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      constancia.loteId,
      constancia.numero,
      constancia.metodo,
      constancia.metodoDetalle,
      constancia.fecha,
      constancia.lugar,
      constancia.unidades,
      constancia.testigos,
      constancia.evidenciaNombre,
      constancia.evidenciaSha256,
      constancia.registradaPor,
      constancia.registradaEn,
    ],
  );
  if (row === undefined) throw new Error('constancia not inserted');
  await tx.execute(
    'INSERT INTO eliminacion_constancia_items (item_id, constancia_id) SELECT unnest($1::bigint[]), $2',
    [itemIds, row.id],
  );
  await tx.execute(
    `UPDATE eliminacion_lote_tramos SET proximo_intento = NULL WHERE estado = 'pendiente' AND id IN (
       SELECT tramo_id FROM eliminacion_lote_progreso WHERE item_id = ANY ($1::bigint[]))`,
    [itemIds],
  );
  return row.id;
}
