import type { Sondeos } from '../../domain/plazos/disponibilidad.ts';
import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Publicacion {
  readonly id: number;
  readonly loteId: string;
  readonly url: string;
  readonly publicadoEn: Date;
  readonly primerDia: FechaCivil;
  readonly dias: number;
  readonly ultimoDiaPrevisto: FechaCivil;
  readonly calendarioId: number;
  readonly umbral: number;
  readonly filas: number;
  readonly sha256Completo: string;
  readonly sha256Publico: string;
  readonly claveCompleto: string;
  readonly clavePublico: string;
  readonly ultimoDia: FechaCivil | null;
  readonly cierreEn: Date | null;
}

const COLUMNS = `id, lote_id AS "loteId", url, publicado_en AS "publicadoEn", primer_dia AS "primerDia", dias,
  ultimo_dia_previsto AS "ultimoDiaPrevisto", calendario_id AS "calendarioId", umbral_disponibilidad AS umbral, filas,
  sha256_completo AS "sha256Completo", sha256_publico AS "sha256Publico", clave_completo AS "claveCompleto",
  clave_publico AS "clavePublico", ultimo_dia AS "ultimoDia", cierre_en AS "cierreEn"`;

export async function findPublicacion(tx: TenantTx, loteId: string): Promise<Publicacion | null> {
  const [row] = await tx.query<Publicacion>(
    `SELECT ${COLUMNS} FROM eliminacion_publicaciones WHERE lote_id = $1`,
    [loteId],
  );
  return row ?? null;
}

/** Publications whose window still runs: what the probes ask for. */
export async function listPublicacionesAbiertas(tx: TenantTx): Promise<Publicacion[]> {
  return tx.query<Publicacion>(
    `SELECT ${COLUMNS} FROM eliminacion_publicaciones p
      WHERE ultimo_dia IS NULL AND EXISTS (SELECT FROM eliminacion_lotes l WHERE l.id = p.lote_id AND l.estado = 'publicado')
      ORDER BY id`,
  );
}

export async function insertPublicacion(
  tx: TenantTx,
  p: Omit<Publicacion, 'id' | 'ultimoDia' | 'cierreEn'>,
): Promise<void> {
  await tx.execute(
    `INSERT INTO eliminacion_publicaciones (lote_id, url, publicado_en, primer_dia, dias, ultimo_dia_previsto, calendario_id,
       umbral_disponibilidad, filas, sha256_completo, sha256_publico, clave_completo, clave_publico)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      p.loteId,
      p.url,
      p.publicadoEn,
      p.primerDia,
      p.dias,
      p.ultimoDiaPrevisto,
      p.calendarioId,
      p.umbral,
      p.filas,
      p.sha256Completo,
      p.sha256Publico,
      p.claveCompleto,
      p.clavePublico,
    ],
  );
}

/** Records the last counted day, once; the trigger refuses a second time. */
export async function closeVentana(
  tx: TenantTx,
  id: number,
  ultimoDia: FechaCivil,
  cierreEn: Date,
): Promise<void> {
  await tx.execute('UPDATE eliminacion_publicaciones SET ultimo_dia = $2, cierre_en = $3 WHERE id = $1', [
    id,
    ultimoDia,
    cierreEn,
  ]);
}

/** The day's evidence that one probe adds to. */
export interface TurnoSondeo {
  readonly publicacionId: number;
  readonly fecha: FechaCivil;
  /** How many probes the day should have. */
  readonly esperados: number;
  /** When this turn began, and now. */
  readonly desde: Date;
  readonly instante: Date;
}

/**
 * Takes a turn and counts it as failed until `confirmSondeo`; false if somebody has taken it already. The row's lock
 * makes it one process per turn; one that dies before it confirms leaves what the norm says of a missing probe.
 */
export async function claimSondeo(tx: TenantTx, turno: TurnoSondeo): Promise<boolean> {
  const tomado = await tx.execute(
    `INSERT INTO eliminacion_disponibilidad AS d (publicacion_id, fecha, esperados, exitosos, fallidos, ultimo_sondeo)
     VALUES ($1, $2, $3, 0, 1, $5)
     ON CONFLICT (publicacion_id, fecha) DO UPDATE SET fallidos = d.fallidos + 1,
       esperados = greatest(d.esperados, excluded.esperados), ultimo_sondeo = excluded.ultimo_sondeo
      WHERE d.ultimo_sondeo < $4`,
    [turno.publicacionId, turno.fecha, turno.esperados, turno.desde, turno.instante],
  );
  return tomado === 1;
}

/** The probe of a turn that was taken has succeeded. */
export async function confirmSondeo(
  tx: TenantTx,
  { publicacionId, fecha }: Pick<TurnoSondeo, 'publicacionId' | 'fecha'>,
): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_disponibilidad SET exitosos = exitosos + 1, fallidos = fallidos - 1
      WHERE publicacion_id = $1 AND fecha = $2`,
    [publicacionId, fecha],
  );
}

/** Evidence of each day of a publication. */
export async function readSondeos(tx: TenantTx, publicacionId: number): Promise<Map<FechaCivil, Sondeos>> {
  const rows = await tx.query<{ fecha: FechaCivil; exitosos: number; esperados: number }>(
    `SELECT fecha, least(exitosos, esperados) AS exitosos, esperados FROM eliminacion_disponibilidad WHERE publicacion_id = $1`,
    [publicacionId],
  );
  return new Map(rows.map(({ fecha, exitosos, esperados }) => [fecha, { exitosos, esperados }]));
}

/** In-time observations with a row not answered yet; one on the whole lote, with no rows, is not answered either. */
export async function countObservacionesPendientes(tx: TenantTx, loteId: string): Promise<number> {
  const [row] = await tx.query<{ cuantas: number }>(
    `SELECT count(DISTINCT o.id) AS cuantas FROM eliminacion_observaciones o
       LEFT JOIN eliminacion_observacion_filas f ON f.observacion_id = o.id
      WHERE o.lote_id = $1 AND o.a_tiempo AND f.desenlace IS NULL`,
    [loteId],
  );
  return row?.cuantas ?? 0;
}
