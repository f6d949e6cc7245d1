import { join } from 'node:path';
import { Readable } from 'node:stream';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { AlmacenLectura, ObjetoAbierto, Rango } from '../../services/ports/almacen.ts';
import { assertCarpetaMontada } from './carpeta-marcada.ts';
import { atStore } from './error-almacen.ts';
import type { ArchivoAbierto, SistemaArchivos } from './sistema-archivos.ts';

export interface CarpetaLeida {
  readonly archivos: SistemaArchivos;
  /** Folder with the mark. */
  readonly carpeta: string;
  /** Where the keys begin: that folder or one inside it. */
  readonly raiz: string;
  /** Gives the key back if it is one of this store's; throws `clave_invalida` otherwise. */
  readonly assertClave: (clave: string) => string;
}

/** Reads a store of files and can do nothing else to it. */
export class LecturaArchivos implements AlmacenLectura {
  protected readonly lugar: CarpetaLeida;

  constructor(lugar: CarpetaLeida) {
    this.lugar = lugar;
  }

  async head(clave: string): Promise<{ readonly tamano: number } | null> {
    const { archivos, carpeta } = this.lugar;
    const found = await atStore(() => archivos.stat(this.ruta(clave)));
    if (found !== null) return { tamano: found.tamano };
    await assertCarpetaMontada(archivos, carpeta);
    return null;
  }

  async get(clave: string, rango?: Rango): Promise<ObjetoAbierto> {
    const { archivos, carpeta } = this.lugar;
    const archivo = await atStore(() => archivos.openFile(this.ruta(clave)));
    if (archivo === null) {
      await assertCarpetaMontada(archivos, carpeta);
      throw new DomainError(documentosErrors.objeto_ausente, { clave });
    }
    return { tamano: archivo.tamano, contenido: await readRango(archivo, rango) };
  }

  protected ruta(clave: string): string {
    return join(this.lugar.raiz, this.lugar.assertClave(clave));
  }
}

async function readRango(archivo: ArchivoAbierto, rango: Rango | undefined): Promise<Readable> {
  const desde = rango?.desde ?? 0;
  const hasta = Math.min(rango?.hasta ?? archivo.tamano - 1, archivo.tamano - 1);
  if (desde <= hasta) return archivo.read(desde, hasta);
  await archivo.close();
  return Readable.from([]);
}
