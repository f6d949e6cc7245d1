import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from './error-code.ts';
import { findCwd, processExists, readCommandLine } from './proceso.ts';

/** What `postmaster.pid` says, line by line. `fase` is empty while the server has not written it yet. */
export interface PostmasterPid {
  readonly pid: number;
  readonly carpeta: string;
  readonly puerto: number;
  readonly fase: string;
}

/**
 * The truth about a data folder's server. `caducado`: nobody runs on it (`pidReutilizado` when its number now belongs to
 * a stranger, or to a zombie, which PostgreSQL would take for itself). `ajeno`: a live server of another folder wrote it.
 */
export type EstadoPostmaster =
  | { readonly tipo: 'ausente' }
  | { readonly tipo: 'ilegible' }
  | { readonly tipo: 'caducado'; readonly pidReutilizado: boolean }
  | { readonly tipo: 'vivo'; readonly datos: PostmasterPid }
  | { readonly tipo: 'ajeno'; readonly datos: PostmasterPid };

/** Path of the file in which PostgreSQL notes who runs on a data folder. */
export function postmasterPidPath(pgdata: string): string {
  return join(pgdata, 'postmaster.pid');
}

/** Parses `postmaster.pid`; null when it is not one (an empty file after a power cut). */
export function parsePostmasterPid(texto: string): PostmasterPid | null {
  const lineas = texto.split('\n').map((linea) => linea.trim());
  const pid = Number(lineas[0]);
  if (lineas[0] === '' || !Number.isSafeInteger(pid) || pid === 0) return null;
  const puerto = Number(lineas[3] ?? 0);
  return {
    pid,
    carpeta: lineas[1] ?? '',
    puerto: Number.isSafeInteger(puerto) ? puerto : 0,
    fase: lineas[7] ?? '',
  };
}

/** Judges whether a server runs on `pgdata`, from its pid file and from the process of that number. */
export async function judgePostmaster(pgdata: string): Promise<EstadoPostmaster> {
  const texto = await readPidFile(pgdata);
  if (texto === null) return { tipo: 'ausente' };
  const datos = parsePostmasterPid(texto);
  if (datos === null) return { tipo: 'ilegible' };
  const pid = Math.abs(datos.pid);
  if (!processExists(pid)) return { tipo: 'caducado', pidReutilizado: false };
  if (await worksIn(pid, pgdata)) {
    // A negative number is PostgreSQL's single-user mode: someone is repairing the data by hand.
    return datos.pid > 0 ? { tipo: 'vivo', datos } : { tipo: 'ajeno', datos: { ...datos, pid } };
  }
  if (datos.carpeta !== '' && (await worksIn(pid, datos.carpeta))) return { tipo: 'ajeno', datos };
  return { tipo: 'caducado', pidReutilizado: true };
}

async function readPidFile(pgdata: string): Promise<string | null> {
  try {
    return await readFile(postmasterPidPath(pgdata), 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** A postmaster's working directory is its data folder. */
async function worksIn(pid: number, carpeta: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await readCommandLine(pid)).includes(carpeta);
  return (await findCwd(pid)) === (await realPathOf(carpeta));
}

/** The path itself where there is no such folder: then nobody works there either. */
async function realPathOf(carpeta: string): Promise<string> {
  try {
    return await realpath(carpeta);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES')) return carpeta;
    throw error;
  }
}
