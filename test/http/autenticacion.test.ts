import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppDePrueba, arrancarApp } from './arrancar-app.ts';
import { arrancarProveedor, type ProveedorOidc } from './proveedor-oidc.ts';

let proveedor: ProveedorOidc;
let otro: ProveedorOidc;
let prueba: AppDePrueba;

beforeAll(async () => {
  proveedor = await arrancarProveedor();
  otro = await arrancarProveedor();
  const emisor = {
    issuer: proveedor.issuer,
    audiences: [proveedor.audience],
    algorithms: ['ES256'],
    jwksUri: proveedor.jwksUri,
    tenants: ['demo', 'otra'],
    claims: { nationalId: 'cedula' },
  };
  prueba = await arrancarApp({ ELIMINACION_OIDC_EMISORES: JSON.stringify([emisor]) });
});

afterAll(async () => {
  await prueba.stop();
  await proveedor.stop();
  await otro.stop();
});

const ahora = (): number => Math.floor(Date.now() / 1000);

/** Good claims with changes; undefined takes one away. */
function claims(cambios: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const todos = {
    iss: proveedor.issuer,
    aud: proveedor.audience,
    sub: 'ana',
    exp: ahora() + 60,
    tenant: 'demo',
    clearance: 2,
    permissions: ['PERM_ELIMINACION_CONSULTAR'],
    ...cambios,
  };
  return JSON.parse(JSON.stringify(todos));
}

async function sesion(
  token: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; challenge: string | null }> {
  const respuesta = await prueba.api('/sesion', { como: token, headers });
  const body = (await respuesta.json()) as Record<string, unknown>;
  return { status: respuesta.status, body, challenge: respuesta.headers.get('WWW-Authenticate') };
}

