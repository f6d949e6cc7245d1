import type { TenantTx } from '../tenant-tx.ts';

export interface NuevaTransferencia {
  readonly expedienteId: string;
  readonly destino: string;
}

/** Records transfers that begin now; gives their ids in the same order. */
export async function insertTransferencias(
  tx: TenantTx,
  transferencias: readonly NuevaTransferencia[],
  instante: Date,
): Promise<number[]> {
  const rows = await tx.query<{ id: number; expedienteId: string }>(
    `INSERT INTO transferencias (expediente_id, destino, iniciada_en)
     SELECT n.expediente_id, n.destino, $3 FROM unnest($1::uuid[], $2::text[]) AS n (expediente_id, destino)
     RETURNING id, expediente_id AS "expedienteId"`,
    [
      transferencias.map(({ expedienteId }) => expedienteId),
      transferencias.map(({ destino }) => destino),
      instante,
    ],
  );
  const ids = new Map(rows.map(({ id, expedienteId }) => [expedienteId, id]));
  return transferencias.map(({ expedienteId }) => ids.get(expedienteId) ?? 0);
}

/** Ends a transfer in course; false if it had ended. */
export async function closeTransferencia(tx: TenantTx, id: number, instante: Date): Promise<boolean> {
  const sql = 'UPDATE transferencias SET terminada_en = $2 WHERE id = $1 AND terminada_en IS NULL';
  return (await tx.execute(sql, [id, instante])) === 1;
}
