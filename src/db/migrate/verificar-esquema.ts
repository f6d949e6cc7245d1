import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';
import type { Database } from '../database.ts';
import { mapPgError } from '../pg-errors.ts';
import { type Migracion, type Migraciones, readMigraciones } from './leer-migraciones.ts';
import { AMBITO_GLOBAL, listAmbitosTenant, readLibro } from './libro.ts';
import { type MigracionAplicada, planPendientes } from './plan-pendientes.ts';

/**
 * That this program and the database are of the same version: every schema has exactly the files on disk. For the
 * boot of a process and for readiness; changes nothing and takes no lock.
 * Errors: `migracion_pendiente`, `migracion_programa_antiguo` and the other `migracion_*`, `base_no_disponible`.
 */
export async function verificarEsquema(db: Database, drizzleDir?: string): Promise<void> {
  const archivos = await readMigraciones(drizzleDir);
  for (const { ambito, esperadas, aplicadas } of await readAmbitos(db, archivos)) {
    const [primera] = planPendientes(ambito, esperadas, aplicadas);
    if (primera !== undefined) {
      throw new DomainError(migracionesErrors.migracion_pendiente, { ambito, archivo: primera.nombre });
    }
  }
}

interface Ambito {
  readonly ambito: string;
  readonly esperadas: readonly Migracion[];
  readonly aplicadas: readonly MigracionAplicada[];
}

async function readAmbitos(db: Database, archivos: Migraciones): Promise<Ambito[]> {
  const global = { ambito: AMBITO_GLOBAL, esperadas: archivos.global };
  try {
    if (!(await hasLibro(db))) return [{ ...global, aplicadas: [] }];
    const ambitos = await listAmbitosTenant(db.pool);
    const libro = await readLibro(db.pool, [AMBITO_GLOBAL, ...ambitos]);
    const tenants = ambitos.map((ambito) => ({ ambito, esperadas: archivos.tenant }));
    return [global, ...tenants].map((item) => ({ ...item, aplicadas: libro.get(item.ambito) ?? [] }));
  } catch (error) {
    throw mapPgError(error);
  }
}

/** A database that was never migrated has neither ledger nor tenants. */
async function hasLibro(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ ready: boolean }>(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL
        AND to_regclass('public.tenants') IS NOT NULL AS ready`,
  );
  return rows[0]?.ready === true;
}
