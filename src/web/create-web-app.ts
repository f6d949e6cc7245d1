import { Hono } from 'hono';
import { DomainError } from '../domain/errors/domain-error.ts';
import { peticionErrors } from '../domain/errors/peticion.errors.ts';
import type { Logger } from '../observability/logger.ts';
import { accessLog } from './access-log.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { createAnswerError, type Denegacion } from './answer-error.ts';
import { clientIp } from './client-ip.ts';
import { chooseRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import type { WebEnv } from './web-env.ts';

export interface WebAppOptions {
  readonly logger: Logger;
  /** Proxies of ours in front; see `clientIp`. */
  readonly saltosProxy: number;
  /** The public address is https, so browsers may be told to insist on it. */
  readonly https: boolean;
  /** True once the process has begun to stop: connections are then closed after their answer. */
  readonly apagando: () => boolean;
  readonly registrarDenegacion: (denegacion: Denegacion) => Promise<void>;
}

/** An application without routes: ids, log, headers, one error table, and 404/405 that are problems too. */
export function createWebApp(options: WebAppOptions): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const answerError = createAnswerError(options);
  const allowedMethods = createAllowedMethods(app);

  app.use(async (c, next) => {
    const { saltosProxy } = options;
    const remote = c.env.incoming?.socket.remoteAddress ?? null;
    c.set('ip', clientIp(remote, c.req.header('X-Forwarded-For'), saltosProxy));
    c.set('requestId', chooseRequestId(c.req.header('X-Request-Id'), saltosProxy));
    await next();
    c.res.headers.set('X-Request-Id', c.var.requestId);
    if (options.apagando()) c.res.headers.set('Connection', 'close');
  });
  app.use(accessLog(options.logger));
  app.use(securityHeaders(options.https));

  app.onError(answerError);
  app.notFound(async (c) => {
    const methods = allowedMethods(c.req.path);
    if (methods.length === 0) return answerError(new DomainError(peticionErrors.ruta_inexistente), c);
    const response = await answerError(
      new DomainError(peticionErrors.metodo_no_permitido, { metodos: methods, metodo: c.req.method }),
      c,
    );
    response.headers.set('Allow', methods.join(', '));
    return response;
  });
  return app;
}
