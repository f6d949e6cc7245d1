import type { TenantTx } from '../tenant-tx.ts';

/** A serie of a version as it reads today, corrections included. */
export interface SerieVigente {
  readonly id: number;
  readonly versionId: number;
  readonly versionCodigo: string;
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly serieCodigo: string;
  readonly serieNombre: string | null;
  readonly subserieCodigo: string | null;
  readonly subserieNombre: string | null;
  readonly ag: number | null;
  readonly ac: number | null;
  readonly disposicion: 'CT' | 'E' | 'S' | 'R' | null;
}

const COLUMNS = `id, version_id AS "versionId", version_codigo AS "versionCodigo", dependencia_codigo AS "dependenciaCodigo",
  dependencia_nombre AS "dependenciaNombre", serie_codigo AS "serieCodigo", serie_nombre AS "serieNombre",
  subserie_codigo AS "subserieCodigo", subserie_nombre AS "subserieNombre", ag, ac, disposicion`;

/** By what people call it: version, office, serie and subserie. */
export interface ReferenciaSerie {
  readonly version: string;
  readonly dependencia: string;
  readonly serie: string;
  readonly subserie: string | null;
}

export async function findSerie(tx: TenantTx, referencia: ReferenciaSerie): Promise<SerieVigente | null> {
  const [row] = await tx.query<SerieVigente>(
    `SELECT ${COLUMNS} FROM trd_serie_vigente
      WHERE version_codigo = $1 AND dependencia_codigo = $2 AND serie_codigo = $3 AND subserie_codigo IS NOT DISTINCT FROM $4`,
    [referencia.version, referencia.dependencia, referencia.serie, referencia.subserie],
  );
  return row ?? null;
}

export async function getSerie(tx: TenantTx, id: number): Promise<SerieVigente> {
  const [row] = await tx.query<SerieVigente>(`SELECT ${COLUMNS} FROM trd_serie_vigente WHERE id = $1`, [id]);
  if (row === undefined) throw new Error(`serie ${id} not found`);
  return row;
}

/** Id of a version, locked FOR UPDATE: admissions that read it end first, and new ones wait. Null if there is none. */
export async function lockVersion(tx: TenantTx, codigo: string): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>('SELECT id FROM trd_version WHERE codigo = $1 FOR UPDATE', [
    codigo,
  ]);
  return row?.id ?? null;
}

export interface NuevaCorreccion {
  readonly serieId: number;
  readonly campo: 'ag' | 'ac' | 'disposicion' | 'serie_nombre' | 'subserie_nombre';
  readonly anterior: string | null;
  readonly nuevo: string;
  readonly motivo: string;
  readonly acto: string;
  readonly actor: string;
  readonly instante: Date;
}

export async function insertCorreccion(tx: TenantTx, correccion: NuevaCorreccion): Promise<void> {
  await tx.execute(
    `INSERT INTO trd_correcciones (serie_id, campo, valor_anterior, valor_nuevo, motivo, acto, actor, instante)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      correccion.serieId,
      correccion.campo,
      correccion.anterior,
      correccion.nuevo,
      correccion.motivo,
      correccion.acto,
      correccion.actor,
      correccion.instante,
    ],
  );
}
