import type { FilaInventario } from '../../domain/inventario/fila-inventario.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

const FILA = `i.orden, i.expediente_id AS "expedienteId", i.expediente_codigo AS "expedienteCodigo", i.titulo,
  i.titulo_publico AS "tituloPublico", i.enmascaramiento, i.nivel_seguridad AS "nivelSeguridad",
  i.dependencia_codigo AS "dependenciaCodigo", i.dependencia_nombre AS "dependenciaNombre",
  i.trd_version_codigo AS "trdVersionCodigo", i.trd_tipo AS "trdTipo", i.trd_serie AS serie, i.trd_serie_nombre AS "serieNombre",
  i.trd_subserie AS subserie, i.trd_subserie_nombre AS "subserieNombre",
  jsonb_build_object('numero', i.trd_acto_convalidacion, 'fecha', i.trd_acto_convalidacion_fecha) AS "actoConvalidacion",
  jsonb_build_object('numero', i.trd_acta_aprobacion, 'fecha', i.trd_acta_aprobacion_fecha) AS "actaAprobacion",
  i.ag, i.ac, i.disposicion, i.fundamento, i.fecha_inicial AS "fechaInicial", i.fecha_final AS "fechaFinal", i.cierre,
  i.vencimiento, i.vencimiento_habil AS "vencimientoHabil", i.vencimiento_aritmetica AS "vencimientoAritmetica",
  i.soporte, i.folios, i.unidades`;

/** Rows of the inventory after `despuesDe`, by orden. */
export async function listFilasInventario(
  tx: TenantTx,
  loteId: string,
  pagina: { readonly despuesDe: number; readonly limite: number },
): Promise<FilaInventario[]> {
  return tx.query<FilaInventario>(
    `SELECT ${FILA} FROM eliminacion_lote_items i WHERE i.lote_id = $1 AND i.orden > $2 ORDER BY i.orden LIMIT $3`,
    [loteId, pagina.despuesDe, pagina.limite],
  );
}

export interface ItemEnPagina extends FilaInventario {
  /** `activo`, `destruido`, `omitido` or `retirado`. */
  readonly situacion: string;
  readonly causa: string | null;
}

/** A page of ítems within the reader's clearance, with what became of each. */
export async function listItems(
  tx: TenantTx,
  loteId: string,
  clearance: NivelSeguridad,
  pagina: { readonly despuesDe: number; readonly limite: number },
): Promise<ItemEnPagina[]> {
  return tx.query<ItemEnPagina>(
    `SELECT ${FILA},
            CASE WHEN l.expediente_id IS NOT NULL THEN 'destruido'
                 WHEN o.estado = 'retirado' THEN 'retirado'
                 WHEN o.estado IN ('omitido', 'reintentando') THEN 'omitido' ELSE 'activo' END AS situacion,
            CASE WHEN l.expediente_id IS NULL THEN o.causa END AS causa
       FROM eliminacion_lote_items i
       LEFT JOIN eliminacion_lapidas l ON l.item_id = i.id
       LEFT JOIN eliminacion_lote_omision o ON o.item_id = i.id
      WHERE i.lote_id = $1 AND i.nivel_seguridad <= $2 AND i.orden > $3 ORDER BY i.orden LIMIT $4`,
    [loteId, clearance, pagina.despuesDe, pagina.limite],
  );
}

/** How many rows still wait for a person to confirm their public rendering. */
export async function countSinRevisar(tx: TenantTx, loteId: string): Promise<number> {
  const [row] = await tx.query<{ cuantas: number }>(
    'SELECT count(*) AS cuantas FROM eliminacion_lote_items WHERE lote_id = $1 AND revisado_en IS NULL',
    [loteId],
  );
  return row?.cuantas ?? 0;
}

/** Confirms the public rendering of every row that waits; gives how many. */
export async function confirmVersionPublica(
  tx: TenantTx,
  loteId: string,
  revision: { readonly por: string; readonly en: Date },
): Promise<number> {
  return tx.execute(
    `UPDATE eliminacion_lote_items SET revisado_por = $2, revisado_en = $3 WHERE lote_id = $1 AND revisado_en IS NULL`,
    [loteId, revision.por, revision.en],
  );
}

/** Ítem ids of the given expedientes of a lote that are still members of it. */
export async function listItemIds(
  tx: TenantTx,
  loteId: string,
  expedienteIds: readonly string[],
): Promise<{ itemId: number; expedienteId: string }[]> {
  return tx.query(
    `SELECT item_id AS "itemId", expediente_id AS "expedienteId" FROM eliminacion_expediente_en_lote
      WHERE lote_id = $1 AND expediente_id = ANY ($2::uuid[])`,
    [loteId, expedienteIds],
  );
}

export interface Retiro {
  readonly itemId: number;
  readonly causa: string;
  readonly detalle: string;
  readonly motivo: string;
}

/** Withdraws ítems (omisión `retirado`): the trigger frees their membership. */
export async function insertRetiros(
  tx: TenantTx,
  loteId: string,
  retiros: readonly Retiro[],
  acto: { readonly actor: string; readonly instante: Date },
): Promise<void> {
  if (retiros.length === 0) return;
  await tx.execute(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, motivo, actor, instante)
     SELECT i.id, i.lote_id, i.expediente_id, 'retirado', r.causa, r.detalle, r.motivo, $6, $7
       FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS r (item_id, causa, detalle, motivo)
       JOIN eliminacion_lote_items i ON i.id = r.item_id AND i.lote_id = $1`,
    [
      loteId,
      retiros.map(({ itemId }) => itemId),
      retiros.map(({ causa }) => causa),
      retiros.map(({ detalle }) => detalle),
      retiros.map(({ motivo }) => motivo),
      acto.actor,
      acto.instante,
    ],
  );
}

/** Ítems still members of the lote. */
export async function countMiembros(tx: TenantTx, loteId: string): Promise<number> {
  const [row] = await tx.query<{ cuantos: number }>(
    'SELECT count(*) AS cuantos FROM eliminacion_expediente_en_lote WHERE lote_id = $1',
    [loteId],
  );
  return row?.cuantos ?? 0;
}

/** Ítems of a lote up to a level. */
export async function countItems(tx: TenantTx, loteId: string, clearance: NivelSeguridad): Promise<number> {
  const [row] = await tx.query<{ cuantos: number }>(
    'SELECT count(*) AS cuantos FROM eliminacion_lote_items WHERE lote_id = $1 AND nivel_seguridad <= $2',
    [loteId, clearance],
  );
  return row?.cuantos ?? 0;
}
