import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { migracionesErrors } from '../../domain/errors/migraciones.errors.ts';
import { findSentenciaProhibida } from './sentencias-prohibidas.ts';

/** One SQL file, as it is on disk. `sha256` is over its exact bytes. */
export interface Migracion {
  readonly nombre: string;
  readonly sql: string;
  readonly sha256: string;
}

export interface Migraciones {
  readonly global: readonly Migracion[];
  readonly tenant: readonly Migracion[];
}

const NOMBRE = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The project's own files; the same place seen from `src` and from the build. */
const DIRECTORIO = fileURLToPath(new URL('../../../drizzle', import.meta.url));

/**
 * All migrations of `drizzle/global` and `drizzle/tenant`, in order of number.
 * Errors: `migracion_nombre_invalido`, `migracion_sentencia_prohibida`.
 */
export async function readMigraciones(drizzleDir: string = DIRECTORIO): Promise<Migraciones> {
  return {
    global: await readFolder(join(drizzleDir, 'global')),
    tenant: await readFolder(join(drizzleDir, 'tenant')),
  };
}

async function readFolder(folder: string): Promise<Migracion[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  assertNames(names);
  return Promise.all(names.map((name) => readOne(folder, name)));
}

function assertNames(names: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const archivo of names) {
    const number = NOMBRE.exec(archivo)?.[1];
    if (number === undefined) throw invalidName(archivo, 'su nombre no es NNNN_nombre.sql');
    const other = taken.get(number);
    if (other !== undefined) throw invalidName(archivo, `su número es también el de ${other}`);
    taken.set(number, archivo);
  }
}

function invalidName(archivo: string, motivo: string): DomainError {
  return new DomainError(migracionesErrors.migracion_nombre_invalido, { archivo, motivo });
}

async function readOne(folder: string, archivo: string): Promise<Migracion> {
  const bytes = await readFile(join(folder, archivo));
  const sql = bytes.toString('utf8');
  const prohibida = findSentenciaProhibida(sql);
  if (prohibida !== null) {
    throw new DomainError(migracionesErrors.migracion_sentencia_prohibida, { archivo, ...prohibida });
  }
  return {
    nombre: archivo.slice(0, -'.sql'.length),
    sql,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
