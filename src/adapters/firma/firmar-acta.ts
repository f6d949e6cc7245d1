import { createHash, X509Certificate } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { ActaFirmada, FirmarActa, SolicitudFirmaActa } from '../../services/ports/firma.ts';
import { ESPACIO_ACTA } from '../../xml/definicion/espacio-acta.ts';
import { sujetoDe } from './crear-firmante.ts';
import { firmarDigest } from './firmar-digest.ts';

const CIERRE = Buffer.from('</acta>');

function exigirVigente({ firmante, instante }: SolicitudFirmaActa): void {
  const certificado = new X509Certificate(firmante.certificadoPem);
  if (instante >= certificado.validFromDate && instante <= certificado.validToDate) return;
  throw new DomainError(firmaErrors.firmante_no_utilizable, {
    sujeto: sujetoDe(certificado),
    detalle: `su certificado no está vigente en el instante de la firma (${instante.toISOString()})`,
  });
}

/** Position of the root's end tag, which must be the last thing in the file. */
async function posicionDelCierre(original: string): Promise<number> {
  const { size } = await stat(original);
  const posicion = size - CIERRE.length;
  const archivo = await open(original);
  try {
    const { buffer } = await archivo.read(
      Buffer.alloc(CIERRE.length),
      0,
      CIERRE.length,
      Math.max(posicion, 0),
    );
    if (buffer.equals(CIERRE)) return posicion;
  } finally {
    await archivo.close();
  }
  throw new DomainError(firmaErrors.firma_fallida, { detalle: `«${original}» no termina como un acta` });
}

/** Copies the original with the signature before its end tag, checking on the way that it is what was signed. */
async function* insertar(
  { original, sha256 }: SolicitudFirmaActa,
  posicion: number,
  firma: Buffer,
  hash: { readonly salida: ReturnType<typeof createHash>; bytes: number },
): AsyncGenerator<Buffer> {
  const anclado = createHash('sha256');
  const emitir = (pieza: Buffer): Buffer => {
    hash.salida.update(pieza);
    hash.bytes += pieza.length;
    return pieza;
  };
  if (posicion > 0) {
    for await (const pieza of createReadStream(original, { end: posicion - 1 })) {
      anclado.update(pieza);
      yield emitir(pieza);
    }
  }
  if (anclado.update(CIERRE).digest('hex') !== sha256) {
    throw new DomainError(firmaErrors.firma_fallida, {
      detalle: `los bytes de «${original}» no son los del SHA-256 anclado`,
    });
  }
  yield emitir(firma);
  yield emitir(CIERRE);
}

async function sincronizarCarpeta(archivo: string): Promise<void> {
  const carpeta = await open(dirname(resolve(archivo)));
  try {
    await carpeta.sync();
  } finally {
    await carpeta.close();
  }
}

/** See the port. Throws `firmante_no_utilizable` (certificate not valid then) or `firma_fallida`. (REQ-ACT-2) */
export const firmarActa: FirmarActa = async (solicitud): Promise<ActaFirmada> => {
  exigirVigente(solicitud);
  const posicion = await posicionDelCierre(solicitud.original);
  const firma = Buffer.from(await firmarDigest(solicitud, 'acta', ESPACIO_ACTA));
  const hash = { salida: createHash('sha256'), bytes: 0 };
  const parcial = `${solicitud.firmada}.parcial`;
  try {
    await pipeline(
      insertar(solicitud, posicion, firma, hash),
      createWriteStream(parcial, { flush: true, mode: 0o640 }),
    );
    await rename(parcial, solicitud.firmada);
  } catch (error) {
    await rm(parcial, { force: true });
    throw error;
  }
  await sincronizarCarpeta(solicitud.firmada);
  return { sha256: hash.salida.digest('hex'), bytes: hash.bytes };
};
