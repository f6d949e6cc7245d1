import { join } from 'node:path';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { atStore } from './error-almacen.ts';
import type { SistemaArchivos } from './sistema-archivos.ts';

const MARCA = '.orpycamcp-almacen';

/**
 * Makes a folder a store: creates it and leaves a mark in it. Done when an installation is set up and never by
 * itself afterwards: a disk that failed to mount is an empty folder, where everything looks destroyed.
 * Repeating it changes nothing.
 */
export async function prepararCarpetaAlmacen(archivos: SistemaArchivos, carpeta: string): Promise<void> {
  await atStore(async () => {
    await archivos.makeFolder(carpeta);
    if ((await archivos.stat(join(carpeta, MARCA))) !== null) return;
    const marca = await archivos.createFile(join(carpeta, MARCA));
    await marca.sync();
    await marca.close();
    await archivos.syncFolder(carpeta);
  });
}

/** `almacen_no_disponible` unless the mark is there: only then does a missing file mean anything. */
export async function assertCarpetaMontada(archivos: SistemaArchivos, carpeta: string): Promise<void> {
  const marca = await atStore(() => archivos.stat(join(carpeta, MARCA)));
  if (marca === null) {
    const motivo = `la carpeta ${carpeta} no es la de un almacén o su disco no está montado`;
    throw new DomainError(documentosErrors.almacen_no_disponible, { motivo });
  }
}
