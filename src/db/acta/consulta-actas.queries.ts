import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';
import type { Acta } from './actas.queries.ts';

/** The acta of a lote as far as a clearance reaches; null both where there is none and where it is above. */
export async function findActaAlAlcance(
  tx: TenantTx,
  loteId: string,
  clearance: NivelSeguridad,
): Promise<Acta | null> {
  const [row] = await tx.query<Acta>(
    `SELECT id, lote_id AS "loteId", numero, nivel_seguridad AS "nivelSeguridad", items, cabecera, cerrada_en AS "cerradaEn"
       FROM eliminacion_actas WHERE lote_id = $1 AND nivel_seguridad <= $2`,
    [loteId, clearance],
  );
  return row ?? null;
}

/** Whether the lote has an acta at all: what tells "none" from "above your clearance" to who already sees the lote. */
export async function existsActa(tx: TenantTx, loteId: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM eliminacion_actas WHERE lote_id = $1', [loteId]);
  return rows.length > 0;
}
