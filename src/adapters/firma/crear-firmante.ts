import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { AlgoritmoFirma, Firmante } from '../../services/ports/firma.ts';
import { permiteFirmar } from './uso-de-clave.ts';

const firmarConClave = promisify(sign);
const RSA_MINIMO = 2048;

export interface MaterialFirma {
  readonly clave: KeyObject;
  readonly certificadoPem: string;
  readonly cadenaPem: readonly string[];
}

function algoritmoDe(clave: KeyObject): AlgoritmoFirma | null {
  const { modulusLength = 0, namedCurve } = clave.asymmetricKeyDetails ?? {};
  if (clave.asymmetricKeyType === 'rsa' && modulusLength >= RSA_MINIMO) return 'rsa-sha256';
  if (clave.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ecdsa-p256-sha256';
  if (clave.asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return 'ecdsa-p384-sha384';
  return null;
}

function motivoNoUtilizable(certificado: X509Certificate, clave: KeyObject, ahora: Date): string | null {
  if (algoritmoDe(clave) === null) {
    return `la clave debe ser RSA de al menos ${RSA_MINIMO} bits o ECDSA P-256 o P-384`;
  }
  if (!certificado.checkPrivateKey(clave)) return 'la clave privada no corresponde al certificado';
  if (ahora < certificado.validFromDate) {
    return `el certificado solo es válido desde ${certificado.validFromDate.toISOString()}`;
  }
  if (ahora > certificado.validToDate) {
    return `el certificado venció el ${certificado.validToDate.toISOString()}`;
  }
  if (!permiteFirmar(certificado.raw)) {
    return 'su uso de clave (keyUsage) no incluye firma digital ni no repudio';
  }
  return null;
}

/** First line of a certificate's subject, for messages. */
export function sujetoDe(certificado: X509Certificate): string {
  return certificado.subject.split('\n').join(', ');
}

/** Reads a certificate in PEM; throws `firmante_ilegible` naming where it came from. */
function leerCertificado(pem: string, archivo: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new DomainError(
      firmaErrors.firmante_ilegible,
      { archivo, detalle: 'no contiene un certificado X.509 en PEM' },
      { cause },
    );
  }
}

/** Reads a private key in PEM; throws `firmante_ilegible`, telling a wrong passphrase from a damaged file. */
export function leerClavePrivada(pem: string, archivo: string, frase?: string): KeyObject {
  const cifrada = pem.includes('ENCRYPTED');
  if (cifrada && frase === undefined) {
    throw new DomainError(firmaErrors.firmante_ilegible, {
      archivo,
      detalle: 'la clave está cifrada y falta su contraseña',
    });
  }
  try {
    return createPrivateKey(frase === undefined ? pem : { key: pem, passphrase: frase });
  } catch (cause) {
    const detalle = cifrada
      ? 'la contraseña no abre la clave, o el archivo está dañado'
      : 'no contiene una clave privada en PEM';
    throw new DomainError(firmaErrors.firmante_ilegible, { archivo, detalle }, { cause });
  }
}

/**
 * A signer with its private key in this process. All that can be wrong with key and certificate is found here, at
 * load, not at the first signature: throws `firmante_no_utilizable`. `ahora`: instant at which it must be valid.
 */
export function crearFirmante(material: MaterialFirma, ahora: Date): Firmante {
  const { clave, certificadoPem, cadenaPem } = material;
  const certificado = leerCertificado(certificadoPem, 'certificado');
  const detalle = motivoNoUtilizable(certificado, clave, ahora);
  const algoritmo = algoritmoDe(clave);
  if (detalle !== null || algoritmo === null) {
    throw new DomainError(firmaErrors.firmante_no_utilizable, {
      sujeto: sujetoDe(certificado),
      detalle: detalle ?? 'clave no admitida',
    });
  }
  const resumen = algoritmo === 'ecdsa-p384-sha384' ? 'sha384' : 'sha256';
  const opciones =
    algoritmo === 'rsa-sha256'
      ? { key: clave, padding: constants.RSA_PKCS1_PADDING }
      : { key: clave, dsaEncoding: 'ieee-p1363' as const };
  return {
    algoritmo,
    certificadoPem,
    cadenaPem,
    firmar: (datos) => firmarConClave(resumen, datos, opciones),
  };
}
