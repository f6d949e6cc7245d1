import { KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crearFirmante } from '../../src/adapters/firma/crear-firmante.ts';
import {
  type Emision,
  emitirCertificado,
  USO_EMISOR,
  USO_FIRMA,
} from '../../src/adapters/firma/emitir-certificado.ts';
import { firmarActa } from '../../src/adapters/firma/firmar-acta.ts';
import type { ActaFirmada, Firmante } from '../../src/services/ports/firma.ts';
import { actaEjemplo } from './acta-de-prueba.ts';

const RSA = (modulusLength: number) => ({
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
});
const ALGORITMOS = {
  rsa: RSA(2048),
  rsa1024: RSA(1024),
  p256: { name: 'ECDSA', namedCurve: 'P-256' },
  p384: { name: 'ECDSA', namedCurve: 'P-384' },
  p521: { name: 'ECDSA', namedCurve: 'P-521' },
} as const;

export type AlgoritmoDePrueba = keyof typeof ALGORITMOS;

export const DESDE = new Date('2026-01-01T00:00:00Z');
export const HASTA = new Date('2046-01-01T00:00:00Z');
/** Instant of every test signature. */
export const FIRMADA_EN = new Date('2026-12-01T12:00:00Z');

export interface MaterialDePrueba {
  readonly clave: KeyObject;
  readonly certificadoPem: string;
  readonly anclaPem: string;
}

/** A fresh key with its certificate, by a fresh small authority. */
export async function materialDePrueba(
  algoritmo: AlgoritmoDePrueba = 'rsa',
  cambios: Partial<Emision> = {},
): Promise<MaterialDePrueba> {
  const usos = ['sign', 'verify'] as const;
  const autoridad = await crypto.subtle.generateKey(ALGORITMOS.p256, true, usos);
  const propia = await crypto.subtle.generateKey(ALGORITMOS[algoritmo], true, usos);
  const comun = {
    emisor: 'Autoridad de prueba',
    claveEmisor: autoridad.privateKey,
    desde: DESDE,
    hasta: HASTA,
  };
  return {
    clave: KeyObject.from(propia.privateKey),
    anclaPem: await emitirCertificado({
      ...comun,
      sujeto: 'Autoridad de prueba',
      clavePublica: autoridad.publicKey,
      esEmisor: true,
      uso: USO_EMISOR,
    }),
    certificadoPem: await emitirCertificado({
      ...comun,
      sujeto: 'Alcaldía de Peñón',
      clavePublica: propia.publicKey,
      esEmisor: false,
      uso: USO_FIRMA,
      ...cambios,
    }),
  };
}

export interface ActaFirmadaDePrueba extends MaterialDePrueba {
  readonly carpeta: string;
  readonly original: string;
  readonly sha256Original: string;
  readonly firmada: string;
  readonly rutaAncla: string;
  readonly firmante: Firmante;
  readonly resultado: ActaFirmada;
}

/** The example acta, signed, on disk. */
export async function actaFirmadaDePrueba(
  algoritmo: AlgoritmoDePrueba = 'rsa',
): Promise<ActaFirmadaDePrueba> {
  const material = await materialDePrueba(algoritmo);
  const carpeta = mkdtempSync(join(tmpdir(), 'firma-'));
  const original = join(carpeta, 'original.xml');
  const firmada = join(carpeta, 'firmada.xml');
  const rutaAncla = join(carpeta, 'ancla.pem');
  const { xml, emitida } = await actaEjemplo();
  writeFileSync(original, xml);
  writeFileSync(rutaAncla, material.anclaPem);
  const firmante = crearFirmante({ ...material, cadenaPem: [] }, FIRMADA_EN);
  const resultado = await firmarActa({
    original,
    sha256: emitida.sha256,
    firmada,
    firmante,
    instante: FIRMADA_EN,
    rol: 'Sello de la entidad',
    lugar: { ciudad: 'El Peñón', departamento: 'Bolívar', pais: 'CO' },
  });
  return {
    ...material,
    carpeta,
    original,
    sha256Original: emitida.sha256,
    firmada,
    rutaAncla,
    firmante,
    resultado,
  };
}
