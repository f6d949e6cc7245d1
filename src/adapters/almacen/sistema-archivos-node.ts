import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { errnoOf } from './error-almacen.ts';
import type { ArchivoAbierto, ArchivoNuevo, SistemaArchivos } from './sistema-archivos.ts';

/** Only its owner reads what is stored; what is WORM not even its owner writes. */
const MODO_ARCHIVO = 0o600;
const MODO_CARPETA = 0o700;
const MODO_SOLO_LECTURA = 0o400;

/** The disk itself. */
export const sistemaArchivosNode: SistemaArchivos = {
  makeFolder: async (ruta) => {
    await mkdir(ruta, { recursive: true, mode: MODO_CARPETA });
  },
  createFile: async (ruta) => newFile(await open(ruta, 'wx', MODO_ARCHIVO)),
  rename,
  link: (de, a) => falseOn('EEXIST', link(de, a)),
  makeReadOnly: (ruta) => withFile(ruta, (archivo) => archivo.chmod(MODO_SOLO_LECTURA)),
  unlink: (ruta) => falseOn('ENOENT', unlink(ruta)),
  syncFolder: (ruta) => withFile(ruta, (carpeta) => carpeta.sync()),
  stat: async (ruta) => {
    const found = await nullIfAbsent(stat(ruta));
    return found === null ? null : { tamano: found.size, modificadoEn: found.mtime };
  },
  isFolder: async (ruta) => (await nullIfAbsent(stat(ruta)))?.isDirectory() ?? false,
  openFile: async (ruta) => {
    const archivo = await nullIfAbsent(open(ruta, 'r'));
    return archivo === null ? null : openedFile(archivo);
  },
  list: (ruta) => nullIfAbsent(readdir(ruta)),
};

function newFile(archivo: FileHandle): ArchivoNuevo {
  return {
    write: async (bloque) => {
      await archivo.writeFile(bloque);
    },
    sync: () => archivo.sync(),
    close: () => archivo.close(),
  };
}

async function openedFile(archivo: FileHandle): Promise<ArchivoAbierto> {
  const { size } = await archivo.stat();
  return {
    tamano: size,
    read: (desde, hasta) => archivo.createReadStream({ start: desde, end: hasta, highWaterMark: 1 << 18 }),
    close: () => archivo.close(),
  };
}

async function withFile(ruta: string, work: (archivo: FileHandle) => Promise<void>): Promise<void> {
  const archivo = await open(ruta, 'r');
  try {
    await work(archivo);
  } finally {
    await archivo.close();
  }
}

async function falseOn(errno: string, call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (errnoOf(error) === errno) return false;
    throw error;
  }
}

async function nullIfAbsent<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
