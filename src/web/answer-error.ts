import type { Context } from 'hono';
import type { DomainError } from '../domain/errors/domain-error.ts';
import type { Actor } from '../domain/personas/actor.ts';
import type { Logger } from '../observability/logger.ts';
import { buildProblem, problemHeaders, toDomainError } from './problem.ts';
import type { WebEnv } from './web-env.ts';

/** A refusal of someone who is known: it belongs in the audit chain. */
export interface Denegacion {
  readonly actor: Actor;
  readonly codigo: string;
  /** Name of the route's operation: a closed set, so that a denied actor can't invent acts. */
  readonly operacion: string;
  readonly path: string;
}

export interface AnswerErrorDeps {
  readonly logger: Logger;
  readonly registrarDenegacion: (denegacion: Denegacion) => Promise<void>;
}

export type AnswerError = (error: unknown, c: Context<WebEnv>) => Promise<Response>;

/** The one way out of a failed request: problem+json, a log line for defects, the chain for denials. */
export function createAnswerError(deps: AnswerErrorDeps): AnswerError {
  return async (cause, c) => {
    const error = toDomainError(cause);
    c.set('errorCode', error.code);
    logFailure(deps.logger, error, c);
    await recordDenial(deps, error, c);
    const problem = buildProblem(error, c.var.requestId);
    return new Response(JSON.stringify(problem), { status: problem.status, headers: problemHeaders(error) });
  };
}

function logFailure(logger: Logger, error: DomainError, c: Context<WebEnv>): void {
  const facts = { err: error, requestId: c.var.requestId, code: error.code };
  if (error.kind === 'internal') logger.error(facts, 'request failed');
  else if (error.kind === 'unavailable') logger.warn(facts, 'request could not be served');
}

async function recordDenial(deps: AnswerErrorDeps, error: DomainError, c: Context<WebEnv>): Promise<void> {
  const actor = c.get('actor');
  if (error.kind !== 'forbidden' || actor === undefined) return;
  try {
    const operacion = c.get('operationId') ?? 'desconocida';
    await deps.registrarDenegacion({ actor, codigo: error.code, operacion, path: c.req.path });
  } catch (failure) {
    deps.logger.error({ err: failure, requestId: c.var.requestId }, 'denial could not be chained');
  }
}
