import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import type { FuenteDocumentos } from '../../services/ports/fuente-documentos.ts';

const FUERA = 'Está fuera de la carpeta de los documentos.';
const NO_EXISTE = 'No existe en la carpeta de los documentos.';
const NO_ES_ARCHIVO = 'No es un archivo.';

/**
 * Files of one folder and of the folders inside it, named by their path from there, with `/` or `\`. Whatever leads
 * out of it, by dots or by links, is refused.
 */
export function carpetaDocumentos(carpeta: string): FuenteDocumentos {
  return {
    revisar: async (archivo) => {
      const lugar = await locate(carpeta, archivo);
      return lugar.motivo;
    },
    abrir: async (archivo) => {
      const { ruta, motivo } = await locate(carpeta, archivo);
      if (motivo !== null) throw new Error(`«${archivo}»: ${motivo}`);
      return { nombre: basename(archivo.replaceAll('\\', '/')), contenido: createReadStream(ruta) };
    },
  };
}

async function locate(carpeta: string, archivo: string): Promise<{ ruta: string; motivo: string | null }> {
  const raiz = await realpath(carpeta);
  const pedida = resolve(raiz, archivo.replaceAll('\\', '/'));
  if (archivo.includes('\0') || !pedida.startsWith(raiz + sep)) return { ruta: pedida, motivo: FUERA };
  try {
    const ruta = await realpath(pedida);
    if (!ruta.startsWith(raiz + sep)) return { ruta, motivo: FUERA };
    return { ruta, motivo: (await stat(ruta)).isFile() ? null : NO_ES_ARCHIVO };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return { ruta: pedida, motivo: NO_EXISTE };
    }
    throw error;
  }
}
