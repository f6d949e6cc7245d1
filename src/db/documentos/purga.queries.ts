import type { TenantTx } from '../tenant-tx.ts';
import type { Pares } from './pares.ts';

/** What a purge is about: the radicados and the anexos that each ítem's intention lists. */
export interface ListasPurga {
  readonly radicados: Pares;
  readonly anexos: Pares;
}

/** Locks the radicados in id order: no anexo enters them until the commit. */
export async function lockRadicados(tx: TenantTx, radicadoIds: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM radicados WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [radicadoIds]);
}

export interface AnexoAjeno {
  readonly itemId: number;
  readonly anexoId: string;
  readonly caso: 'fuera_de_lista' | 'en_otro_radicado';
}

/** One anexo per ítem that makes its lists untrue: not listed on its radicados, or listed and hanging elsewhere. */
export async function listAjenos(tx: TenantTx, listas: ListasPurga): Promise<AnexoAjeno[]> {
  return tx.query<AnexoAjeno>(
    `WITH r (item_id, radicado_id) AS (SELECT * FROM unnest($1::bigint[], $2::uuid[])),
          l (item_id, anexo_id) AS (SELECT * FROM unnest($3::bigint[], $4::uuid[]))
     SELECT DISTINCT ON (item_id) item_id AS "itemId", id AS "anexoId", caso FROM (
       SELECT r.item_id, a.id, 'fuera_de_lista' AS caso FROM r JOIN anexos a ON a.radicado_id = r.radicado_id
         LEFT JOIN l ON l.item_id = r.item_id AND l.anexo_id = a.id WHERE l.anexo_id IS NULL
       UNION ALL
       SELECT l.item_id, a.id, 'en_otro_radicado' FROM l JOIN anexos a ON a.id = l.anexo_id
         LEFT JOIN r ON r.item_id = l.item_id AND r.radicado_id = a.radicado_id WHERE r.radicado_id IS NULL) x
      ORDER BY item_id, id`,
    [listas.radicados.items, listas.radicados.ids, listas.anexos.items, listas.anexos.ids],
  );
}

