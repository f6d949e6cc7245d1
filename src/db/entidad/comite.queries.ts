import type { Integrante } from '../../domain/entidad/comite.ts';
import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A member in office, and the act that designated them. */
export interface IntegranteVigente extends Integrante {
  readonly id: number;
  readonly desde: FechaCivil;
  readonly acto: string;
}

/** Makes the acts that define the entity wait for each other; false where the entity was never defined. */
export async function lockEntidad(tx: TenantTx): Promise<boolean> {
  const rows = await tx.query('SELECT FROM entidad FOR UPDATE');
  return rows.length > 0;
}

export async function listIntegrantes(tx: TenantTx): Promise<IntegranteVigente[]> {
  return tx.query<IntegranteVigente>(
    `SELECT id, nombre, cargo, rol, vota, desde, acto_designacion AS acto FROM comite_integrantes WHERE hasta IS NULL ORDER BY id`,
  );
}

/** Ends designations the day before `desde`, or on their own first day where that would be before it. */
export async function closeIntegrantes(
  tx: TenantTx,
  ids: readonly number[],
  desde: FechaCivil,
): Promise<void> {
  await tx.execute(
    'UPDATE comite_integrantes SET hasta = greatest($2::date - 1, desde) WHERE id = ANY ($1::bigint[]) AND hasta IS NULL',
    [ids, desde],
  );
}

export async function insertIntegrantes(
  tx: TenantTx,
  integrantes: readonly Integrante[],
  designacion: { readonly acto: string; readonly desde: FechaCivil },
): Promise<void> {
  await tx.execute(
    `INSERT INTO comite_integrantes (nombre, cargo, rol, vota, acto_designacion, desde)
     SELECT n.nombre, n.cargo, n.rol, n.vota, $5, $6
       FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) AS n (nombre, cargo, rol, vota)`,
    [
      integrantes.map(({ nombre }) => nombre),
      integrantes.map(({ cargo }) => cargo),
      integrantes.map(({ rol }) => rol),
      integrantes.map(({ vota }) => vota),
      designacion.acto,
      designacion.desde,
    ],
  );
}