function forjar(header: object, payload: object, firma: (input: string) => string): string {
  const parte = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${parte(header)}.${parte(payload)}`;
  return `${input}.${firma(input)}`;
}

describe('un token de un emisor real', () => {
  it('de una persona da su entidad, sus permisos, su nivel y cuándo se identificó', async () => {
    const token = await proveedor.tokenDePersona({
      tenant: 'demo',
      permissions: ['PERM_ELIMINACION_APROBAR', 'desconocido'],
      clearance: 3,
      name: 'Ana Pérez',
      cedula: '1020',
    });
    const { status, body } = await sesion(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      nombre: 'Ana Pérez',
      emisor: proveedor.issuer,
      clase: 'persona',
      entidad: 'demo',
      permisos: ['PERM_ELIMINACION_APROBAR'],
      nivelAcceso: 3,
    });
    const identificado = new Date(String(body['identificadoEn'])).getTime();
    expect(Math.abs(Date.now() - identificado)).toBeLessThan(10_000);
  });

  it('de un programa es una máquina, con nivel 0 porque no trae ninguno', async () => {
    const { status, body } = await sesion(await proveedor.tokenDePrograma());
    expect(status).toBe(200);
    expect(body).toMatchObject({ clase: 'maquina', sub: 'programa', nivelAcceso: 0, identificadoEn: null });
    expect(prueba.log.join()).toContain('no clearance: 0 taken');
  });

  it('con varias entidades exige decir cuál, y solo admite las suyas', async () => {
    const token = await proveedor.tokenDePersona({ tenant: ['demo', 'otra'], permissions: [], clearance: 0 });
    expect(await sesion(token)).toMatchObject({ status: 400, body: { code: 'tenant_requerido' } });
    expect(await sesion(token, { 'X-Tenant': 'otra' })).toMatchObject({
      status: 200,
      body: { entidad: 'otra' },
    });
    const ajena = await sesion(token, { 'X-Tenant': 'tercera' });
    expect(ajena).toMatchObject({ status: 403, body: { code: 'tenant_no_permitido' } });
  });

  it('que nombra una entidad fuera de la lista de su emisor no entra', async () => {
    const token = await proveedor.tokenDePersona({ tenant: 'tercera', permissions: [], clearance: 0 });
    expect(await sesion(token)).toMatchObject({ status: 403, body: { code: 'tenant_no_permitido' } });
    expect(await sesion(token, { 'X-Tenant': 'demo' })).toMatchObject({ status: 403 });
  });

  it('que no nombra ninguna entidad no entra', async () => {
    expect(await sesion(await proveedor.firmar(claims({ tenant: undefined })))).toMatchObject({
      status: 403,
      body: { code: 'tenant_no_permitido' },
    });
  });
});

describe('un token confuso no entra', () => {
  it('el de control, firmado con la clave del emisor, sí entra', async () => {
    expect(await sesion(await proveedor.firmar(claims()))).toMatchObject({ status: 200 });
  });

  it.each<[string, () => Promise<string> | string, string]>([
    ['sin firma (alg none)', () => forjar({ alg: 'none' }, claims(), () => ''), 'firma'],
    [
      'alg none con otra mayúscula',
      () => forjar({ alg: 'nOnE', kid: 'es' }, claims(), () => ''),
      'algoritmo',
    ],
    [
      'HS256 con la clave pública como secreto',
      () =>
        forjar({ alg: 'HS256', kid: 'rs' }, claims(), (input) =>
          createHmac('sha256', proveedor.clavePublicaPem).update(input).digest('base64url'),
        ),
      'algoritmo',
    ],
    [
      'con un algoritmo fuera de la lista de su emisor',
      () => proveedor.firmar(claims(), { alg: 'RS256', kid: 'rs' }),
      'algoritmo',
    ],
    ['firmado por otro emisor en nombre de este', () => otro.firmar(claims()), 'firma'],
    ['de un emisor desconocido', () => otro.firmar(claims({ iss: otro.issuer })), 'emisor'],
    ['sin emisor', () => proveedor.firmar(claims({ iss: undefined })), 'emisor'],
    ['con un kid desconocido', () => proveedor.firmar(claims(), { kid: 'inventado' }), 'firma'],
    [
      'para otro servicio',
      () => proveedor.firmar(claims({ aud: 'https://otro.test' })),
      'no fue emitido para este servicio',
    ],
    [
      'sin destinatario',
      () => proveedor.firmar(claims({ aud: undefined })),
      'no fue emitido para este servicio',
    ],
    ['vencido', () => proveedor.firmar(claims({ exp: ahora() - 60 })), 'ya venció'],
    ['sin vencimiento', () => proveedor.firmar(claims({ exp: undefined })), 'exp'],
    ['que todavía no rige', () => proveedor.firmar(claims({ nbf: ahora() + 300 })), 'todavía no rige'],
    ['sin persona', () => proveedor.firmar(claims({ sub: undefined })), 'sub'],
    [
      'con una extensión crítica que no se entiende',
      () => forjar({ alg: 'ES256', kid: 'es', crit: ['x'], x: 1 }, claims(), () => 'AAAA'),
      'firma',
    ],
    ['que no es un token', () => 'abc', 'forma'],
    ['con una identidad de desarrollo inventada', () => 'dev:nadie', 'desarrollo'],
  ])('%s', async (_caso, hacer, motivo) => {
    const { status, body, challenge } = await sesion(await hacer());
    expect(status).toBe(401);
    expect(body['code']).toBe('token_invalido');
    expect(body['detail']).toContain(motivo);
    expect(challenge).toContain('invalid_token');
  });

  it('con el cuerpo cambiado después de firmar', async () => {
    const [header, , firma] = (await proveedor.firmar(claims())).split('.');
    const cuerpo = Buffer.from(JSON.stringify(claims({ clearance: 3 }))).toString('base64url');
    expect(await sesion(`${header}.${cuerpo}.${firma}`)).toMatchObject({ status: 401 });
  });
});

describe('sin identidad', () => {
  it.each([['Basic YTpi'], ['Bearer'], ['Bearer a b'], ['']])(
    'la cabecera «%s» pide identificarse',
    async (valor) => {
      const respuesta = await prueba.api('/sesion', { headers: { Authorization: valor } });
      expect(respuesta.status).toBe(401);
      expect(respuesta.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await respuesta.json()).toMatchObject({ code: 'no_autenticado' });
    },
  );

  it('un token en la dirección no vale', async () => {
    const token = await proveedor.firmar(claims());
    expect((await prueba.api(`/sesion?access_token=${token}`)).status).toBe(401);
  });
});

describe('el emisor', () => {
  it('que no responde es un 503, no un 401', async () => {
    const emisor = {
      issuer: 'http://127.0.0.1:9',
      audiences: ['x'],
      algorithms: ['ES256'],
      jwksUri: 'http://127.0.0.1:9/jwks',
      tenants: ['demo'],
    };
    const caida = await arrancarApp({ ELIMINACION_OIDC_EMISORES: JSON.stringify([emisor]) });
    try {
      const token = await proveedor.firmar(claims({ iss: emisor.issuer, aud: 'x' }));
      const respuesta = await caida.api('/sesion', { como: token });
      expect(respuesta.status).toBe(503);
      expect(await respuesta.json()).toMatchObject({ code: 'emisor_no_disponible' });
    } finally {
      await caida.stop();
    }
  });
});

describe('una entidad', () => {
  it('suspendida responde 403 a las personas', async () => {
    const suspendida = await arrancarApp();
    try {
      const cliente = new pg.Client({ connectionString: suspendida.base.superuserUrl });
      await cliente.connect();
      await cliente.query("UPDATE public.tenants SET status = 'suspended' WHERE slug = 'demo'");
      await cliente.end();
      const respuesta = await suspendida.api('/sesion', { como: 'dev:archivo' });
      expect(respuesta.status).toBe(403);
      expect(await respuesta.json()).toMatchObject({ code: 'tenant_suspendido' });
    } finally {
      await suspendida.stop();
    }
  });
});

describe('el registro técnico', () => {
  it('no guarda ningún token', async () => {
    const token = await proveedor.firmar(claims());
    await sesion(token);
    expect(prueba.log.join()).not.toContain(token.split('.')[2]);
  });
});
