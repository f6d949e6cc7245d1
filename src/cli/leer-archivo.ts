import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DomainError } from '../domain/errors/domain-error.ts';
import { importacionErrors } from '../domain/importacion/importacion.errors.ts';

/** A file that somebody hands in to be imported. */
export interface Archivo {
  readonly nombre: string;
  readonly bytes: Uint8Array;
}

/** The file's bytes, unless they are more than its reader takes: then not even they are read. */
export async function readArchivo(path: string, bytesMaximos: number): Promise<Archivo> {
  const nombre = basename(path);
  if ((await statArchivo(path)) <= bytesMaximos)
    return { nombre, bytes: await atArchivo(path, () => readFile(path)) };
  const detalle = `pesa más de ${Math.round(bytesMaximos / 2 ** 20)} MB.`;
  throw new DomainError(importacionErrors.tabla_demasiado_grande, { archivo: nombre, detalle });
}

/** Size of a file that can be read. Throws `archivo_no_legible`, naming it, for what is not there or is a folder. */
export async function statArchivo(path: string): Promise<number> {
  const found = await atArchivo(path, async () => {
    await access(path, constants.R_OK);
    return stat(path);
  });
  if (!found.isDirectory()) return found.size;
  throw new DomainError(importacionErrors.archivo_no_legible, { archivo: path, detalle: 'es una carpeta' });
}

async function atArchivo<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const params = { archivo: path, detalle: explain(cause) };
    throw new DomainError(importacionErrors.archivo_no_legible, params, { cause });
  }
}

function explain(error: unknown): string {
  const codigo = error instanceof Error && 'code' in error ? error.code : null;
  if (codigo === 'ENOENT' || codigo === 'ENOTDIR') return 'no existe';
  return codigo === 'EACCES' ? 'no hay permiso' : 'el sistema lo impide';
}
