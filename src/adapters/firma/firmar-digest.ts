import { createHash, verify, X509Certificate } from 'node:crypto';
import { type ErrorFirstCallback, type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { AlgoritmoFirma, Firmante, SolicitudFirmaActa } from '../../services/ports/firma.ts';
import { canonicalizar, canonicalizarDentro } from '../../xml/canonico/canonicalizar.ts';
import { type Elemento, elementosDe, recorrer, textoDe } from '../../xml/canonico/elemento.ts';
import {
  DS,
  ECDSA_SHA256,
  ECDSA_SHA384,
  ENVUELTA,
  EXC_C14N,
  RSA_SHA256,
  SHA256,
  TIPO_PROPIEDADES,
  XADES,
} from '../../xml/firma/uris-firma.ts';
import { parseXmlSeguro } from '../../xml/parse-xml-seguro.ts';
import { type IdsFirma, renderPropiedades } from './render-propiedades.ts';

const URI_ALGORITMO: Readonly<Record<AlgoritmoFirma, string>> = {
  'rsa-sha256': RSA_SHA256,
  'ecdsa-p256-sha256': ECDSA_SHA256,
  'ecdsa-p384-sha384': ECDSA_SHA384,
};
/** Name under which the streamed digest is registered for this one signature; never written anywhere. */
const DIGEST_EN_FLUJO = 'urn:orpycamcp:digest-en-flujo';

function fallo(detalle: string, cause?: unknown): DomainError {
  return new DomainError(firmaErrors.firma_fallida, { detalle }, { cause });
}

class Sha256 implements HashAlgorithm {
  getAlgorithmName(): string {
    return SHA256;
  }

  getHash(xml: string): string {
    return createHash('sha256').update(xml, 'utf8').digest('base64');
  }
}

/**
 * A hash class that answers with the digest computed while the document was streamed: xml-crypto only sees a
 * skeleton. `consultas` tells how often it was asked; any other number than one means that it hashed something else.
 */
function claseDigestEnFlujo(digest: string): { Clase: new () => HashAlgorithm; consultas: () => number } {
  let consultas = 0;
  class DigestEnFlujo implements HashAlgorithm {
    getAlgorithmName(): string {
      return SHA256;
    }

    getHash(): string {
      consultas += 1;
      return digest;
    }
  }
  return { Clase: DigestEnFlujo, consultas: () => consultas };
}

/** The signer as an xml-crypto algorithm, in its asynchronous form. */
function claseFirma(firmante: Firmante, alFirmar: (firmado: Buffer) => void): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return URI_ALGORITMO[firmante.algoritmo];
    }

    getSignature(firmado: unknown, _clave: unknown, callback?: ErrorFirstCallback<string>): string {
      const datos = Buffer.from(String(firmado), 'utf8');
      firmante.firmar(datos).then(
        (valor) => {
          alFirmar(datos);
          callback?.(null, Buffer.from(valor).toString('base64'));
        },
        (error: unknown) => callback?.(fallo(`la clave no firmó (${String(error)})`, error)),
      );
      return '';
    }

    verifySignature(): boolean {
      throw new Error('this signer does not verify');
    }
  };
}

function contenidoKeyInfo(firmante: Firmante): string {
  const certificados = [firmante.certificadoPem, ...firmante.cadenaPem].map((pem) => {
    const base64 = new X509Certificate(pem).raw.toString('base64');
    return `<ds:X509Certificate>${base64}</ds:X509Certificate>`;
  });
  return `<ds:X509Data>${certificados.join('')}</ds:X509Data>`;
}

function calcular(firma: SignedXml, ids: IdsFirma, raiz: string, espacio: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opciones = { prefix: 'ds', attrs: { Id: ids.firma } };
    firma.computeSignature(`<${raiz} xmlns="${espacio}"></${raiz}>`, opciones, (error, lista) => {
      if (error !== null || lista === undefined) reject(error ?? new Error('no signature'));
      else resolve(lista.getSignatureXml());
    });
  });
}

function buscar(firma: Elemento, nombre: string): Elemento {
  for (const elemento of recorrer(firma)) if (elemento.nombre === nombre) return elemento;
  throw fallo(`falta ${nombre}`);
}

/**
 * Nothing is written that would not verify: the key may be in a token or elsewhere, and the library's canonical form
 * differs from the norm's for some characters.
 */
