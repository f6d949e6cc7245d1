import { createHash } from 'node:crypto';
import { DomainError } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { peticionErrors } from '../domain/errors/peticion.errors.ts';
import type { SolicitudIdempotente } from '../services/idempotencia/with-acto-tx.ts';
import type { RawRequest, Route } from './route.ts';

const CLAVE = /^[A-Za-z0-9._-]{8,128}$/;
const VERSION = /^"(\d{1,9})"$/;

/** The idempotency key with the digest of what it stands for. Throws `idempotencia_requerida`. */
export function readIdempotencia(
  request: RawRequest,
  route: Pick<Route, 'method' | 'path' | 'mutacion'>,
  estadoHttp: number,
): SolicitudIdempotente {
  const clave = request.header('Idempotency-Key') ?? '';
  if (!CLAVE.test(clave)) throw new DomainError(peticionErrors.idempotencia_requerida);
  const method = route.method.toUpperCase();
  return {
    ruta: `${method} ${route.path}`,
    clave,
    huella: digestRequest(method, request),
    estadoHttp,
    paraSiempre: route.mutacion?.paraSiempre === true,
  };
}

function digestRequest(method: string, request: RawRequest): Uint8Array {
  const body = createHash('sha256').update(request.body).digest('hex');
  const parts = [method, request.pathAndQuery, request.header('If-Match') ?? '', body];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** The version that the caller read. Throws `version_requerida` without it, `entrada_invalida` if it is not one. */
export function readVersion(request: RawRequest): number {
  const header = request.header('If-Match');
  if (header === undefined) throw new DomainError(peticionErrors.version_requerida);
  const version = VERSION.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  const faults = [
    { campo: 'If-Match', motivo: 'Debe ser el ETag de la consulta, entre comillas, como "3".' },
  ];
  throw new DomainError(generalErrors.entrada_invalida, {}, { faults });
}
