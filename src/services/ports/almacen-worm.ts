import type { AlmacenLectura, Contenido, Recibido } from './almacen.ts';

/**
 * What is written once and read for ever: actas, addenda, inventories, indexes, the libro. It has no delete: nothing
 * that purges can reach it. Keys are plain names joined by `/` (clave-worm.ts).
 */
export interface AlmacenWorm extends AlmacenLectura {
  /**
   * Stores under the key, durably, or finds the very same bytes already there (`yaExistia`). Other bytes under that
   * key: `worm_contenido_distinto`, an alarm, and the first ones stay.
   */
  put(clave: string, contenido: Contenido): Promise<Recibido & { readonly yaExistia: boolean }>;
  /** Keys that begin with the prefix (`''` = all), in order of code unit. */
  list(prefijo: string): AsyncIterable<string>;
}

/** Each entity has a store of its own, reached by its slug. */
export type AlmacenWormPorEntidad = (slug: string) => AlmacenWorm;
