import { X509Certificate } from 'node:crypto';
import type { IdComprobacion } from '../../src/services/acta/verificacion/informe.ts';
import {
  type Botin,
  cambiar,
  conHmac,
  conKeyValue,
  FIRMA,
  ITEM,
  idDe,
  KEY_INFO,
  keyInfoDe,
  pieza,
  refirmar,
  rehacerDocumento,
  rehacerPropiedades,
  SEGUNDA_REFERENCIA,
  SIGNED_INFO,
} from './forjar.ts';

export interface Manipulacion {
  readonly caso: string;
  readonly aplicar: (botin: Botin) => string;
  /** The checks of ours that must fail, exactly. */
  readonly fallan: readonly IdComprobacion[];
}

export const MANIPULACIONES: readonly Manipulacion[] = [
  { caso: 'ninguna (control)', aplicar: ({ xml }) => xml, fallan: [] },
  {
    caso: 'texto de un título',
    aplicar: ({ xml }) => cambiar(xml, '52.123.003', '52.123.004'),
    fallan: ['documento', 'merkle'],
  },
  {
    caso: 'valor de un atributo',
    aplicar: ({ xml }) => cambiar(xml, 'rol="presidente"', 'rol="invitado"'),
    fallan: ['documento'],
  },
  {
    caso: 'hora de la firma (SigningTime)',
    aplicar: ({ xml }) => cambiar(xml, '2026-12-01T12:00:00.000Z', '2026-11-01T12:00:00.000Z'),
    fallan: ['propiedades'],
  },
  {
    caso: 'huella del certificado (CertDigest)',
    aplicar: ({ xml }) => xml.replace(/(<xades:CertDigest>.*?<ds:DigestValue>)[^<]{4}/s, '$1AAAA'),
    fallan: ['propiedades', 'certificado'],
  },
  {
    caso: 'emisor y número del certificado (IssuerSerialV2)',
    aplicar: ({ xml, ajena }) => {
      const otra = Buffer.from(new X509Certificate(ajena.certificadoPem).serialNumber, 'hex').toString(
        'base64',
      );
      return xml.replace(/<xades:IssuerSerialV2>[^<]*/, `<xades:IssuerSerialV2>${otra}`);
    },
    fallan: ['propiedades', 'certificado'],
  },
  {
    caso: 'tipo del documento (MimeType)',
    aplicar: ({ xml }) => cambiar(xml, 'application/xml<', 'text/plain<'),
    fallan: ['referencias', 'propiedades'],
  },
  {
    caso: 'política de firma añadida',
    aplicar: ({ xml }) =>
      cambiar(
        xml,
        '</xades:SigningCertificateV2>',
        '</xades:SigningCertificateV2><xades:SignaturePolicyIdentifier><xades:SignaturePolicyImplied></xades:SignaturePolicyImplied></xades:SignaturePolicyIdentifier>',
      ),
    fallan: ['propiedades', 'politica'],
  },
  {
    caso: 'valor de la firma (SignatureValue)',
    aplicar: ({ xml }) => xml.replace(/(<ds:SignatureValue>)..../, '$1AAAA'),
    fallan: ['valor_firma'],
  },
  {
    caso: 'valor de la firma que no es base64',
    aplicar: ({ xml }) => xml.replace(/(<ds:SignatureValue>)..../, '$1@@@@'),
    fallan: ['valor_firma'],
  },
  {
    caso: 'resumen del documento (DigestValue)',
    aplicar: ({ xml }) => xml.replace(/(<ds:DigestValue>)..../, '$1AAAA'),
    fallan: ['documento', 'valor_firma'],
  },
  {
    caso: 'renglón añadido',
    aplicar: ({ xml }) =>
      cambiar(xml, '</inventario>', `${pieza(xml, ITEM).replace('<orden>3<', '<orden>6<')}</inventario>`),
    fallan: ['documento', 'inventario', 'merkle'],
  },
  {
    caso: 'renglón quitado',
    aplicar: ({ xml }) => xml.replace(ITEM, ''),
    fallan: ['documento', 'inventario', 'merkle'],
  },
  {
    caso: 'saldo que no suma',
    aplicar: ({ xml }) =>
      cambiar(
        xml,
        '<omitidos>1</omitidos><retirados>1</retirados></saldo>',
        '<omitidos>0</omitidos><retirados>1</retirados></saldo>',
      ),
    fallan: ['documento', 'saldo'],
  },
  {
    caso: 'contenido cambiado y vuelto a resumir, sin la clave',
    aplicar: ({ xml }) => rehacerDocumento(cambiar(xml, 'rol="presidente"', 'rol="invitado"')),
    fallan: ['valor_firma'],
  },
  {
    caso: 'sin la referencia a las propiedades, firmado por la clave real',
    aplicar: ({ xml, propia }) => refirmar(xml.replace(SEGUNDA_REFERENCIA, ''), propia),
    fallan: ['referencias'],
  },
  {
    caso: 'propiedades cambiadas (otro CertDigest), firmado por la clave real',
    aplicar: ({ xml, propia }) =>
      refirmar(
        rehacerPropiedades(xml.replace(/(<xades:CertDigest>.*?<ds:DigestValue>)[^<]{4}/s, '$1AAAA')),
        propia,
      ),
    fallan: ['certificado'],
  },
  {
    caso: 'firmada de nuevo con otro certificado',
    aplicar: ({ selladaPorOtro }) => selladaPorOtro,
    fallan: ['cadena'],
  },
  {
    caso: 'firmada de nuevo con una clave suelta (KeyValue)',
    aplicar: conKeyValue,
    fallan: ['estructura', 'firma_unica'],
  },
  {
    caso: 'firmada de nuevo y cambiado el certificado (KeyInfo)',
    aplicar: ({ xml, ajena }) => refirmar(xml.replace(KEY_INFO, keyInfoDe(ajena.certificadoPem)), ajena),
    fallan: ['certificado', 'cadena'],
  },
  {
    caso: 'certificado cambiado en KeyInfo',
    aplicar: ({ xml, ajena }) => xml.replace(KEY_INFO, keyInfoDe(ajena.certificadoPem)),
    fallan: ['certificado', 'valor_firma', 'cadena'],
  },
  {
    caso: 'instrucción de proceso insertada',
    aplicar: ({ xml }) => cambiar(xml, '<inventario>\n', '<inventario>\n<?x y?>'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'instrucción de proceso en lugar de un texto',
    aplicar: ({ xml }) =>
      cambiar(xml, '<decision>aprobado_parcial</decision>', '<decision><?aprobado_parcial?></decision>'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'comentario que parte un texto',
    aplicar: ({ xml }) => cambiar(xml, '52.123.003', '52.12<!-- -->3.003'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'comentario en el resumen (DigestValue)',
    aplicar: ({ xml }) => xml.replace(/<ds:DigestValue>..../, '$&<!-- -->'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'atributo xmlnsFoo',
    aplicar: ({ xml }) => cambiar(xml, '<saldo>', '<saldo xmlnsFoo="x">'),
    fallan: ['estructura'],
  },
  {
    caso: 'espacio de nombres superfluo',
    aplicar: ({ xml }) => cambiar(xml, '<saldo>', '<saldo xmlns:foo="urn:x">'),
    fallan: ['estructura'],
  },
  {
    caso: 'Id repetido',
    aplicar: ({ xml }) => cambiar(xml, '<ds:KeyInfo>', `<ds:KeyInfo Id="${idDe(xml)}-propiedades">`),
    fallan: ['identificadores'],
  },
  {
    caso: 'ds:Object de más',
    aplicar: ({ xml }) => cambiar(xml, '</ds:Signature>', '<ds:Object></ds:Object></ds:Signature>'),
    fallan: ['estructura', 'firma_unica'],
  },
  {
    caso: 'propiedades falsas en otro ds:Object (envoltura)',
    aplicar: ({ xml }) => {
      const real = pieza(xml, /<ds:Object>.*<\/ds:Object>/s);
      const falsa = real
        .replaceAll(idDe(xml), 'firma-0000000000000000')
        .replace('Sello de la entidad', 'Alcalde');
      return cambiar(xml, '</ds:Signature>', `${falsa}</ds:Signature>`);
    },
    fallan: ['estructura', 'firma_unica'],
  },
  {
    caso: 'segunda firma al final',
    aplicar: ({ xml, selladaPorOtro }) => xml.replace(/<\/acta>$/, `${pieza(selladaPorOtro, FIRMA)}</acta>`),
    fallan: ['estructura', 'firma_unica'],
  },
  {
    caso: 'segunda firma delante',
    aplicar: ({ xml, selladaPorOtro }) =>
      cambiar(xml, '<entidad>', `${pieza(selladaPorOtro, FIRMA)}<entidad>`),
    fallan: ['estructura', 'firma_unica'],
  },
  {
    caso: 'entidad interna (DOCTYPE)',
    aplicar: ({ xml }) => `<!DOCTYPE acta [<!ENTITY x "52.123.003">]>${cambiar(xml, '52.123.003', '&x;')}`,
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'CDATA',
    aplicar: ({ xml }) => cambiar(xml, '52.123.003', '<![CDATA[52.123.003]]>'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'finales de línea CRLF',
    aplicar: ({ xml }) => xml.replaceAll('\n', '\r\n'),
    fallan: ['estructura'],
  },
  { caso: 'marca BOM', aplicar: ({ xml }) => `\uFEFF${xml}`, fallan: ['contenido_prohibido', 'estructura'] },
  {
    caso: 'declaración XML',
    aplicar: ({ xml }) => `<?xml version="1.0" encoding="UTF-8"?>${xml}`,
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'comillas simples',
    aplicar: ({ xml }) => cambiar(xml, 'rol="presidente"', "rol='presidente'"),
    fallan: ['estructura'],
  },
  {
    caso: 'etiqueta que se cierra sola',
    aplicar: ({ xml }) => xml.replace(/<fechasExtremas([^>]*)><\/fechasExtremas>/, '<fechasExtremas$1/>'),
    fallan: ['estructura'],
  },
  {
    caso: 'referencia de carácter en lugar del carácter',
    aplicar: ({ xml }) => cambiar(xml, '52.123.003', '52.123.00&#51;'),
    fallan: ['contenido_prohibido', 'estructura'],
  },
  {
    caso: 'espacio en blanco al final',
    aplicar: ({ xml }) => `${xml}\n`,
    fallan: ['estructura'],
  },
  {
    caso: 'firma movida dentro de otro elemento',
    aplicar: ({ xml }) => cambiar(xml.replace(FIRMA, ''), '</firmantes>', `${pieza(xml, FIRMA)}</firmantes>`),
    fallan: ['estructura'],
  },
  {
    caso: 'dos SignedInfo',
    aplicar: ({ xml }) => xml.replace(SIGNED_INFO, '$&$&'),
    fallan: ['estructura', 'firma_unica'],
  },
  { caso: 'firma quitada', aplicar: ({ xml }) => xml.replace(FIRMA, ''), fallan: ['firma_unica'] },
  {
    caso: 'envuelta en una raíz falsa',
    aplicar: ({ xml }) => `<falsa>${xml}</falsa>`,
    fallan: ['estructura'],
  },
  { caso: 'degradada a HMAC', aplicar: conHmac, fallan: ['algoritmos', 'valor_firma'] },
  {
    caso: 'certificado vencido, sin sello de tiempo',
    aplicar: ({ selladaConVencido }) => selladaConVencido,
    fallan: ['vigencia', 'cadena'],
  },
];