/** Locks the anexos, then their objetos, each in id order; gives the ids of the objetos. */
export async function lockAnexosYObjetos(tx: TenantTx, anexoIds: readonly string[]): Promise<number[]> {
  await tx.query('SELECT FROM anexos WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [anexoIds]);
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM objetos WHERE id IN (SELECT objeto_id FROM anexos WHERE id = ANY ($1::uuid[])) ORDER BY id FOR UPDATE`,
    [anexoIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Anexos → `destruyendo`; then the objetos that no living anexo uses any more. Needs their locks, and reads uses in
 * a new statement after them. Never back from there.
 */
export async function markDestruyendo(
  tx: TenantTx,
  anexoIds: readonly string[],
  objetoIds: readonly number[],
): Promise<void> {
  await tx.execute(
    `UPDATE anexos SET estado = 'destruyendo' WHERE id = ANY ($1::uuid[]) AND estado = 'vivo'`,
    [anexoIds],
  );
  await tx.execute(
    `UPDATE objetos o SET estado = 'destruyendo' WHERE o.id = ANY ($1::bigint[]) AND o.estado = 'vivo'
        AND NOT EXISTS (SELECT FROM anexos a WHERE a.objeto_id = o.id AND a.estado = 'vivo')`,
    [objetoIds],
  );
}

export interface ObjetoMoribundo {
  readonly objetoId: number;
  readonly clave: string;
}

/** Of those objetos, the ones whose bytes must go. */
export async function listMoribundos(tx: TenantTx, objetoIds: readonly number[]): Promise<ObjetoMoribundo[]> {
  return tx.query<ObjetoMoribundo>(
    `SELECT id AS "objetoId", clave FROM objetos WHERE id = ANY ($1::bigint[]) AND estado = 'destruyendo' ORDER BY id`,
    [objetoIds],
  );
}

/** Ítems that list an anexo of one of those objetos. */
export async function listItemsDe(
  tx: TenantTx,
  anexos: Pares,
  objetoIds: readonly number[],
): Promise<{ itemId: number; objetoId: number }[]> {
  if (objetoIds.length === 0) return [];
  return tx.query(
    `SELECT DISTINCT l.item_id AS "itemId", a.objeto_id AS "objetoId"
       FROM unnest($1::bigint[], $2::uuid[]) AS l (item_id, anexo_id) JOIN anexos a ON a.id = l.anexo_id
      WHERE a.objeto_id = ANY ($3::bigint[]) ORDER BY 1, 2`,
    [anexos.items, anexos.ids, objetoIds],
  );
}

/**
 * Writes what became of each objeto for each ítem. One whose bytes are gone was destroyed by the last of the ítems
 * that share it, and kept (by another) for the rest; one already recorded as destroyed stays with who has it.
 */
export async function insertPurgados(
  tx: TenantTx,
  purga: { readonly anexos: Pares; readonly borrados: readonly number[]; readonly instante: Date },
): Promise<void> {
  await tx.execute(
    `WITH uso AS (
       SELECT DISTINCT l.item_id, a.objeto_id
         FROM unnest($1::bigint[], $2::uuid[]) AS l (item_id, anexo_id) JOIN anexos a ON a.id = l.anexo_id)
     INSERT INTO documentos_purga_objetos (item_id, objeto_id, clave, sha256, tamano, resultado, instante)
     SELECT u.item_id, o.id, o.clave, o.sha256, o.tamano,
            CASE WHEN b.id IS NOT NULL AND d.objeto_id IS NULL
                  AND u.item_id = max(u.item_id) OVER (PARTITION BY u.objeto_id)
                 THEN 'destruido' ELSE 'conservado_compartido' END, $4
       FROM uso u JOIN objetos o ON o.id = u.objeto_id
       LEFT JOIN unnest($3::bigint[]) AS b (id) ON b.id = o.id
       LEFT JOIN documentos_purga_objetos d ON d.objeto_id = o.id AND d.resultado = 'destruido'
     ON CONFLICT (item_id, objeto_id) DO NOTHING`,
    [purga.anexos.items, purga.anexos.ids, purga.borrados, purga.instante],
  );
}

/**
 * Deletes anexos whose bytes are settled, children with their parents, and then those of the objetos that were
 * destroyed and that no anexo row speaks of any more.
 */
export async function deletePurgados(
  tx: TenantTx,
  anexoIds: readonly string[],
  objetoIds: readonly number[],
): Promise<void> {
  await tx.execute('DELETE FROM anexos WHERE id = ANY ($1::uuid[])', [anexoIds]);
  await tx.execute(
    `DELETE FROM objetos o WHERE o.id = ANY ($1::bigint[]) AND o.estado = 'destruyendo'
        AND NOT EXISTS (SELECT FROM anexos a WHERE a.objeto_id = o.id)
        AND EXISTS (SELECT FROM documentos_purga_objetos d WHERE d.objeto_id = o.id AND d.resultado = 'destruido')`,
    [objetoIds],
  );
}

export interface ConteoPurga {
  readonly itemId: number;
  readonly objetosDestruidos: number;
  readonly objetosConservados: number;
  readonly bytesLiberados: number;
}

/** What the record says of those ítems; one without record is not in the answer. */
export async function countPurgados(tx: TenantTx, itemIds: readonly number[]): Promise<ConteoPurga[]> {
  return tx.query<ConteoPurga>(
    `SELECT item_id AS "itemId", count(*) FILTER (WHERE resultado = 'destruido') AS "objetosDestruidos",
            count(*) FILTER (WHERE resultado = 'conservado_compartido') AS "objetosConservados",
            coalesce(sum(tamano) FILTER (WHERE resultado = 'destruido'), 0)::bigint AS "bytesLiberados"
       FROM documentos_purga_objetos WHERE item_id = ANY ($1::bigint[]) GROUP BY item_id`,
    [itemIds],
  );
}

export interface FilaPurgada {
  readonly itemId: number;
  readonly objetoId: number;
  readonly clave: string;
  readonly sha256: string;
  readonly tamano: number;
  readonly resultado: 'destruido' | 'conservado_compartido';
}

/** The record itself, by ítem and objeto. */
export async function listPurgados(tx: TenantTx, itemIds: readonly number[]): Promise<FilaPurgada[]> {
  return tx.query<FilaPurgada>(
    `SELECT item_id AS "itemId", objeto_id AS "objetoId", clave, encode(sha256, 'hex') AS sha256, tamano, resultado
       FROM documentos_purga_objetos WHERE item_id = ANY ($1::bigint[]) ORDER BY item_id, objeto_id`,
    [itemIds],
  );
}
