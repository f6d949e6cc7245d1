import type { CierreEntidad } from '../../domain/plazos/calendario.ts';
import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import type { VersionLegal } from '../../domain/plazos/festivos-colombia.ts';
import type { NoHabil } from '../../domain/plazos/no-habiles.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A materialised calendar version, with what it was computed from. */
export interface VersionCalendario {
  readonly id: number;
  readonly codigo: string;
  readonly ley: VersionLegal;
  readonly cierres: readonly CierreEntidad[];
}

const COLUMNS = 'id, codigo, ley, cierres';

/** The calendar version in force: the last one. Null before the first. */
export async function findCalendarioVigente(tx: TenantTx): Promise<VersionCalendario | null> {
  const [row] = await tx.query<VersionCalendario & { cierres: CierreEntidad[] }>(
    `SELECT ${COLUMNS} FROM calendario_versiones ORDER BY id DESC LIMIT 1`,
  );
  return row ?? null;
}

/** The version that a publication was counted with. */
export async function findCalendario(tx: TenantTx, id: number): Promise<VersionCalendario | null> {
  const [row] = await tx.query<VersionCalendario & { cierres: CierreEntidad[] }>(
    `SELECT ${COLUMNS} FROM calendario_versiones WHERE id = $1`,
    [id],
  );
  return row ?? null;
}

export async function listCierres(tx: TenantTx): Promise<CierreEntidad[]> {
  return tx.query<CierreEntidad & { fecha: FechaCivil }>(
    'SELECT fecha, acto FROM calendario_cierres ORDER BY fecha',
  );
}

export interface NuevaVersionCalendario extends Omit<VersionCalendario, 'id'> {
  readonly desde: FechaCivil;
  readonly hasta: FechaCivil;
  readonly creadoEn: Date;
}

/** Stores a version and its non-business days; gives its id. */
export async function insertCalendario(
  tx: TenantTx,
  version: NuevaVersionCalendario,
  noHabiles: readonly NoHabil[],
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO calendario_versiones (codigo, desde, hasta, ley, cierres, creado_en)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6) RETURNING id`,
    [
      version.codigo,
      version.desde,
      version.hasta,
      version.ley,
      JSON.stringify(version.cierres),
      version.creadoEn,
    ],
  );
  if (row === undefined) throw new Error('calendar version not inserted');
  await tx.query(
    `INSERT INTO calendario_no_habiles (version_id, fecha, siguiente_habil, motivo)
     SELECT $1, * FROM unnest($2::date[], $3::date[], $4::text[])`,
    [
      row.id,
      noHabiles.map(({ fecha }) => fecha),
      noHabiles.map(({ siguienteHabil }) => siguienteHabil),
      noHabiles.map(({ motivo }) => motivo),
    ],
  );
  return row.id;
}
