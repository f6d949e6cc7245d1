import type { webcrypto } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';

const OID = {
  nombreComun: '2.5.4.3',
  usoDeClave: '2.5.29.15',
  restriccionesBasicas: '2.5.29.19',
};

/** keyUsage (RFC 5280): its one octet and the unused bits at its end, as DER wants. */
export interface UsoDeClave {
  readonly octeto: number;
  readonly unusedBits: number;
}
/** keyCertSign and cRLSign. */
export const USO_EMISOR: UsoDeClave = { octeto: 0x06, unusedBits: 1 };
/** digitalSignature and nonRepudiation. */
export const USO_FIRMA: UsoDeClave = { octeto: 0xc0, unusedBits: 6 };

export interface Emision {
  readonly sujeto: string;
  readonly emisor: string;
  readonly clavePublica: webcrypto.CryptoKey;
  readonly claveEmisor: webcrypto.CryptoKey;
  readonly desde: Date;
  readonly hasta: Date;
  readonly esEmisor: boolean;
  readonly uso: UsoDeClave;
}

function nombreComun(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: OID.nombreComun, value: new Utf8String({ value }) });
}

function extension(extnID: string, valor: ArrayBuffer): Extension {
  return new Extension({ extnID, critical: true, extnValue: valor });
}

/** Wraps DER as PEM. */
export function pem(rotulo: string, der: ArrayBuffer): string {
  const base64 = Buffer.from(der).toString('base64');
  return [
    `-----BEGIN ${rotulo}-----`,
    ...(base64.match(/.{1,64}/g) ?? []),
    `-----END ${rotulo}-----`,
    '',
  ].join('\n');
}

/** An X.509 v3 certificate in PEM, with a random 128-bit serial; the key of the issuer signs it with SHA-256. */
export async function emitirCertificado(emision: Emision): Promise<string> {
  const certificado = new Certificate();
  certificado.version = 2;
  const serie = crypto.getRandomValues(new Uint8Array(16));
  serie[0] = ((serie[0] ?? 0) & 0x7f) | 0x40;
  certificado.serialNumber = new Integer({ valueHex: serie.buffer });
  certificado.subject.typesAndValues.push(nombreComun(emision.sujeto));
  certificado.issuer.typesAndValues.push(nombreComun(emision.emisor));
  certificado.notBefore.value = emision.desde;
  certificado.notAfter.value = emision.hasta;
  const { octeto, unusedBits } = emision.uso;
  const uso = new BitString({ valueHex: Uint8Array.of(octeto).buffer, unusedBits });
  const restricciones = new BasicConstraints({ cA: emision.esEmisor });
  certificado.extensions = [
    extension(OID.restriccionesBasicas, restricciones.toSchema().toBER()),
    extension(OID.usoDeClave, uso.toBER()),
  ];
  await certificado.subjectPublicKeyInfo.importKey(emision.clavePublica);
  await certificado.sign(emision.claveEmisor, 'SHA-256');
  return pem('CERTIFICATE', certificado.toSchema(true).toBER());
}
