import { readFile, stat } from 'node:fs/promises';
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
  try {
    const { size } = await stat(path);
    if (size <= bytesMaximos) return { nombre, bytes: await readFile(path) };
  } catch (cause) {
    throw new DomainError(
      importacionErrors.archivo_no_legible,
      { archivo: path, detalle: explain(cause) },
      { cause },
    );
  }
  const detalle = `pesa más de ${Math.round(bytesMaximos / 2 ** 20)} MB.`;
  throw new DomainError(importacionErrors.tabla_demasiado_grande, { archivo: nombre, detalle });
}

function explain(error: unknown): string {
  const codigo = error instanceof Error && 'code' in error ? error.code : null;
  if (codigo === 'ENOENT') return 'no existe';
  if (codigo === 'EACCES') return 'no hay permiso';
  return codigo === 'EISDIR' ? 'es una carpeta' : 'el sistema lo impide';
}
