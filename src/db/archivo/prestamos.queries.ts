import type { TenantTx } from '../tenant-tx.ts';

export interface NuevoPrestamo {
  readonly expedienteId: string;
  readonly solicitante: string;
}

/** Records loans that begin now; gives their ids in the same order. */
export async function insertPrestamos(
  tx: TenantTx,
  prestamos: readonly NuevoPrestamo[],
  instante: Date,
): Promise<number[]> {
  const rows = await tx.query<{ id: number; expedienteId: string }>(
    `INSERT INTO prestamos (expediente_id, solicitante, prestado_en)
     SELECT n.expediente_id, n.solicitante, $3 FROM unnest($1::uuid[], $2::text[]) AS n (expediente_id, solicitante)
     RETURNING id, expediente_id AS "expedienteId"`,
    [
      prestamos.map(({ expedienteId }) => expedienteId),
      prestamos.map(({ solicitante }) => solicitante),
      instante,
    ],
  );
  const ids = new Map(rows.map(({ id, expedienteId }) => [expedienteId, id]));
  return prestamos.map(({ expedienteId }) => ids.get(expedienteId) ?? 0);
}

/** Ends an active loan; false if it had ended. */
export async function closePrestamo(tx: TenantTx, id: number, instante: Date): Promise<boolean> {
  const sql = 'UPDATE prestamos SET devuelto_en = $2 WHERE id = $1 AND devuelto_en IS NULL';
  return (await tx.execute(sql, [id, instante])) === 1;
}
