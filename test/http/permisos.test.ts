import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_ROUTES } from '../../src/api/api-routes.ts';
import { type AppDePrueba, arrancarApp } from './arrancar-app.ts';

let prueba: AppDePrueba;

beforeAll(async () => {
  const nadie = { nombre: 'nadie', tenants: ['demo'], permisos: [], clearance: 3 };
  prueba = await arrancarApp({ ELIMINACION_IDENTIDADES_DESARROLLO: JSON.stringify([nadie]) });
});

afterAll(() => prueba.stop());

const protegidas = API_ROUTES.filter((route) => route.acceso !== 'publico').map(
  (route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const,
);

async function llamar(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<[number, string]> {
  const concreta = path.replace(/\{\w+\}/g, '0197a1c2-0000-7000-8000-000000000001');
  const respuesta = await fetch(`${prueba.url}${concreta}`, { method: method.toUpperCase(), headers });
  const { code } = (await respuesta.json()) as { code: string };
  return [respuesta.status, code];
}

describe.each(protegidas)('%s', (_nombre, route) => {
  it('sin identidad es 401', async () => {
    expect(await llamar(route.method, route.path, {})).toEqual([401, 'no_autenticado']);
  });

  it('con una identidad sin permisos es 403 si pide alguno, antes de mirar nada más', async () => {
    const [status, code] = await llamar(route.method, route.path, { Authorization: 'Bearer dev:nadie' });
    if (route.acceso === 'autenticado') expect(status).toBe(200);
    else expect([status, code]).toEqual([403, 'sin_permiso']);
  });
});
