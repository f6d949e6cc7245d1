import { DomainError } from '../errors/domain-error.ts';
import { documentosErrors } from './documentos.errors.ts';

const CLAVE = /^([0-9a-f]{2})\/([0-9a-f]{64})\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Key of a new object: `aa/<sha256>.<uuid>`; 256 folders, and never the same key twice. */
export function buildClaveObjeto(sha256: string, uuid: string): string {
  return assertClaveObjeto(`${sha256.slice(0, 2)}/${sha256}.${uuid}`);
}

/** The key itself, if it can be no path but its own; otherwise `clave_invalida`. */
export function assertClaveObjeto(clave: string): string {
  const partes = CLAVE.exec(clave);
  if (partes === null || partes[1] !== partes[2]?.slice(0, 2)) {
    throw new DomainError(documentosErrors.clave_invalida, { clave });
  }
  return clave;
}

export function isClaveObjeto(clave: string): boolean {
  const partes = CLAVE.exec(clave);
  return partes !== null && partes[1] === partes[2]?.slice(0, 2);
}
