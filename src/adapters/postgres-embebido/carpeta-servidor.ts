import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, open, readFile, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type CuentaSistema, isRoot, resolveCuentaSistema } from './cuenta-sistema.ts';
import { ensurePassableFolder } from './ensure-passable-folder.ts';
import { hasErrorCode } from './error-code.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';

/** The folder of one embedded server and the account that owns it (null: this process's own). */
export interface CarpetaServidor {
  readonly carpeta: string;
  readonly pgdata: string;
  readonly cuenta: CuentaSistema | null;
}

/**
 * Makes or checks the folder of a server. As root it belongs to the account that will run it: the owner of the data
 * where there are some. Throws `postgres_embebido_inaccesible` and `postgres_embebido_sin_cuenta`.
 */
export async function prepareCarpetaServidor(ruta: string): Promise<CarpetaServidor> {
  const creada = await ensurePassableFolder(ruta);
  const carpeta = await realpath(ruta);
  const pgdata = join(carpeta, 'pgdata');
  const hayDatos = (await readVersionDatos(pgdata)) !== null;
  const cuenta = isRoot() ? await chooseCuenta(hayDatos ? pgdata : null) : null;
  if (creada || (cuenta !== null && !hayDatos)) {
    await chmod(carpeta, 0o700);
    if (cuenta !== null) await chown(carpeta, cuenta.uid, cuenta.gid);
  }
  await assertUsable(carpeta, cuenta);
  return { carpeta, pgdata, cuenta };
}

/** The major version of the data in a folder; null when there are none. */
export async function readVersionDatos(pgdata: string): Promise<number | null> {
  try {
    return Number((await readFile(join(pgdata, 'PG_VERSION'), 'utf8')).trim());
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    if (hasErrorCode(error, 'EACCES')) throw inaccesible(pgdata, userInfo().username, error);
    throw error;
  }
}

/** Path of a lock file of that folder, made when missing so that it belongs to the server's account. */
export async function ensureLockFile({ carpeta, cuenta }: CarpetaServidor, nombre: string): Promise<string> {
  const archivo = join(carpeta, nombre);
  await (await open(archivo, 'a', 0o600)).close();
  if (cuenta !== null) await chown(archivo, cuenta.uid, cuenta.gid);
  return archivo;
}

async function chooseCuenta(pgdata: string | null): Promise<CuentaSistema> {
  if (pgdata !== null) {
    const { uid, gid } = await stat(pgdata);
    if (uid !== 0) return { uid, gid };
  }
  return resolveCuentaSistema();
}

async function assertUsable(carpeta: string, cuenta: CuentaSistema | null): Promise<void> {
  try {
    if (cuenta === null) await access(carpeta, constants.R_OK | constants.W_OK | constants.X_OK);
    else await promisify(execFile)('/bin/sh', ['-c', 'cd -- "$1"', 'sh', carpeta], { ...cuenta, cwd: '/' });
  } catch (error) {
    const nombre = cuenta === null ? userInfo().username : `del servidor (uid ${cuenta.uid})`;
    throw inaccesible(carpeta, nombre, error);
  }
}

function inaccesible(carpeta: string, cuenta: string, error: unknown): DomainError {
  const detalle = hasErrorCode(error, 'EROFS')
    ? 'está en un disco de solo lectura'
    : 'no tiene permiso para entrar en ella, o en una de las que la contienen';
  return new DomainError(
    postgresEmbebidoErrors.postgres_embebido_inaccesible,
    { cuenta, carpeta, detalle },
    { cause: error },
  );
}
