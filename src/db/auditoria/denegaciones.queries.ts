import type { TenantTx } from '../tenant-tx.ts';

/** Denials of one actor and act in one minute that are counted but not yet in the chain. */
export interface DenegacionesAcumuladas {
  readonly minuto: Date;
  readonly sinAsentar: number;
  /** Canonical text of the latest of them. */
  readonly ultimo: string;
}

export interface Denegacion {
  readonly actor: string;
  readonly accion: string;
  readonly minuto: Date;
  readonly contenido: string;
}

/** Counts one denial, chained itself while the count is within `limite`; gives the count of its minute. */
export async function contarDenegacion(
  tx: TenantTx,
  denegacion: Denegacion,
  limite: number,
): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `INSERT INTO audit_denegaciones AS d (actor, accion, minuto, total, asentadas, ultimo)
     VALUES ($1, $2, $3, 1, 1, $4)
     ON CONFLICT (actor, accion, minuto) DO UPDATE
       SET total = d.total + 1,
           asentadas = d.asentadas + CASE WHEN d.total < $5::int THEN 1 ELSE 0 END,
           ultimo = EXCLUDED.ultimo
     RETURNING total`,
    [denegacion.actor, denegacion.accion, denegacion.minuto, denegacion.contenido, limite],
  );
  return rows[0]?.total ?? 0;
}

/** Takes what is not yet in the chain from minutes before the given one. Rows another session holds are its own. */
export async function tomarAcumuladas(tx: TenantTx, antesDe: Date): Promise<DenegacionesAcumuladas[]> {
  return tx.query<DenegacionesAcumuladas & { [column: string]: unknown }>(
    `WITH pendientes AS MATERIALIZED (
       SELECT actor, accion, minuto, total - asentadas AS sin_asentar
         FROM audit_denegaciones
        WHERE minuto < $1 AND total > asentadas
        ORDER BY minuto, actor, accion
          FOR UPDATE SKIP LOCKED)
     UPDATE audit_denegaciones d SET asentadas = d.total
       FROM pendientes p
      WHERE (d.actor, d.accion, d.minuto) = (p.actor, p.accion, p.minuto)
     RETURNING d.minuto, p.sin_asentar AS "sinAsentar", d.ultimo`,
    [antesDe],
  );
}

/** Counters that can no longer grow, all of them in the chain. */
export async function borrarDenegacionesViejas(tx: TenantTx, antesDe: Date): Promise<void> {
  await tx.query('DELETE FROM audit_denegaciones WHERE minuto < $1 AND total = asentadas', [antesDe]);
}
