import type { Hono } from 'hono';
import type { WebEnv } from '../web/web-env.ts';
import { renderDocsPage } from './docs.page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import type { OpenApiDocument } from './openapi-document.ts';

const POLITICA =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** `/openapi.json` and its page at `/docs`, both public, whole and offline. */
export function mountDocs(app: Hono<WebEnv>, document: OpenApiDocument): void {
  app.get('/openapi.json', (c) => c.json(document));
  app.get('/docs', async (c) => {
    c.header('Content-Security-Policy', POLITICA);
    return c.html(await renderDocsPage(document));
  });
  app.get('/docs/estilo.css', (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8');
    return c.body(DOCS_STYLE);
  });
}
