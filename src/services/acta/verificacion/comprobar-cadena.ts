import type { X509Certificate } from 'node:crypto';

const LARGO_MAXIMO = 8;

function vigente(certificado: X509Certificate, instante: Date): boolean {
  return instante >= certificado.validFromDate && instante <= certificado.validToDate;
}

function firmadoPor(certificado: X509Certificate, emisor: X509Certificate): boolean {
  if (!emisor.ca || !certificado.checkIssued(emisor)) return false;
  try {
    return certificado.verify(emisor.publicKey);
  } catch (error) {
    // A key of a kind that can't have signed it: OpenSSL throws instead of answering no.
    if (error instanceof Error) return false;
    throw error;
  }
}

export interface Cadena {
  readonly certificado: X509Certificate;
  /** Certificates that came with the signature: material to build with, never trusted by themselves. */
  readonly intermedios: readonly X509Certificate[];
  readonly anclas: readonly X509Certificate[];
  /** Instant at which every certificate of the path must be valid. */
  readonly instante: Date;
}

/** A path from the certificate to one of the anchors, valid at the instant; null if there is none. No revocation. */
export function findCadena({ certificado, intermedios, anclas, instante }: Cadena): X509Certificate[] | null {
  const huellas = new Set(anclas.map(({ fingerprint256 }) => fingerprint256));
  const buscar = (camino: readonly X509Certificate[]): X509Certificate[] | null => {
    const ultimo = camino.at(-1);
    if (ultimo === undefined || camino.length > LARGO_MAXIMO || !vigente(ultimo, instante)) return null;
    if (huellas.has(ultimo.fingerprint256)) return [...camino];
    for (const emisor of [...anclas, ...intermedios]) {
      if (camino.includes(emisor) || !firmadoPor(ultimo, emisor)) continue;
      const completo = buscar([...camino, emisor]);
      if (completo !== null) return completo;
    }
    return null;
  };
  return buscar([certificado]);
}
