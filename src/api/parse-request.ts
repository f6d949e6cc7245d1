import type { z } from '@hono/zod-openapi';
import { DomainError, type Fault } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { zodFaults } from '../domain/errors/zod-faults.ts';
import { parseJsonBody } from '../web/read-body.ts';
import type { RawRequest, RouteSchemas } from './route.ts';

interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly cuerpo: unknown;
}

/** Checks path, query and body, and throws one `entrada_invalida` that names every field at fault. */
export function parseRequest(request: RawRequest, schemas: RouteSchemas): ParsedRequest {
  const faults: Fault[] = [];
  const parsed = {
    params: parsePart(schemas.params, request.params, faults),
    query: parsePart(schemas.query, request.query, faults),
    cuerpo: schemas.cuerpo === null ? undefined : parsePart(schemas.cuerpo, readJson(request), faults),
  };
  if (faults.length > 0) throw new DomainError(generalErrors.entrada_invalida, {}, { faults });
  return parsed;
}

function readJson(request: RawRequest): unknown {
  return parseJsonBody(request.body, request.header('Content-Type'));
}

function parsePart(schema: z.ZodType, value: unknown, faults: Fault[]): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  faults.push(...zodFaults(result.error));
  return undefined;
}
