import type { TenantTx } from '../tenant-tx.ts';

/** Latest instant among events and availability probes. */
export async function findUltimoInstante(tx: TenantTx): Promise<Date | null> {
  const [row] = await tx.query<{ instante: Date | null }>(
    `SELECT greatest((SELECT max(occurred_at) FROM outbox), (SELECT max(ultimo_sondeo) FROM eliminacion_disponibilidad)) AS instante`,
  );
  return row?.instante ?? null;
}
