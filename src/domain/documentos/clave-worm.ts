import { DomainError } from '../errors/domain-error.ts';
import { documentosErrors } from './documentos.errors.ts';

const SEGMENTO = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const MAX_CLAVE = 1_000;

/** The key itself, if each part of it is a plain name (`actas/ACTA-2026-0001.xml`); otherwise `clave_invalida`. */
export function assertClaveWorm(clave: string): string {
  const valida = clave.length <= MAX_CLAVE && clave.split('/').every((segmento) => SEGMENTO.test(segmento));
  if (!valida) throw new DomainError(documentosErrors.clave_invalida, { clave });
  return clave;
}
