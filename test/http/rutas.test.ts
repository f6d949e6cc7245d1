import { z } from '@hono/zod-openapi';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineActRoute, defineReadRoute } from '../../src/api/define-route.ts';
import { mountRoutes } from '../../src/api/mount-routes.ts';
import type { Route } from '../../src/api/route.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { DomainError, type ErrorKind } from '../../src/domain/errors/domain-error.ts';
import { generalErrors } from '../../src/domain/errors/general.errors.ts';
import { createHealthRegistry } from '../../src/observability/health-registry.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { withActoTx } from '../../src/services/idempotencia/with-acto-tx.ts';
import type { Denegacion } from '../../src/web/answer-error.ts';
import { createAutenticar } from '../../src/web/autenticacion/autenticar.ts';
import {
  createIdentidadesDesarrollo,
  IDENTIDADES_INCLUIDAS,
} from '../../src/web/autenticacion/identidades-desarrollo.ts';
import { createWebApp } from '../../src/web/create-web-app.ts';
import { type HttpServer, startHttpServer } from '../../src/web/http-server.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';

const libroSchema = z.object({ id: z.string(), numero: z.int() });
let actos = 0;
let compuerta: Promise<void> = Promise.resolve();
let alRepetir = (): Promise<void> => Promise.resolve();

const ESTADOS: Readonly<Record<ErrorKind, number>> = {
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition: 409,
  limit: 429,
  unavailable: 503,
  internal: 500,
};
const KINDS = Object.keys(ESTADOS) as ErrorKind[];

const rutas: readonly Route[] = [
  defineActRoute({
    operationId: 'anotar',
    path: '/libros/{id}/anotar',
    etiqueta: 'Prueba',
    resumen: 'Anota',
    acceso: { permiso: 'PERM_ELIMINACION_PROPONER' },
    params: z.strictObject({ id: z.uuid() }),
    cuerpo: z.strictObject({ numero: z.int().min(1), dias: z.array(z.iso.date()).max(2) }),
    version: true,
    respuestas: { 200: { descripcion: 'Anotado.', esquema: libroSchema } },
    handler: async ({ actor, params, cuerpo, version, idempotencia, contexto }) => {
      const solicitado = { actor, solicitud: idempotencia, alRepetir: () => alRepetir() };
      const vista = await withActoTx(contexto.servicios.db, solicitado, async () => {
        actos += 1;
        await compuerta;
        if (cuerpo.numero === 13) throw new DomainError(generalErrors.version_obsoleta);
        return { id: params.id, numero: cuerpo.numero + version };
      });
      return { estado: 200, cuerpo: vista, version: vista.numero };
    },
  }),
  defineReadRoute({
    operationId: 'fallar',
    path: '/fallas/{kind}',
    etiqueta: 'Prueba',
    resumen: 'Falla de una clase',
    acceso: 'autenticado',
    params: z.strictObject({ kind: z.enum(KINDS) }),
    respuestas: {},
    handler: async ({ params }) => {
      const faults = [{ fila: 3, columna: 'AC', motivo: 'Debe ser un número.' }];
      const definition = {
        code: 'de_prueba',
        kind: params.kind,
        titulo: 'De prueba',
        mensaje: 'Con {dato}.',
      };
      throw new DomainError(definition, { dato: 'ñ' }, { faults });
    },
  }),
  defineReadRoute({
    operationId: 'romper',
    path: '/rotura',
    etiqueta: 'Prueba',
    resumen: 'Falla por un defecto',
    acceso: 'autenticado',
    respuestas: {},
    handler: async () => {
      throw new TypeError('la clave es secretísima');
    },
  }),
  defineReadRoute({
    operationId: 'descuadrar',
    path: '/descuadre',
    etiqueta: 'Prueba',
    resumen: 'Responde otra cosa de la que declara',
    acceso: 'autenticado',
    respuestas: { 200: { descripcion: 'Nada.', esquema: libroSchema } },
    handler: async () => ({ estado: 200, cuerpo: { id: 7 } }),
  }),
];

const ID = '0197a1c2-0000-7000-8000-000000000001';
const denegaciones: Denegacion[] = [];
let base: BaseDePrueba;
let db: Database;
let server: HttpServer;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  db = createDatabase({ url: base.appUrl, applicationName: 'prueba' });
  const logger = createLogger({ nivel: 'silent', secretos: [] });
  const app = createWebApp({
    logger,
    saltosProxy: 0,
    https: true,
    apagando: () => false,
    registrarDenegacion: async (denegacion) => {
      denegaciones.push(denegacion);
    },
  });
  const verificar = createIdentidadesDesarrollo(false, IDENTIDADES_INCLUIDAS);
  mountRoutes(app, rutas, {
    contexto: {
      servicios: { db, reloj: { now: () => new Date() }, worm: () => expect.fail('no se usa') },
      bitacora: logger,
      health: createHealthRegistry({ logger }),
      version: '0',
      apagando: () => false,
    },
    autenticar: createAutenticar({
      verificarOidc: verificar,
      verificarDesarrollo: verificar,
      assertTenantOperable: () => Promise.resolve(),
    }),
    cuerpoMaximoBytes: 2_000,
    validarRespuestas: true,
  });
  server = await startHttpServer(app, '127.0.0.1', 0);
});

