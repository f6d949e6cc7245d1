import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';
import type { Migracion } from './leer-migraciones.ts';

/** One row of the ledger: a file that is applied in a schema. */
export interface MigracionAplicada {
  readonly nombre: string;
  readonly sha256: string;
}

/**
 * The files still to apply in one schema. What is applied must be, byte for byte, the first files on disk: nothing
 * edited, nothing skipped, nothing that this program does not know.
 * Errors: `migracion_programa_antiguo`, `_archivo_perdido`, `_archivo_editado`, `_archivo_saltado`.
 */
export function planPendientes(
  ambito: string,
  archivos: readonly Migracion[],
  aplicadas: readonly MigracionAplicada[],
): readonly Migracion[] {
  const ledger = new Map(aplicadas.map((aplicada) => [aplicada.nombre, aplicada.sha256]));
  assertKnown(ambito, archivos, ledger);
  const pendientes = archivos.filter((archivo) => !ledger.has(archivo.nombre));
  for (const archivo of archivos) assertUnedited(ambito, archivo, ledger.get(archivo.nombre));
  assertInOrder(ambito, archivos, pendientes);
  return pendientes;
}

function assertKnown(
  ambito: string,
  archivos: readonly Migracion[],
  ledger: ReadonlyMap<string, string>,
): void {
  const known = new Set(archivos.map((archivo) => archivo.nombre));
  const newest = archivos.at(-1)?.nombre ?? '';
  for (const archivo of [...ledger.keys()].sort()) {
    if (known.has(archivo)) continue;
    const definition =
      archivo > newest
        ? migracionesErrors.migracion_programa_antiguo
        : migracionesErrors.migracion_archivo_perdido;
    throw new DomainError(definition, { ambito, archivo });
  }
}

function assertUnedited(ambito: string, archivo: Migracion, aplicado: string | undefined): void {
  if (aplicado === undefined || aplicado === archivo.sha256) return;
  throw new DomainError(migracionesErrors.migracion_archivo_editado, {
    ambito,
    archivo: archivo.nombre,
    aplicado: aplicado.slice(0, 12),
    actual: archivo.sha256.slice(0, 12),
  });
}

/** The pending files must be the last ones: one before an applied one was merged late. */
function assertInOrder(
  ambito: string,
  archivos: readonly Migracion[],
  pendientes: readonly Migracion[],
): void {
  const first = pendientes[0];
  if (first === undefined) return;
  const posterior = archivos.slice(archivos.indexOf(first)).find((archivo) => !pendientes.includes(archivo));
  if (posterior === undefined) return;
  throw new DomainError(migracionesErrors.migracion_archivo_saltado, {
    ambito,
    archivo: first.nombre,
    posterior: posterior.nombre,
  });
}
