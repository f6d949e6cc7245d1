import { createHash, X509Certificate } from 'node:crypto';
import { issuerSerialV2 } from '../../domain/acta/issuer-serial.ts';
import type { LugarFirma } from '../../services/ports/firma.ts';
import { type Elemento, el, hoja } from '../../xml/canonico/elemento.ts';
import { SHA256, XADES } from '../../xml/firma/uris-firma.ts';

/** Ids inside one signature; the document itself has none. */
export interface IdsFirma {
  readonly firma: string;
  readonly documento: string;
  readonly propiedades: string;
}

export interface PropiedadesFirma {
  readonly ids: IdsFirma;
  readonly certificadoPem: string;
  readonly instante: Date;
  readonly rol: string;
  readonly lugar?: LugarFirma | undefined;
}

function renderCertificado(certificadoPem: string): Elemento {
  const { raw } = new X509Certificate(certificadoPem);
  const huella = createHash('sha256').update(raw).digest('base64');
  return el(
    'xades:SigningCertificateV2',
    {},
    el(
      'xades:Cert',
      {},
      el(
        'xades:CertDigest',
        {},
        el('ds:DigestMethod', { Algorithm: SHA256 }),
        hoja('ds:DigestValue', huella),
      ),
      hoja('xades:IssuerSerialV2', Buffer.from(issuerSerialV2(raw)).toString('base64')),
    ),
  );
}

function renderLugar(lugar: LugarFirma): Elemento {
  return el(
    'xades:SignatureProductionPlaceV2',
    {},
    hoja('xades:City', lugar.ciudad),
    hoja('xades:StateOrProvince', lugar.departamento),
    hoja('xades:CountryName', lugar.pais),
  );
}

/** QualifyingProperties of a XAdES B-B signature over an XML document (EN 319 132-1), in schema order. */
export function renderPropiedades({ ids, certificadoPem, instante, rol, lugar }: PropiedadesFirma): Elemento {
  const firma = el(
    'xades:SignedSignatureProperties',
    {},
    hoja('xades:SigningTime', instante.toISOString()),
    renderCertificado(certificadoPem),
    lugar === undefined ? null : renderLugar(lugar),
    el('xades:SignerRoleV2', {}, el('xades:ClaimedRoles', {}, hoja('xades:ClaimedRole', rol))),
  );
  const datos = el(
    'xades:SignedDataObjectProperties',
    {},
    el(
      'xades:DataObjectFormat',
      { ObjectReference: `#${ids.documento}` },
      hoja('xades:MimeType', 'application/xml'),
    ),
  );
  return el(
    'xades:QualifyingProperties',
    { 'xmlns:xades': XADES, Target: `#${ids.firma}` },
    el('xades:SignedProperties', { Id: ids.propiedades }, firma, datos),
  );
}
