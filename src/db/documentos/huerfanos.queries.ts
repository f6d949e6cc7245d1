import type { TenantTx } from '../tenant-tx.ts';

/** Bytes that no anexo uses, on their way out. */
export interface ObjetoHuerfano {
  readonly objetoId: number;
  readonly clave: string;
}

const SIN_ANEXO = `o.estado = 'destruyendo' AND NOT EXISTS (SELECT FROM anexos a WHERE a.objeto_id = o.id)`;

/**
 * Turns reservations that ran out into objetos to be destroyed, in one step: the uploader, if it still lives, finds
 * its reservation gone and gives up; and no crash can leave bytes that no row speaks of. Gives how many.
 */
export async function expireSubidas(tx: TenantTx, limite: number, instante: Date): Promise<number> {
  const rows = await tx.query(
    `WITH vencidas AS (
       DELETE FROM subidas WHERE clave IN (
         SELECT clave FROM subidas WHERE vence_en <= clock_timestamp() ORDER BY clave LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING clave)
     INSERT INTO objetos (sha256, clave, tamano, estado, creado_en)
     SELECT decode(substr(clave, 4, 64), 'hex'), clave, 0, 'destruyendo', $2 FROM vencidas ORDER BY clave RETURNING id`,
    [limite, instante],
  );
  return rows.length;
}

/** Orphans after the given id, by id. Those of a purge under way still have their anexos and are not among them. */
export async function listHuerfanos(
  tx: TenantTx,
  despuesDe: number,
  limite: number,
): Promise<ObjetoHuerfano[]> {
  return tx.query<ObjetoHuerfano>(
    `SELECT o.id AS "objetoId", o.clave FROM objetos o WHERE o.id > $1 AND ${SIN_ANEXO} ORDER BY o.id LIMIT $2`,
    [despuesDe, limite],
  );
}

/** Orphans with the same bytes as those objetos: the losers of an upload race, which must not outlive the winner. */
export async function listGemelos(tx: TenantTx, objetoIds: readonly number[]): Promise<ObjetoHuerfano[]> {
  return tx.query<ObjetoHuerfano>(
    `SELECT o.id AS "objetoId", o.clave FROM objetos o
      WHERE ${SIN_ANEXO} AND NOT o.id = ANY ($1::bigint[])
        AND o.sha256 IN (SELECT sha256 FROM objetos WHERE id = ANY ($1::bigint[])) ORDER BY o.id`,
    [objetoIds],
  );
}

/** Removes the rows of orphans whose bytes are proven absent. */
export async function deleteHuerfanos(tx: TenantTx, objetoIds: readonly number[]): Promise<number> {
  if (objetoIds.length === 0) return 0;
  await tx.query('SELECT FROM objetos WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE', [objetoIds]);
  return tx.execute(`DELETE FROM objetos o WHERE o.id = ANY ($1::bigint[]) AND ${SIN_ANEXO}`, [objetoIds]);
}
