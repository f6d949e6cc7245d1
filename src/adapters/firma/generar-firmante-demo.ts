import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Firmante } from '../../services/ports/firma.ts';
import { cargarFirmantePem } from './cargar-firmante.ts';
import { emitirCertificado, pem, USO_EMISOR, USO_FIRMA } from './emitir-certificado.ts';

const ALGORITMO = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
};

export interface FirmanteDemo {
  readonly firmante: Firmante;
  /** Certificate of the small authority that issued the signer's: the trust anchor to verify with. */
  readonly anclaPem: string;
  readonly rutaAncla: string;
}

export interface SolicitudFirmanteDemo {
  /** Common name of the signer, e.g. the entity's name. */
  readonly nombre: string;
  /** Folder of the key material; created 0700 with files 0600, or read again if it exists. */
  readonly carpeta: string;
  readonly desde: Date;
  readonly hasta: Date;
}

/** Writes authority, certificate and key into a fresh folder; the authority's own key is never kept. */
async function generar(carpeta: string, { nombre, desde, hasta }: SolicitudFirmanteDemo): Promise<void> {
  const usos = ['sign', 'verify'] as const;
  const [autoridad, propia] = await Promise.all([
    crypto.subtle.generateKey(ALGORITMO, true, usos),
    crypto.subtle.generateKey(ALGORITMO, true, usos),
  ]);
  const emisor = 'Autoridad de demostración (sin validez legal)';
  const comun = { emisor, claveEmisor: autoridad.privateKey, desde, hasta };
  const anclaPem = await emitirCertificado({
    ...comun,
    sujeto: emisor,
    clavePublica: autoridad.publicKey,
    esEmisor: true,
    uso: USO_EMISOR,
  });
  const certificadoPem = await emitirCertificado({
    ...comun,
    sujeto: `${nombre} (demostración)`,
    clavePublica: propia.publicKey,
    esEmisor: false,
    uso: USO_FIRMA,
  });
  const clavePem = pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', propia.privateKey));
  for (const [archivo, contenido] of [
    ['ancla.pem', anclaPem],
    ['certificado.pem', certificadoPem],
    ['clave.pem', clavePem],
  ] as const) {
    await writeFile(join(carpeta, archivo), contenido, { mode: 0o600, flush: true });
  }
}

async function existe(archivo: string): Promise<boolean> {
  try {
    await readFile(archivo);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** The folder appears whole or not at all: of two processes that generate at once, one wins and both read it. */
async function asegurarMaterial(solicitud: SolicitudFirmanteDemo): Promise<void> {
  const { carpeta } = solicitud;
  if (await existe(join(carpeta, 'clave.pem'))) return;
  await mkdir(dirname(carpeta), { recursive: true });
  const provisional = await mkdtemp(`${carpeta}.`);
  try {
    await generar(provisional, solicitud);
    await rename(provisional, carpeta);
  } catch (error) {
    await rm(provisional, { recursive: true, force: true });
    if (!(await existe(join(carpeta, 'clave.pem')))) throw error;
  }
}

/**
 * A signer for the demo: RSA-2048 key, certificate, and the small authority that issued it, made without external
 * binaries and kept in `carpeta`; the same folder gives the same signer again. Its certificate has no legal value.
 */
export async function generarFirmanteDemo(
  solicitud: SolicitudFirmanteDemo,
  ahora: Date,
): Promise<FirmanteDemo> {
  await asegurarMaterial(solicitud);
  const { carpeta } = solicitud;
  const archivos = { clave: join(carpeta, 'clave.pem'), certificado: join(carpeta, 'certificado.pem') };
  const rutaAncla = join(carpeta, 'ancla.pem');
  return {
    firmante: await cargarFirmantePem(archivos, ahora),
    anclaPem: await readFile(rutaAncla, 'utf8'),
    rutaAncla,
  };
}