function exigirFirma(firma: Elemento, calificadas: string, firmante: Firmante, firmado: Buffer | null): void {
  const signedInfo = Buffer.from(canonicalizar(buscar(firma, 'ds:SignedInfo'), { ds: DS }));
  if (firmado === null || !signedInfo.equals(firmado)) throw fallo('se firmó una forma no canónica');
  const propiedades = canonicalizar(buscar(firma, 'xades:SignedProperties'), { ds: DS, xades: XADES });
  const huella = createHash('sha256').update(propiedades).digest('base64');
  const referida = elementosDe(buscar(firma, 'ds:SignedInfo')).at(-1) ?? firma;
  const escritas = canonicalizarDentro(buscar(firma, 'xades:QualifyingProperties'), { ds: DS });
  if (escritas !== calificadas || textoDe(buscar(referida, 'ds:DigestValue')) !== huella) {
    throw fallo('el rol o el lugar de la firma contienen caracteres que no se pueden firmar');
  }
  const { publicKey } = new X509Certificate(firmante.certificadoPem);
  const hash = firmante.algoritmo === 'ecdsa-p384-sha384' ? 'sha384' : 'sha256';
  const clave = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  const valor = Buffer.from(textoDe(buscar(firma, 'ds:SignatureValue')), 'base64');
  if (!verify(hash, firmado, clave, valor))
    throw fallo('el valor que dio la clave no verifica con su certificado');
}

/** What xml-crypto is to sign: the skeleton's root under the streamed digest, and the properties. */
function prepararFirma(
  firmante: Firmante,
  ids: IdsFirma,
  calificadas: string,
  algoritmos: { readonly digest: new () => HashAlgorithm; readonly firma: new () => SignatureAlgorithm },
): SignedXml {
  const firma = new SignedXml({
    privateKey: 'the signer has it',
    signatureAlgorithm: URI_ALGORITMO[firmante.algoritmo],
    canonicalizationAlgorithm: EXC_C14N,
    getKeyInfoContent: () => contenidoKeyInfo(firmante),
    objects: [{ content: calificadas }],
  });
  firma.HashAlgorithms = { [SHA256]: Sha256, [DIGEST_EN_FLUJO]: algoritmos.digest };
  firma.SignatureAlgorithms = { [URI_ALGORITMO[firmante.algoritmo]]: algoritmos.firma };
  firma.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [ENVUELTA, EXC_C14N],
    digestAlgorithm: DIGEST_EN_FLUJO,
    id: ids.documento,
  });
  firma.addReference({
    xpath: "//*[local-name(.)='SignedProperties']",
    transforms: [EXC_C14N],
    digestAlgorithm: SHA256,
    type: TIPO_PROPIEDADES,
  });
  return firma;
}

export type DatosFirma = Pick<SolicitudFirmaActa, 'sha256' | 'firmante' | 'instante' | 'rol' | 'lugar'>;

/**
 * The canonical bytes of a `ds:Signature` (XAdES B-B, enveloped) over a document known only by its SHA-256, to be
 * inserted as last child of its root. `raiz` and `espacio`: the root's name and default namespace.
 */
export async function firmarDigest(datos: DatosFirma, raiz: string, espacio: string): Promise<string> {
  const { sha256, firmante, instante, rol, lugar } = datos;
  const base = `firma-${sha256.slice(0, 16)}`;
  const ids = { firma: base, documento: `${base}-documento`, propiedades: `${base}-propiedades` };
  const { certificadoPem } = firmante;
  const propiedades = renderPropiedades({ ids, certificadoPem, instante, rol, lugar });
  const calificadas = canonicalizarDentro(propiedades, { ds: DS });
  const flujo = claseDigestEnFlujo(Buffer.from(sha256, 'hex').toString('base64'));
  let firmado: Buffer | null = null;
  const firma = prepararFirma(firmante, ids, calificadas, {
    digest: flujo.Clase,
    firma: claseFirma(firmante, (bytes) => {
      firmado = bytes;
    }),
  });
  const xml = await calcular(firma, ids, raiz, espacio);
  if (flujo.consultas() !== 1) throw fallo(`el resumen del documento se pidió ${flujo.consultas()} veces`);
  const elemento = parseXmlSeguro(xml);
  exigirFirma(elemento, calificadas, firmante, firmado);
  return canonicalizarDentro(elemento, { '': espacio });
}
