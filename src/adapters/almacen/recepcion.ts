import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Contenido, Recibido } from '../../services/ports/almacen.ts';
import { atStore } from './error-almacen.ts';
import type { SistemaArchivos } from './sistema-archivos.ts';

export interface Recepcion {
  readonly archivos: SistemaArchivos;
  /** The file to create: in the same file system as its final name. */
  readonly ruta: string;
  readonly maxBytes?: number | undefined;
  readonly soloLectura?: boolean;
}

/**
 * Writes a stream to a new file, digest on the way, and makes its content durable (its name is not yet). Throws what
 * the stream throws, `documento_demasiado_grande`, or `almacen_no_disponible`; the partial file is then still there.
 */
export async function receiveFile(recepcion: Recepcion, contenido: Contenido): Promise<Recibido> {
  const { archivos, ruta, maxBytes = Number.POSITIVE_INFINITY, soloLectura = false } = recepcion;
  const archivo = await atStore(() => archivos.createFile(ruta));
  const digest = createHash('sha256');
  let tamano = 0;
  try {
    for await (const bloque of contenido) {
      tamano += bloque.byteLength;
      if (tamano > maxBytes) {
        throw new DomainError(documentosErrors.documento_demasiado_grande, { limite: maxBytes });
      }
      digest.update(bloque);
      await atStore(() => archivo.write(bloque));
    }
    if (soloLectura) await atStore(() => archivos.makeReadOnly(ruta));
    await atStore(() => archivo.sync());
  } finally {
    await atStore(() => archivo.close());
  }
  return { sha256: digest.digest('hex'), tamano };
}

/** Removes the files of a reception folder that nobody has written to for that long. Gives how many. */
export async function cleanRecepcion(
  archivos: SistemaArchivos,
  carpeta: string,
  inactivaMs: number,
): Promise<number> {
  const nombres = (await atStore(() => archivos.list(carpeta))) ?? [];
  const limite = Date.now() - inactivaMs;
  let quitados = 0;
  for (const nombre of nombres) {
    const ruta = join(carpeta, nombre);
    const encontrado = await atStore(() => archivos.stat(ruta));
    if (encontrado === null || encontrado.modificadoEn.getTime() > limite) continue;
    if (await atStore(() => archivos.unlink(ruta))) quitados += 1;
  }
  return quitados;
}
