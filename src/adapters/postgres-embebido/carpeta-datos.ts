import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isRoot } from './cuenta-sistema.ts';
import { ensurePassableFolder } from './ensure-passable-folder.ts';
import { hasErrorCode } from './error-code.ts';

const RAIZ_DE_ROOT = '/var/lib/orpycamcp';

interface OrigenCarpetaDatos {
  /** Root folder of the project. */
  readonly proyecto: string;
  /** Value of ELIMINACION_DATOS, or null. */
  readonly configurada: string | null;
}

/**
 * Absolute folder for this installation's own data; created when missing. Configured: that one. Otherwise `.data` in the
 * project, or as root a folder of this copy of the project under `/var/lib/orpycamcp`: the server's account can't enter
 * a closed home. A new copy gets a new folder, so that it never opens the data of a deleted one.
 */
export async function resolveCarpetaDatos({ proyecto, configurada }: OrigenCarpetaDatos): Promise<string> {
  const local = resolve(proyecto, '.data');
  const carpeta =
    configurada !== null
      ? resolve(configurada)
      : isRoot()
        ? join(RAIZ_DE_ROOT, await readInstalacion(local, basename(resolve(proyecto))))
        : local;
  await ensurePassableFolder(carpeta);
  return carpeta;
}

/** The name of this copy of the project, chosen once and kept beside it. */
async function readInstalacion(local: string, nombreProyecto: string): Promise<string> {
  const archivo = join(local, 'instalacion');
  await mkdir(local, { recursive: true });
  const propuesta = `${nombreProyecto.replace(/[^\w.-]+/g, '_')}-${randomBytes(4).toString('hex')}`;
  const temporal = `${archivo}.${process.pid}`;
  await writeFile(temporal, propuesta);
  try {
    await link(temporal, archivo);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporal, { force: true });
  }
  return (await readFile(archivo, 'utf8')).trim();
}
