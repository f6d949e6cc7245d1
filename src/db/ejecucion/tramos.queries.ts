import type { TenantTx } from '../tenant-tx.ts';

/** A claimed tramo. `ficha` fences every later write: another claim has a higher one. */
export interface Tramo {
  readonly id: number;
  readonly loteId: string;
  readonly ejecucionId: number;
  readonly n: number;
  readonly ficha: number;
}

/** Seconds a claim lives without a heartbeat, by the database's clock. */
export const ARRIENDO_S = 15;

const COLUMNS = `id, lote_id AS "loteId", ejecucion_id AS "ejecucionId", n, ficha`;

/** Claims the next tramo that nobody works on, or null. Any number of processes on any number of machines may ask. */
export async function claimTramo(tx: TenantTx, propietario: string): Promise<Tramo | null> {
  const [row] = await tx.query<Tramo>(
    `UPDATE eliminacion_lote_tramos SET propietario = $1, ficha = ficha + 1,
            vence_en = clock_timestamp() + make_interval(secs => $2)
      WHERE id = (SELECT t.id FROM eliminacion_lote_tramos t JOIN eliminacion_ejecuciones e ON e.id = t.ejecucion_id
                   WHERE t.estado = 'pendiente' AND e.estado = 'en_curso'
                     AND coalesce(t.vence_en < clock_timestamp(), true)
                     AND coalesce(t.proximo_intento <= clock_timestamp(), true)
                   ORDER BY t.ejecucion_id, t.n LIMIT 1 FOR UPDATE OF t SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [propietario, ARRIENDO_S],
  );
  return row ?? null;
}

/** Renews a claim; false when somebody else has it by now. */
export async function renewTramo(tx: TenantTx, tramo: Tramo): Promise<boolean> {
  const renewed = await tx.execute(
    `UPDATE eliminacion_lote_tramos SET vence_en = clock_timestamp() + make_interval(secs => $3)
      WHERE id = $1 AND ficha = $2`,
    [tramo.id, tramo.ficha, ARRIENDO_S],
  );
  return renewed === 1;
}

/** Locks the tramo's row and compares its ficha: the first statement of every transaction on a tramo. False = stale. */
export async function lockTramo(tx: TenantTx, tramo: Tramo): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM eliminacion_lote_tramos WHERE id = $1 AND ficha = $2 FOR UPDATE',
    [tramo.id, tramo.ficha],
  );
  return rows.length === 1;
}

/** Lets go of a tramo that still has work; it may be claimed again after `esperaMs`, or never by itself (null). */
export async function releaseTramo(tx: TenantTx, tramo: Tramo, esperaMs: number | null): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_lote_tramos SET propietario = NULL, vence_en = NULL,
            proximo_intento = CASE WHEN $3::float8 IS NULL THEN 'infinity'::timestamptz
                                   ELSE clock_timestamp() + make_interval(secs => $3::float8 / 1000) END
      WHERE id = $1 AND ficha = $2`,
    [tramo.id, tramo.ficha, esperaMs],
  );
}

export async function finishTramo(tx: TenantTx, tramo: Tramo): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_lote_tramos SET estado = 'terminado', propietario = NULL, vence_en = NULL, proximo_intento = NULL
      WHERE id = $1 AND ficha = $2`,
    [tramo.id, tramo.ficha],
  );
}

/** Owners of claims that have not run out: what a process looks through at boot for its own earlier incarnations. */
export async function listPropietarios(tx: TenantTx): Promise<string[]> {
  const rows = await tx.query<{ propietario: string }>(
    `SELECT DISTINCT propietario FROM eliminacion_lote_tramos WHERE estado = 'pendiente' AND propietario IS NOT NULL`,
  );
  return rows.map(({ propietario }) => propietario);
}

/** Ends the claims of an owner that is known to be dead. Fencing makes a wrong answer slow, never harmful. */
export async function freeTramos(tx: TenantTx, propietario: string): Promise<number> {
  return tx.execute(
    `UPDATE eliminacion_lote_tramos SET propietario = NULL, vence_en = NULL WHERE propietario = $1 AND estado = 'pendiente'`,
    [propietario],
  );
}
