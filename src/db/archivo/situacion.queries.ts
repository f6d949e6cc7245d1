import type { LoteQueLoTiene, Situacion } from '../../domain/archivo/situacion.ts';
import type { TenantTx } from '../tenant-tx.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const CUALES = 'e.id = ANY ($1::uuid[]) OR e.codigo = ANY ($2::text[])';

/**
 * The expedientes of these ids or codes, locked FOR UPDATE in id order and then read in a new statement, in the order
 * asked; null where there is none. Who may see them is asked by the caller.
 */
export async function lockSituaciones(
  tx: TenantTx,
  referencias: readonly string[],
): Promise<(Situacion | null)[]> {
  const cuales = cualesDe(referencias);
  await tx.query(
    `SELECT count(*) FROM (SELECT FROM expedientes e WHERE ${CUALES} ORDER BY e.id FOR UPDATE) b`,
    cuales,
  );
  const rows = await tx.query<Omit<Situacion, 'lote'> & { lote: LoteQueLoTiene | null }>(
    `SELECT e.id, e.codigo, e.nivel_seguridad AS nivel, e.soporte, e.cierre, e.trd_version_id AS "trdVersionId",
            e.trd_serie_id AS "trdSerieId",
            CASE WHEN p.lote_id IS NOT NULL THEN jsonb_build_object(
              'codigo', l.codigo, 'nivel', l.nivel_seguridad, 'enEjecucion', l.estado = 'en_ejecucion') END AS lote,
            EXISTS (SELECT FROM documentos_intencion_viva i WHERE i.expediente_id = e.id) AS "enEliminacion",
            (SELECT k.id FROM prestamos k WHERE k.expediente_id = e.id AND k.devuelto_en IS NULL) AS "prestamoId",
            (SELECT t.id FROM transferencias t WHERE t.expediente_id = e.id AND t.terminada_en IS NULL) AS "transferenciaId"
       FROM expedientes e
       LEFT JOIN eliminacion_expediente_en_lote p ON p.expediente_id = e.id
       LEFT JOIN eliminacion_lotes l ON l.id = p.lote_id
      WHERE ${CUALES}`,
    cuales,
  );
  const porId = new Map(rows.map((row) => [row.id, row]));
  const porCodigo = new Map(rows.map((row) => [row.codigo, row]));
  return referencias.map(
    (referencia) => porId.get(referencia.toLowerCase()) ?? porCodigo.get(referencia) ?? null,
  );
}

/** Whether an expediente exists within that clearance. */
export async function existsAlAlcance(tx: TenantTx, id: string, clearance: number): Promise<boolean> {
  const rows = await tx.query('SELECT FROM expedientes WHERE id = $1 AND nivel_seguridad <= $2', [
    id,
    clearance,
  ]);
  return rows.length > 0;
}

/** Ids of the expedientes of these ids or codes within that clearance, in the order asked; null where there is none. */
export async function listAlAlcance(
  tx: TenantTx,
  referencias: readonly string[],
  clearance: number,
): Promise<(string | null)[]> {
  const rows = await tx.query<{ id: string; codigo: string }>(
    `SELECT e.id, e.codigo FROM expedientes e WHERE (${CUALES}) AND e.nivel_seguridad <= $3`,
    [...cualesDe(referencias), clearance],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const porCodigo = new Map(rows.map(({ id, codigo }) => [codigo, id]));
  return referencias.map((referencia) => {
    const id = referencia.toLowerCase();
    return ids.has(id) ? id : (porCodigo.get(referencia) ?? null);
  });
}

/** Ids and codes are looked for apart, so that each has its index. */
function cualesDe(referencias: readonly string[]): [string[], string[]] {
  return [referencias.filter((referencia) => UUID.test(referencia)), [...referencias]];
}
