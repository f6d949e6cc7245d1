import { entidadErrors } from '../../domain/entidad/entidad.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Entidad {
  readonly nombre: string;
  readonly nit: string;
  readonly municipio: string;
  readonly correoObservaciones: string;
  /** Where the entity's published inventories are read, without a final slash. */
  readonly direccionPublica: string;
  /** Percentage of a day's probes that must succeed for the day to count. */
  readonly umbralDisponibilidad: number;
  readonly ejecutorPuedeProponer: boolean;
}

export async function getEntidad(tx: TenantTx): Promise<Entidad> {
  const [row] = await tx.query<Entidad>(
    `SELECT nombre, nit, municipio, correo_observaciones AS "correoObservaciones", direccion_publica AS "direccionPublica",
            umbral_disponibilidad AS "umbralDisponibilidad", ejecutor_puede_proponer AS "ejecutorPuedeProponer" FROM entidad`,
  );
  if (row === undefined) throw new DomainError(entidadErrors.entidad_sin_definir);
  return row;
}

/** Records the entity's own facts, the first time or anew. */
export async function upsertEntidad(tx: TenantTx, entidad: Entidad): Promise<void> {
  await tx.execute(
    `INSERT INTO entidad (nombre, nit, municipio, correo_observaciones, direccion_publica, umbral_disponibilidad, ejecutor_puede_proponer)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (unica) DO UPDATE SET nombre = $1, nit = $2, municipio = $3, correo_observaciones = $4,
       direccion_publica = $5, umbral_disponibilidad = $6, ejecutor_puede_proponer = $7`,
    [
      entidad.nombre,
      entidad.nit,
      entidad.municipio,
      entidad.correoObservaciones,
      entidad.direccionPublica,
      entidad.umbralDisponibilidad,
      entidad.ejecutorPuedeProponer,
    ],
  );
}
