import type { TenantTx } from '../tenant-tx.ts';

/** Opens a revision of a version or of one of its series; null if one is open. */
export async function insertRevision(
  tx: TenantTx,
  revision: {
    readonly versionId: number;
    readonly serieId: number | null;
    readonly motivo: string;
    readonly actor: string;
    readonly instante: Date;
  },
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO trd_revisiones (version_id, serie_id, motivo, abierta_en, abierta_por) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (version_id, serie_id) WHERE resuelta_en IS NULL DO NOTHING RETURNING id`,
    [revision.versionId, revision.serieId, revision.motivo, revision.instante, revision.actor],
  );
  return row?.id ?? null;
}

export interface Revision {
  readonly id: number;
  readonly versionId: number;
  readonly version: string;
  readonly serieId: number | null;
  readonly resuelta: boolean;
}

export async function findRevision(tx: TenantTx, id: number): Promise<Revision | null> {
  const [row] = await tx.query<Revision>(
    `SELECT r.id, r.version_id AS "versionId", v.codigo AS version, r.serie_id AS "serieId", r.resuelta_en IS NOT NULL AS resuelta
       FROM trd_revisiones r JOIN trd_version v ON v.id = r.version_id WHERE r.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Resolves an open revision; false if it was resolved before. The trigger refuses it while there are impediments. */
export async function closeRevision(
  tx: TenantTx,
  id: number,
  acto: { readonly resolucion: string; readonly actor: string; readonly instante: Date },
): Promise<boolean> {
  const tocadas = await tx.execute(
    `UPDATE trd_revisiones SET resuelta_en = $2, resuelta_por = $3, resolucion = $4 WHERE id = $1 AND resuelta_en IS NULL`,
    [id, acto.instante, acto.actor, acto.resolucion],
  );
  return tocadas === 1;
}

export interface Impedimentos {
  /** Of any level: what refuses. */
  readonly hay: boolean;
  /** Within the reader's clearance: what may be told. */
  readonly cuantos: number;
  readonly codigos: readonly string[];
}

const CODIGOS = 10;

/** Expedientes of what a revision covers that are in a living lote. Read after the version was locked. */
export async function findImpedimentos(
  tx: TenantTx,
  { versionId, serieId }: Pick<Revision, 'versionId' | 'serieId'>,
  clearance: number,
): Promise<Impedimentos> {
  const [row] = await tx.query<{ hay: boolean; cuantos: number; codigos: string[] }>(
    `SELECT count(*) > 0 AS hay, count(*) FILTER (WHERE m.nivel_seguridad <= $3) AS cuantos,
            coalesce((array_agg(m.codigo ORDER BY m.codigo) FILTER (WHERE m.nivel_seguridad <= $3))[1:$4::int], '{}') AS codigos
       FROM (SELECT e.codigo, e.nivel_seguridad FROM expedientes e
               JOIN eliminacion_expediente_en_lote p ON p.expediente_id = e.id
              WHERE e.trd_version_id = $1 AND ($2::bigint IS NULL OR e.trd_serie_id = $2)) m`,
    [versionId, serieId, clearance, CODIGOS],
  );
  return row ?? { hay: false, cuantos: 0, codigos: [] };
}
