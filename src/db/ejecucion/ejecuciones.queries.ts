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
  readonly pendientes: number;
  readonly esperaFisico: number;
  readonly destruidos: number;
  readonly omitidos: number;
}

/** Where a lote's run stands at this instant. */
export async function readProgreso(tx: TenantTx, loteId: string): Promise<ProgresoEjecucion> {
  const [row] = await tx.query<ProgresoEjecucion>(
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE estado IN ('pendiente', 'en_curso')) AS pendientes,
            count(*) FILTER (WHERE estado = 'espera_fisico') AS "esperaFisico",
            count(*) FILTER (WHERE estado = 'destruido') AS destruidos,
            count(*) FILTER (WHERE estado = 'omitido') AS omitidos
       FROM eliminacion_lote_progreso WHERE lote_id = $1`,
    [loteId],
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
