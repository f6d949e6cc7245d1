import type { TenantTx } from '../tenant-tx.ts';

/** Runs stopped for a person to look at. */
export async function listEjecucionesBloqueadas(
  tx: TenantTx,
): Promise<{ codigo: string; bloqueo: string }[]> {
  return tx.query(
    `SELECT l.codigo, coalesce(e.bloqueo, '') AS bloqueo FROM eliminacion_ejecuciones e
       JOIN eliminacion_lotes l ON l.id = e.lote_id WHERE e.estado = 'bloqueada' ORDER BY l.codigo`,
  );
}

/** Actas with an artefact whose steps have failed at least once and is not finished. */
export async function listArtefactosFallidos(
  tx: TenantTx,
): Promise<{ numero: string; intentos: number; error: string }[]> {
  return tx.query(
    `SELECT a.numero, max(f.intentos) AS intentos, coalesce(max(f.ultimo_error), '') AS error
       FROM eliminacion_artefactos f JOIN eliminacion_actas a ON a.id = f.acta_id
      WHERE f.estado <> 'verificado' AND f.intentos > 0 GROUP BY a.numero ORDER BY a.numero`,
  );
}
