import { join, resolve } from 'node:path';
import { prepararCarpetaAlmacen } from '../adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../adapters/almacen/sistema-archivos-node.ts';
import type { Config } from '../config/config-blocks.ts';

export interface CarpetasAlmacen {
  readonly vivo: string;
  readonly worm: string;
}

/** In production a store is prepared once, by hand: an unmounted disk must not pass for an empty store. */
export async function openAlmacenes(
  { almacen, entorno }: Config,
  carpetaDatos: string,
): Promise<CarpetasAlmacen> {
  const carpetas = {
    vivo: resolve(almacen.vivo ?? join(carpetaDatos, 'almacen', 'vivo')),
    worm: resolve(almacen.worm ?? join(carpetaDatos, 'almacen', 'worm')),
  };
  if (entorno.entorno !== 'production') {
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpetas.vivo);
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpetas.worm);
  }
  return carpetas;
}