afterAll(async () => {
  await server.stop(1_000);
  await db.close();
  await base.drop();
});

beforeEach(() => {
  actos = 0;
  compuerta = Promise.resolve();
  alRepetir = () => Promise.resolve();
});

let siguiente = 0;
function clave(): string {
  siguiente += 1;
  return `clave-de-prueba-${siguiente}`;
}

interface Envio {
  readonly como?: string;
  readonly clave?: string | null;
  readonly version?: string | null;
  readonly cuerpo?: string;
  readonly tipo?: string;
  readonly id?: string;
}

async function anotar(
  envio: Envio = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const headers = new Headers({
    Authorization: `Bearer dev:${envio.como ?? 'archivo'}`,
    'Content-Type': envio.tipo ?? 'application/json',
  });
  if (envio.clave !== null) headers.set('Idempotency-Key', envio.clave ?? clave());
  if (envio.version !== null) headers.set('If-Match', envio.version ?? '"2"');
  const respuesta = await fetch(`${server.url}/libros/${envio.id ?? ID}/anotar`, {
    method: 'POST',
    headers,
    body: envio.cuerpo ?? '{"numero":1,"dias":[]}',
  });
  return {
    status: respuesta.status,
    body: (await respuesta.json()) as Record<string, unknown>,
    headers: respuesta.headers,
  };
}

