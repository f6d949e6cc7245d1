import type pg from 'pg';
import { aplicarMigracion } from './aplicar-migracion.ts';
import { type Migracion, type Migraciones, readMigraciones } from './leer-migraciones.ts';
import { AMBITO_GLOBAL, ensureLibro, listAmbitosTenant, readLibro } from './libro.ts';
import { planPendientes } from './plan-pendientes.ts';
import { type OpcionesMigracion, type Progreso, withSesionMigracion } from './sesion-migracion.ts';

export interface ResultadoMigracion {
  /** Files applied in this run, one per schema. */
  readonly aplicadas: number;
  /** Tenants whose schema is now up to date. */
  readonly tenants: number;
}

/** One file to apply in one schema. */
interface Paso {
  readonly ambito: string;
  readonly migracion: Migracion;
}

/**
 * Brings the global schema, then that of every provisioned tenant, up to date, under the lock (ADR-041 C19). Safe
 * to run any number of times at once. No tenant is touched if any of them has an edited, skipped or unknown file.
 * Errors: `migracion_*`, `base_no_disponible`.
 */
export async function migrate(options: OpcionesMigracion): Promise<ResultadoMigracion> {
  const archivos = await readMigraciones(options.drizzleDir);
  return withSesionMigracion(options, async (client) => {
    const global = await migrateGlobal(client, archivos, options.onProgress);
    const ambitos = await listAmbitosTenant(client);
    const tenants = await migrateAmbitos(client, ambitos, archivos.tenant, options.onProgress);
    return { aplicadas: global + tenants, tenants: ambitos.length };
  });
}

/** The files of `public`; gives how many were applied. The caller holds the lock. */
export async function migrateGlobal(
  client: pg.Client,
  archivos: Migraciones,
  onProgress?: (progreso: Progreso) => void,
): Promise<number> {
  await ensureLibro(client);
  return migrateAmbitos(client, [AMBITO_GLOBAL], archivos.global, onProgress);
}

/** Plans all schemas first, so that a refusal in the last one leaves the first ones alone; then applies. */
export async function migrateAmbitos(
  client: pg.Client,
  ambitos: readonly string[],
  archivos: readonly Migracion[],
  onProgress: (progreso: Progreso) => void = () => undefined,
): Promise<number> {
  const libro = await readLibro(client, ambitos);
  const pasos: Paso[] = ambitos.flatMap((ambito) =>
    planPendientes(ambito, archivos, libro.get(ambito) ?? []).map((migracion) => ({ ambito, migracion })),
  );
  for (const [index, { ambito, migracion }] of pasos.entries()) {
    await aplicarMigracion(client, ambito, migracion);
    onProgress({ ambito, archivo: migracion.nombre, hechos: index + 1, total: pasos.length });
  }
  return pasos.length;
}
