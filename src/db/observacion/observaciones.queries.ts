import type { JsonValue } from '../../domain/json-canonico.ts';
import type { CanalObservacion } from '../../domain/observacion/canal.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface NuevaObservacion {
  readonly numero: string;
  readonly loteId: string;
  readonly canal: CanalObservacion;
  readonly recibidaEn: Date;
  readonly aTiempo: boolean;
  readonly texto: string;
  readonly observador: JsonValue;
}

/** Records an observation on some rows (by orden), or on the whole lote (null); gives how many rows it reaches. */
export async function insertObservacion(
  tx: TenantTx,
  observacion: NuevaObservacion,
  ordenes: readonly number[] | null,
): Promise<{ id: number; filas: number }> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO eliminacion_observaciones (numero, lote_id, canal, recibida_en, a_tiempo, texto, observador)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb) RETURNING id`,
    [
      observacion.numero,
      observacion.loteId,
      observacion.canal,
      observacion.recibidaEn,
      observacion.aTiempo,
      observacion.texto,
      JSON.stringify(observacion.observador),
    ],
  );
  if (row === undefined) throw new Error('observation not inserted');
  const filas = await tx.execute(
    `INSERT INTO eliminacion_observacion_filas (observacion_id, item_id)
     SELECT $1, i.id FROM eliminacion_lote_items i
      WHERE i.lote_id = $2 AND ($3::int[] IS NULL OR i.orden = ANY ($3::int[]))`,
    [row.id, observacion.loteId, ordenes],
  );
  return { id: row.id, filas };
}

/** Id of an observation of the lote, or null. It needs no lock: what was observed never changes. */
export async function findObservacionId(
  tx: TenantTx,
  loteId: string,
  numero: string,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'SELECT id FROM eliminacion_observaciones WHERE lote_id = $1 AND numero = $2',
    [loteId, numero],
  );
  return row?.id ?? null;
}

export interface RespuestaFila {
  readonly ordenes: readonly number[] | null;
  readonly desenlace: 'aceptada' | 'rechazada';
  readonly motivacion: string;
}

/** Answers rows that wait for it (all of them with null); gives the ítems answered. */
export async function answerFilas(
  tx: TenantTx,
  observacionId: number,
  respuesta: RespuestaFila,
  acto: { readonly en: Date; readonly por: string },
): Promise<number[]> {
  const rows = await tx.query<{ itemId: number }>(
    `UPDATE eliminacion_observacion_filas f SET desenlace = $3, motivacion = $4, respondida_en = $5, respondida_por = $6
       FROM eliminacion_lote_items i
      WHERE f.observacion_id = $1 AND i.id = f.item_id AND f.desenlace IS NULL AND ($2::int[] IS NULL OR i.orden = ANY ($2::int[]))
      RETURNING f.item_id AS "itemId"`,
    [observacionId, respuesta.ordenes, respuesta.desenlace, respuesta.motivacion, acto.en, acto.por],
  );
  return rows.map(({ itemId }) => itemId);
}

/** Withdraws, of the ítems given, those that are still members: an accepted observation takes its rows out. */
export async function withdrawAceptados(
  tx: TenantTx,
  loteId: string,
  itemIds: readonly number[],
  acto: { readonly en: Date; readonly por: string; readonly detalle: string; readonly motivo: string },
): Promise<number> {
  return tx.execute(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, motivo, actor, instante)
     SELECT i.id, i.lote_id, i.expediente_id, 'retirado', 'observacion_aceptada', $3, $4, $5, $6
       FROM eliminacion_lote_items i JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
      WHERE i.lote_id = $1 AND i.id = ANY ($2::bigint[])`,
    [loteId, itemIds, acto.detalle, acto.motivo, acto.por, acto.en],
  );
}

export interface ObservacionEnLista {
  readonly numero: string;
  readonly canal: string;
  readonly recibidaEn: Date;
  readonly aTiempo: boolean;
  readonly texto: string;
  readonly filas: number;
  readonly pendientes: number;
}

/** A page of a lote's observations by number, without who observed. */
export async function listObservaciones(
  tx: TenantTx,
  loteId: string,
  pagina: { readonly despuesDe: string; readonly limite: number },
): Promise<ObservacionEnLista[]> {
  return tx.query<ObservacionEnLista>(
    `SELECT o.numero, o.canal, o.recibida_en AS "recibidaEn", o.a_tiempo AS "aTiempo", o.texto,
            count(f.item_id) AS filas, count(f.item_id) FILTER (WHERE f.desenlace IS NULL) AS pendientes
       FROM eliminacion_observaciones o LEFT JOIN eliminacion_observacion_filas f ON f.observacion_id = o.id
      WHERE o.lote_id = $1 AND o.numero > $2 GROUP BY o.id ORDER BY o.numero LIMIT $3`,
    [loteId, pagina.despuesDe, pagina.limite],
  );
}
