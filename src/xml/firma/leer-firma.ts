import { type Elemento, elementosDe, findAtributo, recorrer, textoDe } from '../canonico/elemento.ts';
import { XmlNoCanonico } from '../canonico/parse-canonico.ts';
import { DS, XADES } from './uris-firma.ts';

export interface Referencia {
  readonly id: string | null;
  readonly uri: string | null;
  readonly tipo: string | null;
  readonly transformaciones: readonly string[];
  readonly algoritmoDigest: string;
  readonly digest: string;
}

/** What a XAdES signature over an acta says; nothing of it has been verified yet. */
export interface FirmaLeida {
  readonly id: string;
  readonly signedInfo: Elemento;
  readonly algoritmoC14n: string;
  readonly algoritmoFirma: string;
  readonly referencias: readonly Referencia[];
  readonly valor: string;
  /** Base64 DER, the signer's first. */
  readonly certificados: readonly string[];
  readonly objetivo: string | null;
  readonly propiedades: Elemento;
  readonly propiedadesId: string | null;
  readonly instante: string;
  readonly algoritmoCertDigest: string;
  readonly certDigest: string;
  readonly issuerSerial: string | null;
  readonly formato: { readonly referencia: string | null; readonly mime: string };
  readonly conPolitica: boolean;
  readonly conPropiedadesSinFirmar: boolean;
}

function falla(detalle: string): XmlNoCanonico {
  return new XmlNoCanonico('firma', `en la firma, ${detalle}`);
}

/** The children of an element, which must have exactly these names in this order (`?` marks optional ones). */
function hijosExactos(elemento: Elemento, ...esperados: readonly string[]): Map<string, Elemento> {
  const hijos = elementosDe(elemento);
  if (hijos.length !== elemento.hijos.length) throw falla(`<${elemento.nombre}> no admite texto`);
  const encontrados = new Map<string, Elemento>();
  let i = 0;
  for (const esperado of esperados) {
    const nombre = esperado.replace('?', '');
    const hijo = hijos[i];
    if (hijo?.nombre === nombre) {
      encontrados.set(nombre, hijo);
      i += 1;
    } else if (!esperado.endsWith('?')) {
      throw falla(`dentro de <${elemento.nombre}> falta <${nombre}> o no está en su lugar`);
    }
  }
  const sobra = hijos[i];
  if (sobra !== undefined) throw falla(`dentro de <${elemento.nombre}> sobra <${sobra.nombre}>`);
  return encontrados;
}

function exigido(mapa: Map<string, Elemento>, nombre: string): Elemento {
  const elemento = mapa.get(nombre);
  if (elemento === undefined) throw falla(`falta <${nombre}>`);
  return elemento;
}

function soloTexto(elemento: Elemento): string {
  if (elementosDe(elemento).length > 0) throw falla(`<${elemento.nombre}> solo admite texto`);
  return textoDe(elemento);
}

/** Algorithm of a method element, which may carry no parameters: none of ours has any. */
function algoritmo(elemento: Elemento): string {
  if (elemento.hijos.length > 0) throw falla(`<${elemento.nombre}> lleva parámetros que no se admiten`);
  const uri = findAtributo(elemento, 'Algorithm');
  if (uri === null) throw falla(`<${elemento.nombre}> no dice su algoritmo`);
  return uri;
}

function leerReferencia(elemento: Elemento): Referencia {
  const partes = hijosExactos(elemento, 'ds:Transforms', 'ds:DigestMethod', 'ds:DigestValue');
  const transformaciones = elementosDe(exigido(partes, 'ds:Transforms')).map(algoritmo);
  return {
    id: findAtributo(elemento, 'Id'),
    uri: findAtributo(elemento, 'URI'),
    tipo: findAtributo(elemento, 'Type'),
    transformaciones,
    algoritmoDigest: algoritmo(exigido(partes, 'ds:DigestMethod')),
    digest: soloTexto(exigido(partes, 'ds:DigestValue')),
  };
}

function leerSignedInfo(
  signedInfo: Elemento,
): Pick<FirmaLeida, 'algoritmoC14n' | 'algoritmoFirma' | 'referencias'> {
  const [c14n, metodo, ...referencias] = elementosDe(signedInfo);
  if (c14n?.nombre !== 'ds:CanonicalizationMethod' || metodo?.nombre !== 'ds:SignatureMethod') {
    throw falla('SignedInfo no empieza como debe');
  }
  if (referencias.some(({ nombre }) => nombre !== 'ds:Reference'))
    throw falla('SignedInfo tiene elementos ajenos');
  return {
    algoritmoC14n: algoritmo(c14n),
    algoritmoFirma: algoritmo(metodo),
    referencias: referencias.map(leerReferencia),
  };
}

