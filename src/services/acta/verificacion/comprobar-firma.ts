import { createHash } from 'node:crypto';
import { canonicalizar } from '../../../xml/canonico/canonicalizar.ts';
import { type Elemento, recorrer } from '../../../xml/canonico/elemento.ts';
import type { FirmaLeida, Referencia } from '../../../xml/firma/leer-firma.ts';
import { DS, ENVUELTA, EXC_C14N, SHA256, TIPO_PROPIEDADES, XADES } from '../../../xml/firma/uris-firma.ts';
import { ALGORITMOS } from './algoritmos-admitidos.ts';
import { type Confianza, comprobarCertificado, type QuienFirmo } from './comprobar-certificado.ts';
import type { Informe } from './informe.ts';

function sha256Base64(datos: string | Uint8Array): string {
  return createHash('sha256').update(datos).digest('base64');
}

function iguales(lista: readonly string[], esperada: readonly string[]): boolean {
  return lista.length === esperada.length && lista.every((valor, i) => valor === esperada[i]);
}

function comprobarIdentificadores(elemento: Elemento, informe: Informe): void {
  const vistos = new Set<string>();
  const repetidos: string[] = [];
  for (const { atributos } of recorrer(elemento)) {
    for (const [nombre, valor] of Object.entries(atributos)) {
      if (nombre.toLowerCase() !== 'id') continue;
      if (vistos.has(valor)) repetidos.push(`«${valor}» está repetido`);
      vistos.add(valor);
    }
  }
  informe.segun('identificadores', repetidos, 'Ningún identificador se repite.');
}

function comprobarAlgoritmos(firma: FirmaLeida, informe: Informe): void {
  const fallas = [
    firma.algoritmoC14n === EXC_C14N ? null : `la canonicalización ${firma.algoritmoC14n} no se admite`,
    ALGORITMOS.has(firma.algoritmoFirma) ? null : `la firma ${firma.algoritmoFirma} no se admite`,
    ...[firma.algoritmoCertDigest, ...firma.referencias.map((r) => r.algoritmoDigest)].map((algoritmo) =>
      algoritmo === SHA256 ? null : `el resumen ${algoritmo} no se admite`,
    ),
  ].filter((falla) => falla !== null);
  informe.segun('algoritmos', fallas, `Firma ${firma.algoritmoFirma.split('#')[1]}, resúmenes SHA-256.`);
}

function fallasDeReferencias(firma: FirmaLeida): string[] {
  const [documento, propiedades, ...sobran] = firma.referencias;
  if (documento === undefined || propiedades === undefined || sobran.length > 0) {
    return [`debe haber exactamente dos referencias y hay ${firma.referencias.length}`];
  }
  const comprobadas: readonly (readonly [boolean, string])[] = [
    [documento.uri === '' && documento.tipo === null, 'la primera referencia no es el documento entero'],
    [
      iguales(documento.transformaciones, [ENVUELTA, EXC_C14N]),
      'las transformaciones del documento no son las admitidas',
    ],
    [propiedades.tipo === TIPO_PROPIEDADES, 'la segunda referencia no es la de las propiedades firmadas'],
    [propiedades.uri === `#${firma.propiedadesId}`, 'las propiedades referidas no son las de la firma'],
    [
      iguales(propiedades.transformaciones, [EXC_C14N]),
      'las transformaciones de las propiedades no son las admitidas',
    ],
    [firma.objetivo === `#${firma.id}`, 'las propiedades califican otra firma'],
    [
      documento.id !== null && firma.formato.referencia === `#${documento.id}`,
      'el formato no se refiere al documento',
    ],
    [firma.formato.mime === 'application/xml', `el tipo del documento es «${firma.formato.mime}»`],
  ];
  return comprobadas.flatMap(([bien, falla]) => (bien ? [] : [falla]));
}

function comprobarResumen(
  id: 'documento' | 'propiedades',
  referencia: Referencia | undefined,
  resumen: string,
  informe: Informe,
): void {
  if (referencia === undefined) return;
  const fallas =
    referencia.digest === resumen ? [] : [`la firma dice ${referencia.digest} y el archivo da ${resumen}`];
  informe.segun(id, fallas, `Coincide: ${resumen} (SHA-256, base64).`);
}

function comprobarSello(firma: FirmaLeida, informe: Informe): void {
  informe.noComprobada(
    'sello_tiempo',
    firma.conPropiedadesSinFirmar
      ? 'La firma trae propiedades añadidas (sello de tiempo u otras) que esta comprobación no sabe leer.'
      : 'La firma no lleva sello de tiempo: la hora es la que declara el firmante.',
  );
}

/**
 * Checks a signature that was read against the digest of the document without it (hex). A code path of its own: it
 * shares nothing with the library that signs. Returns who signed, if there is a readable certificate.
 */
export function comprobarFirma(
  elemento: Elemento,
  firma: FirmaLeida,
  sha256SinFirma: string,
  confianza: Confianza,
  informe: Informe,
): QuienFirmo | null {
  comprobarIdentificadores(elemento, informe);
  comprobarAlgoritmos(firma, informe);
  informe.segun('referencias', fallasDeReferencias(firma), 'El documento entero y las propiedades firmadas.');
  const [documento, propiedades] = firma.referencias;
  comprobarResumen('documento', documento, Buffer.from(sha256SinFirma, 'hex').toString('base64'), informe);
  const canonicas = canonicalizar(firma.propiedades, { ds: DS, xades: XADES });
  comprobarResumen('propiedades', propiedades, sha256Base64(canonicas), informe);
  comprobarSello(firma, informe);
  informe.segun(
    'politica',
    firma.conPolitica ? ['declara una política de firma, que esta comprobación no admite'] : [],
    'No declara ninguna.',
  );
  return comprobarCertificado(firma, confianza, informe);
}
