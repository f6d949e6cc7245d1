import { randomBytes } from 'node:crypto';
import type { TenantTx } from '../../src/db/tenant-tx.ts';

/** A serie of a version, by which expedientes are governed. */
export interface Instrumento {
  readonly versionId: number;
  readonly versionCodigo: string;
  readonly serieId: number;
  readonly serie: string;
  readonly serieNombre: string | null;
  readonly subserie: string | null;
  readonly subserieNombre: string | null;
  readonly dependencia: string;
}

export interface CambiosInstrumento {
  readonly tipo?: 'TRD' | 'TVD';
  readonly ag?: number | null;
  readonly ac?: number | null;
  readonly disposicion?: string | null;
  readonly serieNombre?: string | null;
  readonly subserie?: string | null;
  readonly subserieNombre?: string | null;
  readonly dependencia?: string;
  /** Number of the committee's acta and of the acto of convalidación; null = the version lacks it. */
  readonly acta?: string | null;
  readonly acto?: string | null;
}

export interface CambiosExpediente {
  readonly instrumento?: Instrumento;
  readonly codigo?: string;
  readonly titulo?: string;
  readonly cierre?: string | null;
  readonly soporte?: 'fisico' | 'electronico' | 'hibrido';
  readonly nivel?: number;
  readonly reamarrado?: boolean;
  readonly folios?: number | null;
}

/** A code that no other row of the run has. */
export function codigoUnico(prefijo: string): string {
  return `${prefijo}-${randomBytes(5).toString('hex')}`;
}

/** A version with one serie: TRD, AG 2, AC 3, elimination, approved and convalidated, unless told otherwise. */
export async function insertInstrumento(
  tx: TenantTx,
  cambios: CambiosInstrumento,
  instante: Date,
): Promise<Instrumento> {
  const { tipo = 'TRD', ag = 2, ac = 3, disposicion = 'E', acta = 'A-3', acto = 'R-77' } = cambios;
  const { serieNombre = 'Contratos', subserie = null, subserieNombre = null, dependencia = '100' } = cambios;
  const versionCodigo = codigoUnico('TRD');
  const serie = codigoUnico('S');
  const [version] = await tx.query<{ id: number }>(
    `INSERT INTO trd_version (codigo, tipo, acta_aprobacion_numero, acta_aprobacion_fecha, acto_convalidacion_numero,
            acto_convalidacion_fecha, creado_en, creado_por)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'prueba') RETURNING id`,
    [
      versionCodigo,
      tipo,
      acta,
      acta === null ? null : '2008-02-01',
      acto,
      acto === null ? null : '2008-06-30',
      instante,
    ],
  );
  const versionId = version?.id ?? 0;
  const [fila] = await tx.query<{ id: number }>(
    `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, subserie_codigo,
            subserie_nombre, ag, ac, disposicion)
     VALUES ($1, $2, 'Despacho', $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [versionId, dependencia, serie, serieNombre, subserie, subserieNombre, ag, ac, disposicion],
  );
  const serieId = fila?.id ?? 0;
  return { versionId, versionCodigo, serieId, serie, serieNombre, subserie, subserieNombre, dependencia };
}

/** An expediente as it is tied to its instrument; closed on 2010-03-15 unless told otherwise. Gives its id. */
export async function insertExpediente(
  tx: TenantTx,
  cambios: CambiosExpediente & { readonly instrumento: Instrumento },
  instante: Date,
): Promise<string> {
  const {
    instrumento,
    titulo = 'Contrato de obra',
    cierre = '2010-03-15',
    soporte = 'electronico',
  } = cambios;
  const { codigo = codigoUnico('EXP'), nivel = 1, reamarrado = false, folios = null } = cambios;
  const [fila] = await tx.query<{ id: string }>(
    `INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
            serie_nombre, subserie_codigo, subserie_nombre, reamarrado, fecha_inicial, fecha_final, cierre, cierre_fundamento,
            soporte, folios, nivel_seguridad, creado_en)
     VALUES ($1, $2, $3, $4, $5, 'Despacho', $6, $7, $8, $9, $10, NULL, NULL, $11::date,
             CASE WHEN $11::date IS NOT NULL THEN 'Auto de cierre' END, $12, $13, $14, $15) RETURNING id`,
    [
      codigo,
      titulo,
      instrumento.versionId,
      instrumento.serieId,
      instrumento.dependencia,
      instrumento.serie,
      instrumento.serieNombre,
      instrumento.subserie,
      instrumento.subserieNombre,
      reamarrado,
      cierre,
      soporte,
      folios,
      nivel,
      instante,
    ],
  );
  if (fila === undefined) throw new Error('expediente not inserted');
  return fila.id;
}

/** A radicado without anexos; gives its id. */
export async function insertRadicado(
  tx: TenantTx,
  expedienteId: string,
  instante: Date,
  nivel = 0,
): Promise<string> {
  const [fila] = await tx.query<{ id: string }>(
    `INSERT INTO radicados (expediente_id, numero, asunto, nivel_seguridad, creado_en) VALUES ($1, $2, 'Oficio', $3, $4) RETURNING id`,
    [expedienteId, codigoUnico('R'), nivel, instante],
  );
  if (fila === undefined) throw new Error('radicado not inserted');
  return fila.id;
}
