import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { prepararCarpetaAlmacen } from '../../../src/adapters/almacen/carpeta-marcada.ts';
import type { SistemaArchivos } from '../../../src/adapters/almacen/sistema-archivos.ts';
import { sistemaArchivosNode } from '../../../src/adapters/almacen/sistema-archivos-node.ts';
import { buildClaveObjeto } from '../../../src/domain/documentos/clave-objeto.ts';
import type { PutOptions } from '../../../src/services/ports/almacen.ts';

/** A prepared store folder on the real disk, under a path with a space and an ñ. */
export interface CarpetaDePrueba {
  readonly ruta: string;
  /** Every file below it, by its path from there; the mark left out. */
  listArchivos(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function makeCarpeta(): Promise<CarpetaDePrueba> {
  const base = await mkdtemp(join(tmpdir(), 'eliminacion almacén ñ '));
  const ruta = join(base, 'vivo');
  await prepararCarpetaAlmacen(sistemaArchivosNode, ruta);
  return {
    ruta,
    listArchivos: async () => {
      const entradas = await readdir(ruta, { recursive: true, withFileTypes: true });
      return entradas
        .filter((entrada) => entrada.isFile() && entrada.name !== '.orpycamcp-almacen')
        .map((entrada) => join(entrada.parentPath, entrada.name).slice(ruta.length + 1))
        .sort();
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

export async function* enBloques(...bloques: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const bloque of bloques) yield typeof bloque === 'string' ? Buffer.from(bloque) : bloque;
}

export async function leerTodo(contenido: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const partes: Uint8Array[] = [];
  for await (const parte of contenido) partes.push(parte);
  return Buffer.concat(partes);
}

/** Gives each object a key of its own, as a caller does. */
export const conClave: PutOptions = {
  reservar: ({ sha256 }) => Promise.resolve(buildClaveObjeto(sha256, uuidv7())),
};

/** The real disk, except for what is replaced. */
export function discoCon(cambios: Partial<SistemaArchivos>): SistemaArchivos {
  return { ...sistemaArchivosNode, ...cambios };
}

export function errorDeSistema(code: string): Error {
  return Object.assign(new Error(`${code}: simulated by the test`), { code });
}

export async function juntar(claves: AsyncIterable<string>): Promise<string[]> {
  const todas: string[] = [];
  for await (const clave of claves) todas.push(clave);
  return todas;
}
