import type { TenantTx } from '../tenant-tx.ts';

export interface Muestra {
  readonly enMuestra: boolean;
  readonly criterio: string;
  readonly acto: string;
}

export async function findMuestra(tx: TenantTx, expedienteId: string): Promise<Muestra | null> {
  const [row] = await tx.query<Muestra>(
    'SELECT en_muestra AS "enMuestra", criterio, acto FROM trd_muestras WHERE expediente_id = $1',
    [expedienteId],
  );
  return row ?? null;
}

/** Records what a selection decided of an expediente, the first time or anew. */
export async function upsertMuestra(
  tx: TenantTx,
  expedienteId: string,
  muestra: Muestra & { readonly actor: string; readonly instante: Date },
): Promise<void> {
  await tx.execute(
    `INSERT INTO trd_muestras (expediente_id, en_muestra, criterio, acto, actor, instante) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (expediente_id) DO UPDATE SET en_muestra = excluded.en_muestra, criterio = excluded.criterio,
       acto = excluded.acto, actor = excluded.actor, instante = excluded.instante`,
    [expedienteId, muestra.enMuestra, muestra.criterio, muestra.acto, muestra.actor, muestra.instante],
  );
}
