import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigraciones } from '../../src/db/migrate/leer-migraciones.ts';

/** A folder of migrations of a test: the project's first ones, and whatever the test adds or spoils. */
export interface CarpetaMigraciones {
  readonly ruta: string;
  write(archivo: string, sql: string): Promise<void>;
  remove(archivo: string): Promise<void>;
  drop(): Promise<void>;
}

/** The project's global files and the tenant's first: enough to provision, independent of the domain's tables. */
export async function crearCarpetaMigraciones(): Promise<CarpetaMigraciones> {
  const ruta = await mkdtemp(join(tmpdir(), 'eliminacion-migraciones-'));
  const carpeta: CarpetaMigraciones = {
    ruta,
    write: (archivo, sql) => writeFile(join(ruta, archivo), sql),
    remove: (archivo) => rm(join(ruta, archivo)),
    drop: () => rm(ruta, { recursive: true, force: true }),
  };
  await mkdir(join(ruta, 'global'));
  await mkdir(join(ruta, 'tenant'));
  const { global, tenant } = await readMigraciones();
  for (const { nombre, sql } of global) await carpeta.write(`global/${nombre}.sql`, sql);
  for (const { nombre, sql } of tenant.slice(0, 1)) await carpeta.write(`tenant/${nombre}.sql`, sql);
  return carpeta;
}
