import type { SerieTrd } from '../../domain/importacion/trd/serie-trd.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface VersionTrdNueva {
  readonly codigo: string;
  readonly tipo: 'TRD' | 'TVD';
  readonly actaAprobacion: ActoCitado | null;
  readonly actoConvalidacion: ActoCitado | null;
  readonly rusd: string | null;
  readonly vigenteDesde: string | null;
  readonly archivoNombre: string;
  readonly archivoSha256: string;
  readonly creadoEn: Date;
  readonly creadoPor: string;
}

export interface ActoCitado {
  readonly numero: string;
  readonly fecha: string;
}

/** A serie or subserie of a version as it reads today, corrections included. */
export interface SerieVigente {
  readonly id: number;
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly serieCodigo: string;
  readonly serieNombre: string | null;
  readonly subserieCodigo: string | null;
  readonly subserieNombre: string | null;
}

const SERIES_POR_SENTENCIA = 2_000;

/** Creates the version; null when its code is taken. */
export async function insertVersionTrd(tx: TenantTx, version: VersionTrdNueva): Promise<number | null> {
  const { actaAprobacion, actoConvalidacion } = version;
  const [fila] = await tx.query<{ id: number }>(
    `INSERT INTO trd_version (codigo, tipo, acta_aprobacion_numero, acta_aprobacion_fecha, acto_convalidacion_numero,
       acto_convalidacion_fecha, rusd, vigente_desde, archivo_nombre, archivo_sha256, creado_en, creado_por)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (codigo) DO NOTHING RETURNING id`,
    [
      version.codigo,
      version.tipo,
      actaAprobacion?.numero ?? null,
      actaAprobacion?.fecha ?? null,
      actoConvalidacion?.numero ?? null,
      actoConvalidacion?.fecha ?? null,
      version.rusd,
      version.vigenteDesde,
      version.archivoNombre,
      version.archivoSha256,
      version.creadoEn,
      version.creadoPor,
    ],
  );
  return fila?.id ?? null;
}

/** Inserts the series of a version, a few statements for thousands. */
export async function insertSeriesTrd(
  tx: TenantTx,
  versionId: number,
  series: readonly SerieTrd[],
): Promise<void> {
  for (let desde = 0; desde < series.length; desde += SERIES_POR_SENTENCIA) {
    await tx.execute(
      `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre,
         subserie_codigo, subserie_nombre, ag, ac, retencion_texto, disposicion, procedimiento, hoja_origen, fila_origen)
       SELECT $1, s."dependenciaCodigo", s."dependenciaNombre", s."serieCodigo", s."serieNombre", s."subserieCodigo",
              s."subserieNombre", s.ag, s.ac, s."retencionTexto", s.disposicion, s.procedimiento, s.hoja, s.fila
         FROM jsonb_to_recordset($2::jsonb) AS s ("dependenciaCodigo" text, "dependenciaNombre" text,
              "serieCodigo" text, "serieNombre" text, "subserieCodigo" text, "subserieNombre" text, ag integer,
              ac integer, "retencionTexto" text, disposicion text, procedimiento text, hoja text, fila integer)`,
      [versionId, JSON.stringify(series.slice(desde, desde + SERIES_POR_SENTENCIA))],
    );
  }
}

/** The id of a version by its code, or null. */
export async function findVersionTrd(tx: TenantTx, codigo: string): Promise<number | null> {
  const [fila] = await tx.query<{ id: number }>('SELECT id FROM trd_version WHERE codigo = $1', [codigo]);
  return fila?.id ?? null;
}

export async function listSeriesVigentes(tx: TenantTx, versionId: number): Promise<SerieVigente[]> {
  return tx.query<SerieVigente & Record<string, unknown>>(
    `SELECT id, dependencia_codigo AS "dependenciaCodigo", dependencia_nombre AS "dependenciaNombre",
            serie_codigo AS "serieCodigo", serie_nombre AS "serieNombre", subserie_codigo AS "subserieCodigo",
            subserie_nombre AS "subserieNombre"
       FROM trd_serie_vigente WHERE version_id = $1 ORDER BY id`,
    [versionId],
  );
}
