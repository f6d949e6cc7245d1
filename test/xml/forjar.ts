import { constants, createHash, createHmac, sign, X509Certificate } from 'node:crypto';
import { canonicalizar } from '../../src/xml/canonico/canonicalizar.ts';
import { recorrer } from '../../src/xml/canonico/elemento.ts';
import { DS, XADES } from '../../src/xml/firma/uris-firma.ts';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';
import type { MaterialDePrueba } from './firmante-de-prueba.ts';

/** What a forger has: the signed acta, its original bytes, a key of his own; `propia` is the entity's real key. */
export interface Botin {
  readonly xml: string;
  readonly propia: MaterialDePrueba;
  readonly ajena: MaterialDePrueba;
  /** The same original, sealed by the forger with his own certificate. */
  readonly selladaPorOtro: string;
  /** Sealed with a certificate that had expired by the time of the check. */
  readonly selladaConVencido: string;
}

/** Replaces what stands exactly once. */
export function cambiar(xml: string, buscado: string, nuevo: string): string {
  const partes = xml.split(buscado);
  if (partes.length !== 2) throw new Error(`expected «${buscado}» once, found it ${partes.length - 1} times`);
  return partes.join(nuevo);
}

export const pieza = (xml: string, patron: RegExp): string => {
  const [encontrada] = patron.exec(xml) ?? [];
  if (encontrada === undefined) throw new Error(`nothing matches ${patron}`);
  return encontrada;
};
export const FIRMA = /<ds:Signature .*<\/ds:Signature>/s;
export const SIGNED_INFO = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s;
export const KEY_INFO = /<ds:KeyInfo>.*<\/ds:KeyInfo>/s;
export const SEGUNDA_REFERENCIA = /<ds:Reference Type.*?<\/ds:Reference>/s;
export const ITEM = /<item><orden>3<.*?<\/item>\n/s;
const VALOR = /<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/;

function canonicaDe(xml: string, nombre: string, ambito: Record<string, string>): string {
  for (const elemento of recorrer(parseXmlSeguro(pieza(xml, FIRMA)))) {
    if (elemento.nombre === nombre) return canonicalizar(elemento, ambito);
  }
  throw new Error(`no ${nombre}`);
}

/** Signs whatever SignedInfo is there now. */
export function refirmar(xml: string, { clave }: MaterialDePrueba): string {
  const datos = Buffer.from(canonicaDe(xml, 'ds:SignedInfo', { ds: DS }));
  const valor = sign('sha256', datos, { key: clave, padding: constants.RSA_PKCS1_PADDING }).toString(
    'base64',
  );
  return xml.replace(VALOR, `<ds:SignatureValue>${valor}</ds:SignatureValue>`);
}

/** Makes the second reference true again. */
export function rehacerPropiedades(xml: string): string {
  const canonicas = canonicaDe(xml, 'xades:SignedProperties', { ds: DS, xades: XADES });
  const huella = createHash('sha256').update(canonicas).digest('base64');
  const referencia = pieza(xml, SEGUNDA_REFERENCIA);
  return xml.replace(referencia, referencia.replace(/<ds:DigestValue>[^<]*/, `<ds:DigestValue>${huella}`));
}

/** Makes the first reference true again. */
export function rehacerDocumento(xml: string): string {
  const huella = createHash('sha256').update(xml.replace(FIRMA, '')).digest('base64');
  return xml.replace(/<ds:DigestValue>[^<]*/, `<ds:DigestValue>${huella}`);
}

export function conHmac({ xml, propia }: Botin): string {
  const degradada = cambiar(
    xml,
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  );
  const clave = new X509Certificate(propia.certificadoPem).raw;
  const valor = createHmac('sha256', clave)
    .update(canonicaDe(degradada, 'ds:SignedInfo', { ds: DS }))
    .digest('base64');
  return degradada.replace(VALOR, `<ds:SignatureValue>${valor}</ds:SignatureValue>`);
}

export function conKeyValue({ xml, ajena }: Botin): string {
  const { n = '', e = '' } = new X509Certificate(ajena.certificadoPem).publicKey.export({ format: 'jwk' });
  const base64 = (url: string): string => Buffer.from(url, 'base64url').toString('base64');
  const suelta =
    '<ds:KeyInfo><ds:KeyValue><ds:RSAKeyValue>' +
    `<ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent>` +
    '</ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>';
  return refirmar(xml.replace(KEY_INFO, suelta), ajena);
}

export function keyInfoDe(certificadoPem: string): string {
  const base64 = new X509Certificate(certificadoPem).raw.toString('base64');
  return `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
}

/** Id of the signature, which its other ids begin with. */
export const idDe = (xml: string): string => pieza(xml, /firma-[0-9a-f]{16}/);
