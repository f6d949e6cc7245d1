import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppDePrueba, arrancarApp } from './arrancar-app.ts';

let prueba: AppDePrueba;

beforeAll(async () => {
  prueba = await arrancarApp({ ELIMINACION_PROXY_SALTOS: '1' });
});

afterAll(() => prueba.stop());

describe('cada respuesta', () => {
  it.each(['/healthz', '/docs', '/openapi.json', '/no-existe', '/api/v1/eliminacion/sesion'])(
    '%s lleva cabeceras seguras y su identificador',
    async (path) => {
      const { headers } = await fetch(`${prueba.url}${path}`);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('X-Powered-By')).toBeNull();
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    },
  );

  it('un identificador de un intermediario propio se conserva; uno dañino, no', async () => {
    const propio = await fetch(`${prueba.url}/healthz`, { headers: { 'X-Request-Id': 'traza-000123' } });
    expect(propio.headers.get('X-Request-Id')).toBe('traza-000123');
    const danino = await fetch(`${prueba.url}/healthz`, { headers: { 'X-Request-Id': '"><script>' } });
    expect(danino.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('el registro dice quién, qué y cuánto, sin la consulta, y con la dirección del cliente', async () => {
    await prueba.api('/sesion?cedula=1020304050', {
      como: 'dev:archivo',
      headers: { 'X-Request-Id': 'traza-registro', 'X-Forwarded-For': '6.6.6.6, 200.1.2.3' },
    });
    const linea = prueba.log
      .map((text) => JSON.parse(text))
      .find((item) => item.requestId === 'traza-registro');
    expect(linea).toMatchObject({
      method: 'GET',
      path: '/api/v1/eliminacion/sesion',
      status: 422,
      ip: '200.1.2.3',
      tenant: 'demo',
      actor: 'urn:orpycamcp:desarrollo|archivo',
      code: 'entrada_invalida',
    });
    expect(prueba.log.join()).not.toContain('1020304050');
  });
});

describe('una dirección equivocada', () => {
  it('que no existe es 404 con problema', async () => {
    const respuesta = await fetch(`${prueba.url}/no-existe`);
    expect(respuesta.status).toBe(404);
    expect(respuesta.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
    expect(await respuesta.json()).toMatchObject({
      code: 'ruta_inexistente',
      status: 404,
      title: 'Dirección inexistente',
    });
  });

  it('con otro método es 405 y dice cuáles admite', async () => {
    const respuesta = await fetch(`${prueba.url}/healthz`, { method: 'POST' });
    expect(respuesta.status).toBe(405);
    expect(respuesta.headers.get('Allow')).toBe('GET, HEAD');
    expect(await respuesta.json()).toMatchObject({ code: 'metodo_no_permitido' });
  });

  it('HEAD responde como GET, sin cuerpo', async () => {
    const respuesta = await fetch(`${prueba.url}/healthz`, { method: 'HEAD' });
    expect([respuesta.status, await respuesta.text()]).toEqual([200, '']);
  });

  it.each(['/..%2f..%2fetc/passwd', '/%00', '/%E0%A4%A', '//evil.test/docs', '/docs/../../etc/passwd'])(
    '%s no llega a ninguna parte',
    async (path) => {
      const status = await new Promise<number>((resolve, reject) => {
        const { hostname, port } = new URL(prueba.url);
        request({ hostname, port, path }, (res) => resolve(res.resume().statusCode ?? 0))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(404);
    },
  );
});

describe('una petición rota', () => {
  it.each([
    ['sin versión de HTTP válida', 'GET / HTTP/9.9\r\n\r\n'],
    ['con dos longitudes', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'con longitud y trozos a la vez',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['con un Host imposible', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ])('%s recibe 400 y el servicio sigue', async (_caso, texto) => {
    const { hostname, port } = new URL(prueba.url);
    const respuesta = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(texto));
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(respuesta).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${prueba.url}/healthz`)).status).toBe(200);
  });
});
