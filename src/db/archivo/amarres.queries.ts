import type { SerieVigente } from '../instrumentos/series.queries.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Opens a closed expediente again: from then on it is never due. False if it was open. */
export async function openExpediente(tx: TenantTx, id: string): Promise<boolean> {
  const tocados = await tx.execute(
    'UPDATE expedientes SET cierre = NULL, cierre_fundamento = NULL WHERE id = $1 AND cierre IS NOT NULL',
    [id],
  );
  return tocados === 1;
}

/** Ties an expediente to another serie and takes its snapshot anew, as that serie reads today. */
export async function retieExpediente(tx: TenantTx, id: string, serie: SerieVigente): Promise<void> {
  await tx.execute(
    `UPDATE expedientes SET trd_version_id = $2, trd_serie_id = $3, dependencia_codigo = $4, dependencia_nombre = $5,
            serie_codigo = $6, serie_nombre = $7, subserie_codigo = $8, subserie_nombre = $9, reamarrado = true
      WHERE id = $1`,
    [
      id,
      serie.versionId,
      serie.id,
      serie.dependenciaCodigo,
      serie.dependenciaNombre,
      serie.serieCodigo,
      serie.serieNombre,
      serie.subserieCodigo,
      serie.subserieNombre,
    ],
  );
}

export interface Indice {
  readonly sha256: string;
  readonly worm: boolean;
}

export async function findIndice(tx: TenantTx, expedienteId: string): Promise<Indice | null> {
  const [row] = await tx.query<Indice>(
    'SELECT sha256, worm FROM expediente_indice WHERE expediente_id = $1',
    [expedienteId],
  );
  return row ?? null;
}

/** Records the sealed index, the first time or anew; the trigger refuses to replace one under WORM. */
export async function upsertIndice(
  tx: TenantTx,
  expedienteId: string,
  indice: Indice,
  instante: Date,
): Promise<void> {
  await tx.execute(
    `INSERT INTO expediente_indice (expediente_id, sha256, worm, sellado_en) VALUES ($1, $2, $3, $4)
     ON CONFLICT (expediente_id) DO UPDATE SET sha256 = excluded.sha256, worm = excluded.worm, sellado_en = excluded.sellado_en`,
    [expedienteId, indice.sha256, indice.worm, instante],
  );
}
