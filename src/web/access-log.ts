import type { MiddlewareHandler } from 'hono';
import { actorId } from '../domain/personas/actor.ts';
import type { Logger } from '../observability/logger.ts';
import type { WebEnv } from './web-env.ts';

/** Probes come every few seconds and say nothing while they pass. */
const CALLADAS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** One line per request. The path, never the query: searches carry personal data. */
export function accessLog(logger: Logger): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const actor = c.get('actor');
    const line = {
      requestId: c.var.requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
      ip: c.var.ip,
      ...(actor === undefined ? {} : { actor: actorId(actor), tenant: actor.tenant }),
      ...(c.get('errorCode') === undefined ? {} : { code: c.get('errorCode') }),
    };
    if (CALLADAS.has(c.req.path) && c.res.status < 400) logger.trace(line, 'request');
    else logger.info(line, 'request');
  };
}
