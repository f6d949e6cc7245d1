import { createHash, verify, X509Certificate } from 'node:crypto';
import { firmaErrors } from '../../../domain/acta/firma.errors.ts';
import { issuerSerialV2 } from '../../../domain/acta/issuer-serial.ts';
import { DomainError } from '../../../domain/errors/domain-error.ts';
import { canonicalizar } from '../../../xml/canonico/canonicalizar.ts';
import { esValor, instante as tipoInstante } from '../../../xml/definicion/tipos-simples.ts';
import type { FirmaLeida } from '../../../xml/firma/leer-firma.ts';
import { DS } from '../../../xml/firma/uris-firma.ts';
import { ALGORITMOS } from './algoritmos-admitidos.ts';
import { findCadena } from './comprobar-cadena.ts';
import type { Informe } from './informe.ts';

export interface Confianza {
  /** Certificates in PEM that the reader trusts; none = trust is not checked, and the report says so. */
  readonly anclas: readonly string[];
  /** Now, to tell an expired certificate. */
  readonly ahora: Date;
}

export interface QuienFirmo {
  readonly sujeto: string;
  readonly emisor: string;
  /** As the signer declares it. */
  readonly instante: string;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodificar(base64: string): Buffer | null {
  return BASE64.test(base64) && base64 !== '' ? Buffer.from(base64, 'base64') : null;
}

function leerCertificados(firma: FirmaLeida): X509Certificate[] | null {
  try {
    return firma.certificados.map((base64) => new X509Certificate(decodificar(base64) ?? Buffer.alloc(0)));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function renderIssuerSerial(certificado: X509Certificate): string | null {
  try {
    return Buffer.from(issuerSerialV2(certificado.raw)).toString('base64');
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function leerAncla(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    const params = { archivo: 'certificado de confianza', detalle: 'no es un certificado X.509 en PEM' };
    throw new DomainError(firmaErrors.firmante_ilegible, params, { cause });
  }
}

function fallasDeCertificado(firma: FirmaLeida, certificado: X509Certificate): string[] {
  const fallas: string[] = [];
  if (createHash('sha256').update(certificado.raw).digest('base64') !== firma.certDigest)
    fallas.push('su huella no es la que se firmó (CertDigest)');
  if (firma.issuerSerial !== null) {
    if (renderIssuerSerial(certificado) !== firma.issuerSerial) {
      fallas.push('su emisor y número no son los que se firmaron (IssuerSerialV2)');
    }
  }
  return fallas;
}

function comprobarValor(firma: FirmaLeida, certificado: X509Certificate, informe: Informe): void {
  const algoritmo = ALGORITMOS.get(firma.algoritmoFirma);
  const { publicKey } = certificado;
  if (algoritmo === undefined || !algoritmo.admite(publicKey)) {
    informe.fallida(
      'valor_firma',
      'La clave del certificado y el algoritmo de la firma no son de los admitidos.',
    );
    return;
  }
  const signedInfo = Buffer.from(canonicalizar(firma.signedInfo, { ds: DS }));
  const valor = decodificar(firma.valor);
  const clave = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  const bien = valor !== null && verify(algoritmo.hash, signedInfo, clave, valor);
  informe.segun(
    'valor_firma',
    bien ? [] : ['la firma no es de ese certificado o fue alterada'],
    'Verificada.',
  );
}

function comprobarVigencia(
  firma: FirmaLeida,
  certificado: X509Certificate,
  ahora: Date,
  informe: Informe,
): Date | null {
  const instante = new Date(firma.instante);
  const { validFromDate, validToDate } = certificado;
  const periodo = `${validFromDate.toISOString()} a ${validToDate.toISOString()}`;
  if (!esValor(tipoInstante, firma.instante)) {
    informe.fallida('vigencia', `La hora de firma «${firma.instante}» no es una hora.`);
    return null;
  }
  if (instante < validFromDate || instante > validToDate) {
    informe.fallida(
      'vigencia',
      `Se firmó el ${firma.instante}, fuera de la vigencia del certificado (${periodo}).`,
    );
  } else if (ahora > validToDate) {
    const detalle = `El certificado venció el ${validToDate.toISOString()} y ningún sello de tiempo prueba que se firmó antes.`;
    informe.fallida('vigencia', detalle);
  } else {
    informe.correcta(
      'vigencia',
      `Según la hora que declara el firmante, ${firma.instante}; certificado ${periodo}.`,
    );
  }
  return instante;
}

function comprobarConfianza(
  certificados: readonly X509Certificate[],
  instante: Date | null,
  anclas: readonly string[],
  informe: Informe,
): void {
  const [certificado, ...intermedios] = certificados;
  if (certificado === undefined || instante === null) return;
  if (anclas.length === 0) {
    informe.noComprobada(
      'cadena',
      'No se indicó ningún certificado de confianza: la firma es de quien tenga ese certificado, sea quien sea.',
    );
    return;
  }
  const cadena = findCadena({
    certificado,
    intermedios,
    anclas: anclas.map(leerAncla),
    instante,
  });
  informe.segun(
    'cadena',
    cadena === null ? ['no llega a ninguno de los certificados de confianza indicados'] : [],
    `${cadena?.map(({ subject }) => subject.replaceAll('\n', ', ')).join(' ← ')}. No se consultó su revocación.`,
  );
}

/**
 * Checks the signature's certificate, its value, its validity and its chain. Returns who signed, if there is a
 * readable certificate.
 */
export function comprobarCertificado(
  firma: FirmaLeida,
  confianza: Confianza,
  informe: Informe,
): QuienFirmo | null {
  const certificados = leerCertificados(firma);
  const certificado = certificados?.[0];
  if (certificados === null || certificado === undefined) {
    informe.fallida('certificado', 'El certificado que acompaña la firma no se puede leer.');
    return null;
  }
  const sujeto = certificado.subject.replaceAll('\n', ', ');
  informe.segun('certificado', fallasDeCertificado(firma, certificado), sujeto);
  comprobarValor(firma, certificado, informe);
  const instante = comprobarVigencia(firma, certificado, confianza.ahora, informe);
  comprobarConfianza(certificados, instante, confianza.anclas, informe);
  return { sujeto, emisor: certificado.issuer.replaceAll('\n', ', '), instante: firma.instante };
}