function leerCertificados(keyInfo: Elemento): string[] {
  const datos = exigido(hijosExactos(keyInfo, 'ds:X509Data'), 'ds:X509Data');
  const certificados = elementosDe(datos);
  if (certificados.length === 0 || certificados.some(({ nombre }) => nombre !== 'ds:X509Certificate')) {
    throw falla('KeyInfo debe llevar el certificado y nada más');
  }
  return certificados.map(soloTexto);
}

function leerPropiedades(
  calificadas: Elemento,
): Omit<
  FirmaLeida,
  'id' | 'signedInfo' | 'algoritmoC14n' | 'algoritmoFirma' | 'referencias' | 'valor' | 'certificados'
> {
  const partes = hijosExactos(calificadas, 'xades:SignedProperties', 'xades:UnsignedProperties?');
  const propiedades = exigido(partes, 'xades:SignedProperties');
  const grupos = hijosExactos(
    propiedades,
    'xades:SignedSignatureProperties',
    'xades:SignedDataObjectProperties',
  );
  const firma = hijosExactos(
    exigido(grupos, 'xades:SignedSignatureProperties'),
    'xades:SigningTime',
    'xades:SigningCertificateV2',
    'xades:SignaturePolicyIdentifier?',
    'xades:SignatureProductionPlaceV2?',
    'xades:SignerRoleV2?',
  );
  const cert = exigido(
    hijosExactos(exigido(firma, 'xades:SigningCertificateV2'), 'xades:Cert'),
    'xades:Cert',
  );
  const datosCert = hijosExactos(cert, 'xades:CertDigest', 'xades:IssuerSerialV2?');
  const huella = hijosExactos(exigido(datosCert, 'xades:CertDigest'), 'ds:DigestMethod', 'ds:DigestValue');
  const serial = datosCert.get('xades:IssuerSerialV2');
  const objetos = exigido(grupos, 'xades:SignedDataObjectProperties');
  const formato = exigido(hijosExactos(objetos, 'xades:DataObjectFormat'), 'xades:DataObjectFormat');
  return {
    objetivo: findAtributo(calificadas, 'Target'),
    propiedades,
    propiedadesId: findAtributo(propiedades, 'Id'),
    instante: soloTexto(exigido(firma, 'xades:SigningTime')),
    algoritmoCertDigest: algoritmo(exigido(huella, 'ds:DigestMethod')),
    certDigest: soloTexto(exigido(huella, 'ds:DigestValue')),
    issuerSerial: serial === undefined ? null : soloTexto(serial),
    formato: {
      referencia: findAtributo(formato, 'ObjectReference'),
      mime: soloTexto(exigido(hijosExactos(formato, 'xades:MimeType'), 'xades:MimeType')),
    },
    conPolitica: firma.has('xades:SignaturePolicyIdentifier'),
    conPropiedadesSinFirmar: partes.has('xades:UnsignedProperties'),
  };
}

const ATRIBUTOS = new Set(['Id', 'URI', 'Type', 'Algorithm', 'Target', 'ObjectReference']);

/** Each prefix means one namespace, so that names can be compared as written; no attribute is there for nothing. */
function exigirAtributos(firma: Elemento): void {
  const esperado: Readonly<Record<string, string>> = { 'xmlns:ds': DS, 'xmlns:xades': XADES };
  for (const elemento of recorrer(firma)) {
    for (const [nombre, valor] of Object.entries(elemento.atributos)) {
      if (nombre.startsWith('xmlns') && esperado[nombre] !== valor) {
        throw falla(`declara un espacio de nombres inesperado (${nombre}="${valor}")`);
      }
      if (!nombre.startsWith('xmlns') && !ATRIBUTOS.has(nombre)) {
        throw falla(`<${elemento.nombre}> no admite el atributo ${nombre}`);
      }
    }
  }
}

/**
 * Reads a parsed `ds:Signature` of the one shape that our actas have: SignedInfo, SignatureValue, KeyInfo with
 * certificates only, one Object with QualifyingProperties. Throws {@link XmlNoCanonico} for any other.
 */
export function leerFirma(firma: Elemento): FirmaLeida {
  exigirAtributos(firma);
  const partes = hijosExactos(firma, 'ds:SignedInfo', 'ds:SignatureValue', 'ds:KeyInfo', 'ds:Object');
  const objeto = hijosExactos(exigido(partes, 'ds:Object'), 'xades:QualifyingProperties');
  const signedInfo = exigido(partes, 'ds:SignedInfo');
  const id = findAtributo(firma, 'Id');
  if (id === null) throw falla('no tiene Id');
  return {
    id,
    signedInfo,
    ...leerSignedInfo(signedInfo),
    valor: soloTexto(exigido(partes, 'ds:SignatureValue')),
    certificados: leerCertificados(exigido(partes, 'ds:KeyInfo')),
    ...leerPropiedades(exigido(objeto, 'xades:QualifyingProperties')),
  };
}
