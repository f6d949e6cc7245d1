import { BitString } from 'asn1js';
import { Certificate } from 'pkijs';

const OID_USO_DE_CLAVE = '2.5.29.15';
const FIRMA_DIGITAL = 0x80;
const NO_REPUDIO = 0x40;

/** True when the certificate's keyUsage allows signing documents (or the extension is absent: no restriction). */
export function permiteFirmar(certificadoDer: Uint8Array): boolean {
  const extensiones = Certificate.fromBER(certificadoDer).extensions ?? [];
  const uso = extensiones.find(({ extnID }) => extnID === OID_USO_DE_CLAVE)?.parsedValue;
  if (!(uso instanceof BitString)) return uso === undefined;
  const primerOcteto = uso.valueBlock.valueHexView[0] ?? 0;
  return (primerOcteto & (FIRMA_DIGITAL | NO_REPUDIO)) !== 0;
}
