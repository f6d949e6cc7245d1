import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, type ConfigFault } from '../../../src/config/config-error.ts';
import type { Environment } from '../../../src/config/environment.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

const EMISOR = {
  issuer: 'https://login.alcaldia.gov.co',
  audiences: ['https://archivo.alcaldia.gov.co'],
  algorithms: ['ES256'],
  jwksUri: 'https://login.alcaldia.gov.co/jwks',
  tenants: ['alcaldia_demo'],
};

const PRODUCCION: Environment = {
  ELIMINACION_ENTORNO: 'production',
  DATABASE_URL: 'postgres://app:Kq8-larga@db.interna/archivo',
  MIGRATIONS_DATABASE_URL: 'postgres://dueno:Zt5-larga@db.interna/archivo',
  AUDIT_DATABASE_URL: 'postgres://auditor:Wm2-larga@db.interna/archivo',
  ELIMINACION_URL_PUBLICA: 'https://archivo.alcaldia.gov.co',
  ELIMINACION_OIDC_EMISORES: JSON.stringify([EMISOR]),
  ELIMINACION_FIRMA_CLAVE: '/etc/eliminacion/firma.p12',
  ELIMINACION_DATOS: '/var/lib/eliminacion',
};

function faultsOf(env: Environment): readonly ConfigFault[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

function refusedKeys(changes: Environment): string[] {
  return faultsOf({ ...PRODUCCION, ...changes }).map((fault) => fault.env);
}

describe('la configuración', () => {
  it('sin ninguna variable describe un servicio de desarrollo completo', () => {
    const { config, avisos } = loadConfig({});
    expect(config.entorno.entorno).toBe('development');
    expect(config.entorno.roles).toHaveLength(7);
    expect(config.baseDatos.url).toBeNull();
    expect(config.http).toMatchObject({ host: '127.0.0.1', puerto: 8080, saltosProxy: 0 });
    expect(config.identidad.desarrollo).toBe('auto');
    expect(avisos).toEqual([]);
  });

  it('dice todas las faltas a la vez, cada una con su variable y en español', () => {
    const faults = faultsOf({
      ELIMINACION_HTTP_PUERTO: '70000',
      ELIMINACION_ROLES: 'api,cocinero',
      ELIMINACION_OIDC_EMISORES: '[{"issuer":"no-es-url"}]',
      DATABASE_URL: 'mysql://x',
    });
    expect(faults.map((fault) => fault.env)).toEqual([
      'ELIMINACION_ROLES',
      'DATABASE_URL',
      'ELIMINACION_HTTP_PUERTO',
      ...Array.from({ length: 5 }, () => 'ELIMINACION_OIDC_EMISORES'),
    ]);
    expect(faults.map((fault) => fault.motivo)).toContain('[0].audiences: Falta este dato.');
    expect(new ConfigError(faults).message).toContain(
      'ELIMINACION_HTTP_PUERTO: Debe ser un número entero entre 0 y 65535.',
    );
  });

  it('una falta no repite el valor de la variable', () => {
    const faults = faultsOf({
      DATABASE_URL: 'clave-muy-secreta',
      ELIMINACION_OIDC_EMISORES: '{"a": clave-muy-secreta',
    });
    expect(faults).toHaveLength(2);
    expect(JSON.stringify(faults)).not.toContain('clave-muy-secreta');
  });

  it('un emisor con firma simétrica o sin firma se rechaza en cualquier entorno', () => {
    for (const algorithm of ['HS256', 'none']) {
      const emisores = JSON.stringify([{ ...EMISOR, algorithms: [algorithm] }]);
      const faults = faultsOf({ ELIMINACION_OIDC_EMISORES: emisores });
      expect(faults[0]?.motivo).toContain('[0].algorithms[0]: Debe ser uno de: RS256');
      expect(faults).toHaveLength(1);
    }
  });

  it('un emisor repetido se rechaza', () => {
    const emisores = JSON.stringify([EMISOR, EMISOR]);
    expect(faultsOf({ ELIMINACION_OIDC_EMISORES: emisores })[0]?.motivo).toContain('una sola vez');
  });

  it('una clave desconocida avisa en desarrollo y detiene en producción', () => {
    expect(loadConfig({ ELIMINACION_PUERTO: '1' }).avisos[0]).toContain('ELIMINACION_PUERTO');
    expect(refusedKeys({ ELIMINACION_PUERTO: '1' })).toEqual(['ELIMINACION_PUERTO']);
    expect(refusedKeys({ ELIMINACION_TOKEN: 'eyJ' })).toEqual([]);
  });

  it('un secreto puede venir de un archivo, pero no de dos sitios', () => {
    const archivo = join(mkdtempSync(join(tmpdir(), 'config-')), 'url');
    writeFileSync(archivo, 'postgres://app:de-archivo@db/x\n');
    const { config, secretos } = loadConfig({ DATABASE_URL_FILE: archivo });
    expect(config.baseDatos.url).toBe('postgres://app:de-archivo@db/x');
    expect(secretos).toEqual(['postgres://app:de-archivo@db/x', 'de-archivo']);
    expect(faultsOf({ DATABASE_URL_FILE: archivo, DATABASE_URL: 'postgres://x@y/z' })).toHaveLength(1);
    expect(faultsOf({ DATABASE_URL_FILE: '/no/existe' })[0]?.env).toBe('DATABASE_URL_FILE');
  });

  it('los almacenes vivo y WORM no pueden ser el mismo ni estar uno dentro de otro', () => {
    for (const worm of ['/a', '/a/b', '/a/../a/c', '/']) {
      expect(faultsOf({ ELIMINACION_ALMACEN_VIVO: '/a', ELIMINACION_ALMACEN_WORM: worm })).toHaveLength(1);
    }
    expect(faultsOf({ ELIMINACION_ALMACEN_VIVO: '/a', ELIMINACION_ALMACEN_WORM: '/ab' })).toEqual([]);
  });

  it('con identidades de desarrollo no se escucha fuera de la máquina', () => {
    expect(faultsOf({ ELIMINACION_HTTP_HOST: '0.0.0.0' }).map((fault) => fault.env)).toEqual([
      'ELIMINACION_HTTP_HOST',
    ]);
    expect(faultsOf({ ELIMINACION_HTTP_HOST: '0.0.0.0', ELIMINACION_IDENTIDADES_DESARROLLO: 'no' })).toEqual(
      [],
    );
  });

  it('NODE_ENV=production sin ELIMINACION_ENTORNO no arranca en modo de desarrollo', () => {
    expect(faultsOf({ NODE_ENV: 'production' }).map((fault) => fault.env)).toEqual(['ELIMINACION_ENTORNO']);
  });
});

describe('en producción no se arranca', () => {
  it('la configuración de ejemplo es segura', () => {
    expect(faultsOf(PRODUCCION)).toEqual([]);
  });

  const emisores = (changes: object): string => JSON.stringify([{ ...EMISOR, ...changes }]);
  it.each<[string, Environment, string]>([
    ['sin base de datos', { DATABASE_URL: undefined }, 'DATABASE_URL'],
    [
      'con el rol propietario como rol de aplicación',
      { MIGRATIONS_DATABASE_URL: 'postgres://app:Zt5-larga@db.interna/archivo' },
      'MIGRATIONS_DATABASE_URL',
    ],
    [
      'con migraciones por un agrupador (puerto)',
      { MIGRATIONS_DATABASE_URL: 'postgres://dueno:Zt5-larga@db.interna:6432/archivo' },
      'MIGRATIONS_DATABASE_URL',
    ],
    [
      'con migraciones por un agrupador (nombre)',
      { MIGRATIONS_DATABASE_URL: 'postgres://dueno:Zt5-larga@x-pooler.nube/archivo' },
      'MIGRATIONS_DATABASE_URL',
    ],
    ['con contraseña de fábrica', { DATABASE_URL: 'postgres://app:postgres@db/archivo' }, 'DATABASE_URL'],
    ['con contraseña igual al usuario', { DATABASE_URL: 'postgres://app:app@db/archivo' }, 'DATABASE_URL'],
    [
      'con contraseña de firma de fábrica',
      { ELIMINACION_FIRMA_CONTRASENA: 'changeme' },
      'ELIMINACION_FIRMA_CONTRASENA',
    ],
    [
      'con identidades de desarrollo',
      { ELIMINACION_IDENTIDADES_DESARROLLO: '[{"nombre":"ana","tenants":["demo"],"permisos":[]}]' },
      'ELIMINACION_IDENTIDADES_DESARROLLO',
    ],
    ['sin emisores', { ELIMINACION_OIDC_EMISORES: undefined }, 'ELIMINACION_OIDC_EMISORES'],
    [
      'con un emisor sin cifrar',
      { ELIMINACION_OIDC_EMISORES: emisores({ issuer: 'http://x' }) },
      'ELIMINACION_OIDC_EMISORES',
    ],
    [
      'con claves de emisor sin cifrar',
      { ELIMINACION_OIDC_EMISORES: emisores({ jwksUri: 'http://x' }) },
      'ELIMINACION_OIDC_EMISORES',
    ],
    [
      'con reloj de prueba',
      { ELIMINACION_RELOJ_PRUEBA: '2026-12-01T00:00:00-05:00' },
      'ELIMINACION_RELOJ_PRUEBA',
    ],
    [
      'con una caída ensayada',
      { ELIMINACION_FALLO_EN: 'documentos.entre_objetos:3' },
      'ELIMINACION_FALLO_EN',
    ],
    ['con una clave de firma generada', { ELIMINACION_FIRMA_CLAVE: undefined }, 'ELIMINACION_FIRMA_CLAVE'],
    ['sin dirección pública', { ELIMINACION_URL_PUBLICA: undefined }, 'ELIMINACION_URL_PUBLICA'],
    [
      'con dirección pública sin cifrar',
      { ELIMINACION_URL_PUBLICA: 'http://archivo.gov.co' },
      'ELIMINACION_URL_PUBLICA',
    ],
    ['sin carpetas propias', { ELIMINACION_DATOS: undefined }, 'ELIMINACION_DATOS'],
  ])('%s', (_caso, cambios, clave) => {
    expect(refusedKeys(cambios)).toEqual([clave]);
  });

  it('y un proceso que no es api ni signature no necesita emisores, dirección ni clave', () => {
    expect(
      refusedKeys({
        ELIMINACION_ROLES: 'executor,relay',
        ELIMINACION_OIDC_EMISORES: undefined,
        ELIMINACION_URL_PUBLICA: undefined,
        ELIMINACION_FIRMA_CLAVE: undefined,
      }),
    ).toEqual([]);
  });
});
