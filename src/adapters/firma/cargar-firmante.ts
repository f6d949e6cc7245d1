import { readFile } from 'node:fs/promises';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Firmante } from '../../services/ports/firma.ts';
import { abrirPkcs12 } from './abrir-pkcs12.ts';
import { crearFirmante, leerClavePrivada } from './crear-firmante.ts';

async function leerArchivo(archivo: string): Promise<Buffer> {
  try {
    return await readFile(archivo);
  } catch (cause) {
    const codigo = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const detalle = codigo === 'ENOENT' ? 'el archivo no existe' : `no se puede abrir (${codigo})`;
    throw new DomainError(firmaErrors.firmante_ilegible, { archivo, detalle }, { cause });
  }
}

/** Splits a PEM file into its certificates. */
function partirCertificados(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
}

export interface ArchivosPem {
  readonly clave: string;
  /** The signer's certificate first, then intermediates. */
  readonly certificado: string;
  readonly frase?: string;
}

/** Signer from PEM files. Throws `firmante_ilegible` or `firmante_no_utilizable`. */
export async function cargarFirmantePem(archivos: ArchivosPem, ahora: Date): Promise<Firmante> {
  const clavePem = (await leerArchivo(archivos.clave)).toString();
  const clave = leerClavePrivada(clavePem, archivos.clave, archivos.frase);
  const [certificadoPem, ...cadenaPem] = partirCertificados(
    (await leerArchivo(archivos.certificado)).toString(),
  );
  if (certificadoPem === undefined) {
    throw new DomainError(firmaErrors.firmante_ilegible, {
      archivo: archivos.certificado,
      detalle: 'no contiene un certificado X.509 en PEM',
    });
  }
  return crearFirmante({ clave, certificadoPem, cadenaPem }, ahora);
}

/** Signer from a PKCS#12 file (.p12, .pfx). Throws `firmante_ilegible` or `firmante_no_utilizable`. */
export async function cargarFirmantePkcs12(archivo: string, frase: string, ahora: Date): Promise<Firmante> {
  return crearFirmante(await abrirPkcs12(await leerArchivo(archivo), archivo, frase), ahora);
}
