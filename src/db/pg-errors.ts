import pg from 'pg';
import { DomainError, type ErrorDefinition, type ErrorParams } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { findErrorDefinition } from '../domain/errors/registry.ts';

/** SQLSTATE of our own triggers: MESSAGE is a code of the registry, DETAIL its text or a JSON object of params. */
export const SQLSTATE_PROPIO = 'ORP01';

/** Constraints whose violation has a meaning of its own, by the code it has in the registry. */
export const CONSTRAINT_CODES: Readonly<Record<string, string>> = {
  eliminacion_expediente_en_lote_pkey: 'expediente_en_otro_lote',
  eliminacion_item_instrumento_completo: 'instrumento_sin_datos',
};

const POR_SQLSTATE: Readonly<Record<string, ErrorDefinition>> = {
  '40001': generalErrors.conflicto_de_concurrencia,
  '40P01': generalErrors.conflicto_de_concurrencia,
  '55P03': generalErrors.recurso_ocupado,
  '57014': generalErrors.tiempo_agotado,
  '53300': generalErrors.base_no_disponible,
  '57P01': generalErrors.base_no_disponible,
  '57P02': generalErrors.base_no_disponible,
  '57P03': generalErrors.base_no_disponible,
  '25P03': generalErrors.base_no_disponible,
};

const CODIGOS_DE_RED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** node-postgres gives these no code. */
const MENSAJES_DE_CONEXION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether running the same transaction again may succeed: deadlock or serialization failure. */
export function isRetryable(error: unknown): boolean {
  const code = findDatabaseError(error)?.code;
  return code === '40P01' || code === '40001';
}

/**
 * The DomainError that a database error means, with the original as cause; anything else comes back unchanged,
 * and so does a database error that only a defect of ours explains.
 */
export function mapPgError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const database = findDatabaseError(error);
  if (database !== null) return mapDatabaseError(database, error);
  if (isConnectionFailure(error)) {
    return new DomainError(generalErrors.base_no_disponible, {}, { cause: error });
  }
  return error;
}

function mapDatabaseError(database: pg.DatabaseError, original: unknown): unknown {
  const definition = definitionOf(database);
  if (definition === null) return original;
  return new DomainError(definition, paramsOf(database), { cause: original });
}

function definitionOf(database: pg.DatabaseError): ErrorDefinition | null {
  if (database.code === SQLSTATE_PROPIO) return findErrorDefinition(database.message);
  const code = database.constraint === undefined ? undefined : CONSTRAINT_CODES[database.constraint];
  if (code !== undefined) return findErrorDefinition(code);
  if (database.code?.startsWith('08')) return generalErrors.base_no_disponible;
  return POR_SQLSTATE[database.code ?? ''] ?? null;
}

/** A JSON object in DETAIL becomes the parameters; any other text becomes `detalle`. */
function paramsOf(database: pg.DatabaseError): ErrorParams {
  if (database.code !== SQLSTATE_PROPIO || database.detail === undefined) return {};
  return parseParams(database.detail) ?? { detalle: database.detail };
}

function parseParams(detail: string): ErrorParams | null {
  if (!detail.startsWith('{')) return null;
  try {
    return Object.fromEntries(Object.entries(JSON.parse(detail) as ErrorParams));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** drizzle wraps the driver's error; the one that says what happened is down the chain of causes. */
function findDatabaseError(error: unknown): pg.DatabaseError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current;
  }
  return null;
}

function isConnectionFailure(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (MENSAJES_DE_CONEXION.test(current.message)) return true;
    if ('code' in current && CODIGOS_DE_RED.has(String(current.code))) return true;
  }
  return false;
}
