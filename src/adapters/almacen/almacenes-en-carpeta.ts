import { join } from 'node:path';
import { assertClaveObjeto } from '../../domain/documentos/clave-objeto.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Almacen, AlmacenLecturaPorEntidad, AlmacenPorEntidad } from '../../services/ports/almacen.ts';
import type { AlmacenWorm, AlmacenWormPorEntidad } from '../../services/ports/almacen-worm.ts';
import { type PuntoDeFallo, sinPuntoDeFallo } from '../../services/ports/punto-de-fallo.ts';
import { AlmacenArchivos } from './almacen-archivos.ts';
import { LecturaArchivos } from './lectura-archivos.ts';
import type { SistemaArchivos } from './sistema-archivos.ts';
import { sistemaArchivosNode } from './sistema-archivos-node.ts';
import { WormArchivos } from './worm-archivos.ts';

export interface AlmacenesEnCarpeta {
  /** Absolute; prepared once with `prepararCarpetaAlmacen`. */
  readonly carpeta: string;
  readonly archivos?: SistemaArchivos;
  readonly puntoDeFallo?: PuntoDeFallo;
}

/** The stores of living objects of all entities: one folder each inside `carpeta`. */
export function almacenesEnCarpeta(options: AlmacenesEnCarpeta): AlmacenPorEntidad {
  const { carpeta, archivos = sistemaArchivosNode, puntoDeFallo = sinPuntoDeFallo } = options;
  const abiertos = new Map<string, Almacen>();
  return (slug) => {
    const abierto =
      abiertos.get(slug) ??
      new AlmacenArchivos({ archivos, puntoDeFallo, carpeta, raiz: carpetaDe(carpeta, slug) });
    abiertos.set(slug, abierto);
    return abierto;
  };
}

/** The same stores through a handle that can only read: what proves an absence must not be able to cause it. */
export function lecturasEnCarpeta(
  options: Omit<AlmacenesEnCarpeta, 'puntoDeFallo'>,
): AlmacenLecturaPorEntidad {
  const { carpeta, archivos = sistemaArchivosNode } = options;
  return (slug) =>
    new LecturaArchivos({
      archivos,
      carpeta,
      raiz: carpetaDe(carpeta, slug),
      assertClave: assertClaveObjeto,
    });
}

/** The write-once stores of all entities, in a folder that is not the one of the living objects. */
export function wormsEnCarpeta(options: Omit<AlmacenesEnCarpeta, 'puntoDeFallo'>): AlmacenWormPorEntidad {
  const { carpeta, archivos = sistemaArchivosNode } = options;
  const abiertos = new Map<string, AlmacenWorm>();
  return (slug) => {
    const abierto =
      abiertos.get(slug) ?? new WormArchivos({ archivos, carpeta, raiz: carpetaDe(carpeta, slug) });
    abiertos.set(slug, abierto);
    return abierto;
  };
}

/** A slug that could lead elsewhere is refused here too, whoever validated it before. */
function carpetaDe(carpeta: string, slug: string): string {
  if (!/^[a-z][a-z0-9_]{1,40}$/.test(slug))
    throw new DomainError(documentosErrors.clave_invalida, { clave: slug });
  return join(carpeta, slug);
}
