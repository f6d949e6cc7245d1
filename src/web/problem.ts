import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DomainError, type ErrorKind, type ErrorParams, type Fault } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';

/** RFC 9457, with our code, the id to quote when asking for help, and one fault per field or row. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly parametros?: ErrorParams;
  readonly faults?: readonly Fault[];
}

/** The only place where a kind of error becomes an HTTP status. */
const STATUS_BY_KIND: Readonly<Record<ErrorKind, ContentfulStatusCode>> = {
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition: 409,
  limit: 429,
  unavailable: 503,
  internal: 500,
};

/** Refusals of HTTP itself, whose status says more than their kind. */
const STATUS_BY_CODE: Readonly<Record<string, ContentfulStatusCode>> = {
  acta_version_desconocida: 400,
  cuerpo_ilegible: 400,
  idempotencia_requerida: 400,
  tenant_requerido: 400,
  metodo_no_permitido: 405,
  cuerpo_demasiado_grande: 413,
  lote_demasiado_grande: 422,
  tipo_no_admitido: 415,
  version_requerida: 428,
};

const ESPERA_S = '5';

/** Coming back later may help; a request that is simply too big will be so tomorrow. */
const PASAJEROS: ReadonlySet<number> = new Set([429, 503]);

export function httpStatus(error: DomainError): ContentfulStatusCode {
  return STATUS_BY_CODE[error.code] ?? STATUS_BY_KIND[error.kind];
}

/** What is not a DomainError is a defect: it becomes `error_interno` and its own words stay in the log. */
export function toDomainError(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError(generalErrors.error_interno, {}, { cause: error });
}

export function buildProblem(error: DomainError, requestId: string): Problem {
  return {
    type: `urn:orpycamcp:error:${error.code}`,
    title: error.definition.titulo,
    status: httpStatus(error),
    detail: error.message,
    code: error.code,
    requestId,
    ...(Object.keys(error.params).length === 0 || error.kind === 'internal'
      ? {}
      : { parametros: error.params }),
    ...(error.faults.length === 0 ? {} : { faults: error.faults }),
  };
}

/** Headers that a client needs to react: how to identify, when to come back. */
export function problemHeaders(error: DomainError): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json; charset=utf-8' };
  if (error.kind === 'unauthenticated') headers['WWW-Authenticate'] = renderChallenge(error.code);
  // The rest of that body is not read: the connection can't carry another request.
  if (error.code === 'cuerpo_demasiado_grande') headers['Connection'] = 'close';
  if (PASAJEROS.has(httpStatus(error))) headers['Retry-After'] = ESPERA_S;
  return headers;
}

function renderChallenge(code: string): string {
  if (code === 'login_antiguo') return 'Bearer error="insufficient_user_authentication", max_age="900"';
  return code === 'token_invalido' ? 'Bearer error="invalid_token"' : 'Bearer';
}
