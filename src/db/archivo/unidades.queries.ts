import type { Lugar } from '../../domain/archivo/lugar.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Unidad extends Lugar {
  readonly id: number;
  readonly expedienteId: string;
}

const COLUMNS = `id, expediente_id AS "expedienteId", ubicacion, caja, carpeta`;

export async function findUnidad(tx: TenantTx, id: number): Promise<Unidad | null> {
  const [row] = await tx.query<Unidad>(`SELECT ${COLUMNS} FROM fisico_unidades WHERE id = $1`, [id]);
  return row ?? null;
}

/** The storage units of these expedientes, by id. */
export async function listUnidades(tx: TenantTx, expedienteIds: readonly string[]): Promise<Unidad[]> {
  return tx.query<Unidad>(
    `SELECT ${COLUMNS} FROM fisico_unidades WHERE expediente_id = ANY ($1::uuid[]) ORDER BY id`,
    [expedienteIds],
  );
}

export interface Movimiento {
  readonly unidadId: number;
  readonly expedienteId: string;
  readonly clase: 'traslado' | 'destruccion';
  readonly desde: Lugar;
  readonly hacia: Lugar;
  readonly acto: string;
}

/** Records the moves and puts each unit where it went. */
export async function insertMovimientos(
  tx: TenantTx,
  movimientos: readonly Movimiento[],
  { actor, instante }: { readonly actor: string; readonly instante: Date },
): Promise<void> {
  const filas = JSON.stringify(movimientos);
  await tx.execute(
    `INSERT INTO movimientos_fisicos (unidad_id, expediente_id, clase, desde, hacia, acto, actor, instante)
     SELECT (x->>'unidadId')::bigint, (x->>'expedienteId')::uuid, x->>'clase', x->'desde', x->'hacia', x->>'acto', $2, $3
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t (x, n) ORDER BY n`,
    [filas, actor, instante],
  );
  await tx.execute(
    `UPDATE fisico_unidades f SET ubicacion = n.hacia->>'ubicacion', caja = n.hacia->>'caja', carpeta = n.hacia->>'carpeta'
       FROM (SELECT (x->>'unidadId')::bigint AS id, x->'hacia' AS hacia FROM jsonb_array_elements($1::jsonb) AS t (x)) n
      WHERE f.id = n.id`,
    [filas],
  );
}

/** A storage unit for expedientes on paper that have none; gives their ids in the same order. */
export async function insertUnidades(
  tx: TenantTx,
  unidades: readonly (Lugar & { readonly expedienteId: string })[],
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO fisico_unidades (expediente_id, ubicacion, caja, carpeta)
     SELECT n.expediente_id, n.ubicacion, n.caja, n.carpeta
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS n (expediente_id, ubicacion, caja, carpeta, orden)
      ORDER BY n.orden RETURNING id`,
    [
      unidades.map(({ expedienteId }) => expedienteId),
      unidades.map(({ ubicacion }) => ubicacion),
      unidades.map(({ caja }) => caja),
      unidades.map(({ carpeta }) => carpeta),
    ],
  );
  return rows.map(({ id }) => id);
}
