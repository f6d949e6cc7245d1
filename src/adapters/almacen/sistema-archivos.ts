import type { Readable } from 'node:stream';

export interface ArchivoNuevo {
  write(bloque: Uint8Array): Promise<void>;
  /** Content and size are on the disk when it resolves. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface ArchivoAbierto {
  readonly tamano: number;
  /** Both ends included. Closes the file at its end or when destroyed. */
  read(desde: number, hasta: number): Readable;
  close(): Promise<void>;
}

/**
 * The few calls with which the stores touch a disk, so that a recorder can stand between and replay a loss of power.
 * A name is durable only after `syncFolder` of its folder. Absence is null or false, never an error; anything else
 * is thrown as the system's error.
 */
export interface SistemaArchivos {
  makeFolder(ruta: string): Promise<void>;
  /** Fails if the file is there already. */
  createFile(ruta: string): Promise<ArchivoNuevo>;
  rename(de: string, a: string): Promise<void>;
  /** A second name for the same bytes; false if that name is taken. */
  link(de: string, a: string): Promise<boolean>;
  makeReadOnly(ruta: string): Promise<void>;
  /** False if there was no such name. */
  unlink(ruta: string): Promise<boolean>;
  syncFolder(ruta: string): Promise<void>;
  stat(ruta: string): Promise<{ readonly tamano: number; readonly modificadoEn: Date } | null>;
  isFolder(ruta: string): Promise<boolean>;
  openFile(ruta: string): Promise<ArchivoAbierto | null>;
  /** Names in a folder; null if there is no such folder. */
  list(ruta: string): Promise<string[] | null>;
}
