import { insertIntenciones } from '../../src/db/ejecucion/intenciones.queries.ts';
import { deleteDestruidos } from '../../src/db/ejecucion/lapidas.queries.ts';
import type { TenantTx } from '../../src/db/tenant-tx.ts';

const INSTANTE = new Date('2027-03-05T15:00:00Z');

/** Writes the intention of the ítems of a lote in execution from the radicados they have now (no anexos). */
export async function fijarIntenciones(tx: TenantTx, loteId: string): Promise<number[]> {
  const items = await tx.query<{ itemId: number; radicadoIds: string[] }>(
    `SELECT p.item_id AS "itemId", ARRAY(SELECT r.id FROM radicados r WHERE r.expediente_id = p.expediente_id ORDER BY r.id) AS "radicadoIds"
       FROM eliminacion_lote_progreso p WHERE p.lote_id = $1 AND p.intencion_en IS NULL AND p.estado <> 'omitido' ORDER BY p.orden`,
    [loteId],
  );
  await insertIntenciones(
    tx,
    items.map((item) => ({ ...item, anexos: [], digest: 'd'.repeat(64) })),
    INSTANTE,
  );
  return items.map(({ itemId }) => itemId);
}

/** A lápida written by hand, with whatever is to be false in it. */
export async function insertLapidaDePrueba(
  tx: Pick<TenantTx, 'execute'>,
  itemId: number,
  cambios: { readonly radicados?: number; readonly anexos?: number; readonly digest?: string } = {},
): Promise<void> {
  await tx.execute(
    `INSERT INTO eliminacion_lapidas (
       expediente_id, expediente_codigo, lote_id, item_id, ejecucion_id, orden, titulo, nivel_seguridad, trd_version_codigo,
       trd_serie, trd_serie_nombre, cierre, soporte, radicados_eliminados, anexos_eliminados, objetos_destruidos,
       objetos_conservados, bytes_liberados, intencion_digest, digests, integridad, metodo, ejecutor_id, ejecutor_nombre,
       destruido_en, libro_clave, item_completo, hoja_completa, item_publico, hoja_publica, reserva_reevaluar_en)
     SELECT i.expediente_id, i.expediente_codigo, i.lote_id, i.id, (SELECT max(id) FROM eliminacion_ejecuciones e WHERE e.lote_id = i.lote_id),
            i.orden, i.titulo, i.nivel_seguridad, i.trd_version_codigo, i.trd_serie, i.trd_serie_nombre, i.cierre, i.soporte,
            coalesce($2, cardinality(p.radicado_ids), 0), coalesce($3, cardinality(p.anexo_ids), 0), 0, 0, 0,
            coalesce($4, p.intencion_digest, 'x'), '[]', 'no_aplica', 'borrado_verificado', 'ejecutor', 'Persona ejecutor',
            $5, 'libro/prueba', 'a', sha256('a'), 'b', sha256('b'), '2042-03-05'
       FROM eliminacion_lote_items i LEFT JOIN eliminacion_lote_progreso p ON p.item_id = i.id WHERE i.id = $1`,
    [itemId, cambios.radicados ?? null, cambios.anexos ?? null, cambios.digest ?? null, INSTANTE],
  );
  await tx.execute(
    `INSERT INTO eliminacion_lapida_radicados (radicado_id, expediente_id, numero, nivel_seguridad)
     SELECT r.id, r.expediente_id, r.numero, r.nivel_seguridad FROM radicados r
       JOIN eliminacion_lote_items i ON i.expediente_id = r.expediente_id WHERE i.id = $1`,
    [itemId],
  );
}

/** Intention, lápida and deletion of the given ítems of a lote in execution, as the executor leaves them. */
export async function destruir(tx: TenantTx, loteId: string, itemIds: readonly number[]): Promise<void> {
  await fijarIntenciones(tx, loteId);
  for (const itemId of itemIds) await insertLapidaDePrueba(tx, itemId);
  await deleteDestruidos(tx, itemIds);
}
