import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Ejecucion {
  readonly id: number;
  readonly loteId: string;
  readonly n: number;
  readonly clase: 'inicial' | 'reintento';
  readonly estado: 'en_curso' | 'terminada' | 'bloqueada';
  readonly ejecutorId: string;
  readonly ejecutorNombre: string;
  readonly iniciadaEn: Date;
  readonly terminadaEn: Date | null;
  readonly bloqueo: string | null;
}

const COLUMNS = `id, lote_id AS "loteId", n, clase, estado, ejecutor_id AS "ejecutorId", ejecutor_nombre AS "ejecutorNombre",
  iniciada_en AS "iniciadaEn", terminada_en AS "terminadaEn", bloqueo`;

/** Expedientes per tramo. */
export const ITEMS_POR_TRAMO = 200;

/** Opens a run with the authority of who confirmed it; gives its id. */
export async function insertEjecucion(
  tx: TenantTx,
  ejecucion: Pick<Ejecucion, 'loteId' | 'clase' | 'ejecutorId' | 'ejecutorNombre' | 'iniciadaEn'>,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO eliminacion_ejecuciones (lote_id, n, clase, estado, ejecutor_id, ejecutor_nombre, iniciada_en)
     SELECT $1, 1 + coalesce(max(n), 0), $2, 'en_curso', $3, $4, $5 FROM eliminacion_ejecuciones WHERE lote_id = $1
     RETURNING id`,
    [ejecucion.loteId, ejecucion.clase, ejecucion.ejecutorId, ejecucion.ejecutorNombre, ejecucion.iniciadaEn],
  );
  if (row === undefined) throw new Error('run not inserted');
  return row.id;
}

/**
 * Cuts the living members of a lote into tramos by consecutive orden and gives each its pending work row, in two
 * statements. Gives the number of ítems.
 */
export async function cutTramos(tx: TenantTx, loteId: string, ejecucionId: number): Promise<number> {
  await tx.execute(
    `INSERT INTO eliminacion_lote_tramos (lote_id, ejecucion_id, n, orden_desde, orden_hasta)
     SELECT $1, $2, row_number() OVER (ORDER BY g.grupo), g.desde, g.hasta
       FROM (SELECT (i.orden - 1) / $3 AS grupo, min(i.orden) AS desde, max(i.orden) AS hasta
               FROM eliminacion_lote_items i JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
              WHERE i.lote_id = $1 GROUP BY 1) g`,
    [loteId, ejecucionId, ITEMS_POR_TRAMO],
  );
  return tx.execute(
    `INSERT INTO eliminacion_lote_progreso (item_id, lote_id, expediente_id, orden, tramo_id)
     SELECT i.id, i.lote_id, i.expediente_id, i.orden, t.id
       FROM eliminacion_lote_items i
       JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
       JOIN eliminacion_lote_tramos t ON t.ejecucion_id = $2 AND i.orden BETWEEN t.orden_desde AND t.orden_hasta
      WHERE i.lote_id = $1`,
    [loteId, ejecucionId],
  );
}

/** The run of a lote that is not over, or null. */
export async function findEjecucionViva(tx: TenantTx, loteId: string): Promise<Ejecucion | null> {
  const [row] = await tx.query<Ejecucion>(
    `SELECT ${COLUMNS} FROM eliminacion_ejecuciones WHERE lote_id = $1 AND estado <> 'terminada'`,
    [loteId],
  );
  return row ?? null;
}

export async function getEjecucion(tx: TenantTx, id: number): Promise<Ejecucion> {
  const [row] = await tx.query<Ejecucion>(`SELECT ${COLUMNS} FROM eliminacion_ejecuciones WHERE id = $1`, [
    id,
  ]);
  if (row === undefined) throw new Error(`run ${id} does not exist`);
  return row;
}

export interface ProgresoEjecucion {
  readonly total: number;
  /** With work to do, now or as soon as an executor takes it. */
  readonly pendientes: number;
  /** Waiting for their certificate of paper destruction. */
  readonly esperaFisico: number;
  readonly destruidos: number;
  readonly omitidos: number;
}

/** Where a lote's run stands at this instant, counting the ítems up to a level (all of them by default). */
export async function readProgreso(
  tx: TenantTx,
  loteId: string,
  clearance: NivelSeguridad = 3,
): Promise<ProgresoEjecucion> {
  const [row] = await tx.query<ProgresoEjecucion>(
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE p.estado IN ('pendiente', 'en_curso') OR (p.estado = 'espera_fisico' AND c.item_id IS NOT NULL)) AS pendientes,
            count(*) FILTER (WHERE p.estado = 'espera_fisico' AND c.item_id IS NULL) AS "esperaFisico",
            count(*) FILTER (WHERE p.estado = 'destruido') AS destruidos,
            count(*) FILTER (WHERE p.estado = 'omitido') AS omitidos
       FROM eliminacion_lote_progreso p LEFT JOIN eliminacion_constancia_items c ON c.item_id = p.item_id
      WHERE p.lote_id = $1 AND ($2 = 3 OR EXISTS (
            SELECT FROM eliminacion_lote_items i WHERE i.id = p.item_id AND i.nivel_seguridad <= $2))`,
    [loteId, clearance],
  );
  return row ?? { total: 0, pendientes: 0, esperaFisico: 0, destruidos: 0, omitidos: 0 };
}

/** A hold that stops the whole lote: on it or on everything. */
export async function findRetencionTotal(
  tx: TenantTx,
  loteId: string,
): Promise<{ id: number; alcance: string } | null> {
  const [row] = await tx.query<{ id: number; alcance: string }>(
    `SELECT id, alcance FROM retenciones_legales
      WHERE levantada_en IS NULL AND ((alcance = 'lote' AND lote_id = $1) OR alcance = 'todo') ORDER BY id LIMIT 1`,
    [loteId],
  );
  return row ?? null;
}

/** Ítems out of the destruction, by state and cause, counted up to a level. */
export async function countPorCausa(
  tx: TenantTx,
  loteId: string,
  clearance: NivelSeguridad,
): Promise<{ estado: string; causa: string; cuantas: number }[]> {
  return tx.query(
    `SELECT o.estado, o.causa, count(*) AS cuantas
       FROM eliminacion_lote_omision o JOIN eliminacion_lote_items i ON i.id = o.item_id
      WHERE o.lote_id = $1 AND o.estado <> 'ejecutado' AND i.nivel_seguridad <= $2 GROUP BY 1, 2 ORDER BY 1, 2`,
    [loteId, clearance],
  );
}
