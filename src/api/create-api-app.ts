import type { Hono } from 'hono';
import type { Autenticar } from '../web/autenticacion/autenticar.ts';
import { createWebApp, type WebAppOptions } from '../web/create-web-app.ts';
import type { WebEnv } from '../web/web-env.ts';
import { API_ROUTES } from './api-routes.ts';
import { healthRoutes } from './health.routes.ts';
import { mountDocs } from './mount-docs.ts';
import { mountRoutes } from './mount-routes.ts';
import { buildOpenApiDocument } from './openapi-document.ts';
import type { ApiContexto } from './route.ts';

export interface ApiAppOptions extends WebAppOptions {
  readonly contexto: ApiContexto;
  readonly autenticar: Autenticar;
  readonly cuerpoMaximoBytes: number;
  readonly validarRespuestas: boolean;
  /** False in processes without the `api` role: they only tell their health. */
  readonly completa: boolean;
}

/** Everything this process answers over HTTP. */
export function createApiApp(options: ApiAppOptions): Hono<WebEnv> {
  const app = createWebApp(options);
  mountRoutes(app, options.completa ? API_ROUTES : healthRoutes, options);
  if (options.completa) mountDocs(app, buildOpenApiDocument(API_ROUTES, options.contexto.version));
  return app;
}