describe('una ruta que cambia datos', () => {
  it('responde con la versión nueva en el ETag', async () => {
    const { status, body, headers } = await anotar();
    expect([status, body, headers.get('ETag')]).toEqual([200, { id: ID, numero: 3 }, '"3"']);
    expect(headers.get('Strict-Transport-Security')).toContain('max-age');
  });

  it('exige el permiso antes de mirar el cuerpo, y la negativa se asienta', async () => {
    denegaciones.length = 0;
    const { status, body } = await anotar({ como: 'consulta', cuerpo: '{{{' });
    expect([status, body['code']]).toEqual([403, 'sin_permiso']);
    expect(body['detail']).toContain('PERM_ELIMINACION_PROPONER');
    expect(denegaciones).toMatchObject([
      { codigo: 'sin_permiso', operacion: 'anotar', actor: { sub: 'consulta' } },
    ]);
    expect(actos).toBe(0);
  });

  it('dice todas las faltas de una vez, con su campo', async () => {
    const cuerpo = JSON.stringify({ numero: 0, dias: ['2026-01-01', '2026-02-30'], otro: 1 });
    const { status, body } = await anotar({ id: 'no-uuid', cuerpo });
    expect(status).toBe(422);
    expect(body['faults']).toEqual([
      { campo: 'id', motivo: 'Debe ser un identificador UUID.' },
      { campo: 'numero', motivo: 'Debe ser al menos 1.' },
      { campo: 'dias[1]', motivo: 'Debe ser una fecha AAAA-MM-DD.' },
      { campo: 'otro', motivo: 'Este campo no existe.' },
    ]);
  });

  it.each<[string, Envio, number, string]>([
    ['sin clave de idempotencia', { clave: null }, 400, 'idempotencia_requerida'],
    ['con una clave rara', { clave: 'corta' }, 400, 'idempotencia_requerida'],
    ['sin versión', { version: null }, 428, 'version_requerida'],
    ['con una versión que no lo es', { version: '*' }, 422, 'entrada_invalida'],
    ['con un JSON roto', { cuerpo: '{"numero":' }, 400, 'cuerpo_ilegible'],
    ['con otro tipo de contenido', { tipo: 'text/plain' }, 415, 'tipo_no_admitido'],
    [
      'con un cuerpo enorme',
      { cuerpo: JSON.stringify({ numero: 1, dias: ['x'.repeat(3_000)] }) },
      413,
      'cuerpo_demasiado_grande',
    ],
    [
      'con una propiedad __proto__',
      { cuerpo: '{"numero":1,"dias":[],"__proto__":{"x":1}}' },
      422,
      'entrada_invalida',
    ],
  ])('%s se rechaza sin actuar', async (_caso, envio, status, code) => {
    const respuesta = await anotar(envio);
    expect([respuesta.status, respuesta.body['code'], actos]).toEqual([status, code, 0]);
  });

  it('un cuerpo enorme sin longitud declarada se corta igual', async () => {
    let enviados = 0;
    const flujo = new ReadableStream({
      pull: (controller) => {
        enviados += 1;
        if (enviados > 2_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const respuesta = await fetch(`${server.url}/libros/${ID}/anotar`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer dev:archivo',
        'Content-Type': 'application/json',
        'Idempotency-Key': clave(),
        'If-Match': '"1"',
      },
      body: flujo,
      duplex: 'half',
    });
    expect(respuesta.status).toBe(413);
    expect(enviados).toBeLessThan(2_000);
  });
});

describe('la misma clave de idempotencia', () => {
  it('da la misma respuesta sin repetir el acto', async () => {
    const envio = { clave: clave() };
    const primera = await anotar(envio);
    const segunda = await anotar(envio);
    expect([segunda.status, segunda.body]).toEqual([primera.status, primera.body]);
    expect(segunda.headers.get('ETag')).toBe(primera.headers.get('ETag'));
    expect(actos).toBe(1);
  });

  it('dos a la vez hacen un solo acto', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    compuerta = promise;
    const envio = { clave: clave() };
    const ambas = Promise.all([anotar(envio), anotar(envio)]);
    setTimeout(resolve, 300);
    const [una, otra] = await ambas;
    expect([una.status, otra.status, actos]).toEqual([200, 200, 1]);
    expect(otra.body).toEqual(una.body);
  });

  it.each<[string, Envio]>([
    ['con otro cuerpo', { cuerpo: '{"numero":2,"dias":[]}' }],
    ['con otra versión', { version: '"9"' }],
    ['sobre otro registro', { id: '0197a1c2-0000-7000-8000-000000000002' }],
  ])('%s es 422', async (_caso, cambio) => {
    const usada = clave();
    await anotar({ clave: usada });
    const { status, body } = await anotar({ clave: usada, ...cambio });
    expect([status, body['code'], actos]).toEqual([422, 'idempotencia_distinta', 1]);
  });

  it('no da la respuesta guardada a quien ya no puede verla', async () => {
    const envio = { clave: clave() };
    await anotar(envio);
    alRepetir = () => Promise.reject(new DomainError(generalErrors.no_encontrado));
    const { status, body } = await anotar(envio);
    expect([status, body['code'], actos]).toEqual([404, 'no_encontrado', 1]);
  });

  it('de otra persona es otra clave', async () => {
    const usada = clave();
    await anotar({ clave: usada });
    const { status, body } = await anotar({ clave: usada, como: 'comite' });
    expect([status, body['code']]).toEqual([403, 'sin_permiso']);
  });

  it('de un acto que falló no guarda nada: se puede repetir', async () => {
    const usada = clave();
    const fallida = await anotar({ clave: usada, cuerpo: '{"numero":13,"dias":[]}' });
    expect(fallida.status).toBe(409);
    expect((await anotar({ clave: usada, cuerpo: '{"numero":1,"dias":[]}' })).status).toBe(200);
    expect(actos).toBe(2);
  });

  it('vencida se olvida', async () => {
    const usada = clave();
    await anotar({ clave: usada });
    const cliente = new pg.Client({ connectionString: base.superuserUrl });
    await cliente.connect();
    await cliente.query(
      "UPDATE tenant_demo.idempotencia SET expira_en = clock_timestamp() - interval '1 second' WHERE clave = $1",
      [usada],
    );
    await cliente.end();
    expect((await anotar({ clave: usada, cuerpo: '{"numero":5,"dias":[]}' })).body['numero']).toBe(7);
    expect(actos).toBe(2);
  });
});

it('una respuesta distinta de la declarada es un defecto, no un dato', async () => {
  const respuesta = await fetch(`${server.url}/descuadre`, {
    headers: { Authorization: 'Bearer dev:consulta' },
  });
  expect(respuesta.status).toBe(500);
  expect(await respuesta.json()).toMatchObject({ code: 'error_interno' });
});

describe('una falla', () => {
  it.each(Object.entries(ESTADOS))('de clase %s responde %i como problema', async (kind, status) => {
    const respuesta = await fetch(`${server.url}/fallas/${kind}`, {
      headers: { Authorization: 'Bearer dev:consulta' },
    });
    expect(respuesta.status).toBe(status);
    expect(respuesta.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
    expect(await respuesta.json()).toMatchObject({
      type: 'urn:orpycamcp:error:de_prueba',
      title: 'De prueba',
      status,
      detail: 'Con ñ.',
      code: 'de_prueba',
      requestId: respuesta.headers.get('X-Request-Id'),
      faults: [{ fila: 3, columna: 'AC', motivo: 'Debe ser un número.' }],
    });
  });

  it('que nadie esperaba no cuenta nada de sí', async () => {
    const respuesta = await fetch(`${server.url}/rotura`, {
      headers: { Authorization: 'Bearer dev:consulta' },
    });
    expect(respuesta.status).toBe(500);
    const texto = await respuesta.text();
    expect(JSON.parse(texto)).toMatchObject({ code: 'error_interno' });
    expect(texto).not.toContain('secretísima');
  });
});
