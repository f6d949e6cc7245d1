import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '../../src/api/api-base.ts';
import { API_ROUTES } from '../../src/api/api-routes.ts';
import { renderDocsPage } from '../../src/api/docs.page.ts';
import { buildOpenApiDocument } from '../../src/api/openapi-document.ts';
import { renderPermissionMatrix } from '../../src/api/permission-matrix.ts';

/** Pinned texts change on purpose only: `npx vitest run --project unit test/pins -u`, and the diff is reviewed. */
describe('lo que la API muestra hacia afuera', () => {
  const document = buildOpenApiDocument(API_ROUTES, '0.0.0');

  it('el documento OpenAPI es válido', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('el documento OpenAPI es el acordado', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('openapi.json');
  });

  it('la matriz de permisos es la acordada', async () => {
    await expect(renderPermissionMatrix(API_ROUTES)).toMatchFileSnapshot('permisos.txt');
  });

  it('cada operación tiene nombre propio, y fuera de la salud nada es público', () => {
    const names = API_ROUTES.map((route) => route.operationId);
    expect(new Set(names).size).toBe(names.length);
    const publicas = API_ROUTES.filter((route) => route.acceso === 'publico').map((route) => route.path);
    expect(publicas).toEqual(['/healthz', '/readyz']);
    const fuera = API_ROUTES.filter((route) => !route.path.startsWith(`${API_BASE}/`)).map(
      (route) => route.path,
    );
    expect(fuera).toEqual(['/healthz', '/readyz']);
  });

  it('cada referencia del documento lleva a un esquema que existe', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(document.components?.schemas).toHaveProperty(name);
  });

  it('la página de referencia nombra cada operación y no carga ni ejecuta nada ajeno', async () => {
    const page = String(await renderDocsPage(document));
    for (const route of API_ROUTES) expect(page).toContain(`id="${route.operationId}"`);
    expect(page).not.toMatch(/<script|style=| on\w+=|https?:\/\//i);
    expect(page).not.toContain('[object');
  });
});
