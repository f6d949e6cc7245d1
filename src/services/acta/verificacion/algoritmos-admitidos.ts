import type { KeyObject } from 'node:crypto';
import { ECDSA_SHA256, ECDSA_SHA384, RSA_SHA256 } from '../../../xml/firma/uris-firma.ts';

export interface AlgoritmoAdmitido {
  readonly hash: 'sha256' | 'sha384';
  readonly admite: (clave: KeyObject) => boolean;
}

function curva(nombre: string): (clave: KeyObject) => boolean {
  return (clave) => clave.asymmetricKeyType === 'ec' && clave.asymmetricKeyDetails?.namedCurve === nombre;
}

/** The signature algorithms that are verified; any other, HMAC among them, is refused. */
export const ALGORITMOS: ReadonlyMap<string, AlgoritmoAdmitido> = new Map([
  [
    RSA_SHA256,
    {
      hash: 'sha256',
      admite: (clave) =>
        clave.asymmetricKeyType === 'rsa' && (clave.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
    },
  ],
  [ECDSA_SHA256, { hash: 'sha256', admite: curva('prime256v1') }],
  [ECDSA_SHA384, { hash: 'sha384', admite: curva('secp384r1') }],
]);
