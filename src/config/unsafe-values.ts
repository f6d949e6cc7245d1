import { isAbsolute, relative, resolve } from 'node:path';
import type { Config } from './config-blocks.ts';
import type { ConfigFault } from './config-error.ts';
import type { Environment } from './environment.ts';

type Rule = (config: Config) => readonly ConfigFault[];

/**
 * Values that are well written but unsafe. Some are refused anywhere; most only where the service is in
 * production, because there they destroy records or let a stranger in.
 */
export function findUnsafeValues(config: Config, env: Environment): ConfigFault[] {
  const rules = config.entorno.entorno === 'production' ? [...ALWAYS, ...IN_PRODUCTION] : ALWAYS;
  const faults = rules.flatMap((rule) => rule(config));
  return forgottenEntorno(env) ? [...faults, FORGOTTEN_ENTORNO] : faults;
}

const FORGOTTEN_ENTORNO: ConfigFault = {
  env: 'ELIMINACION_ENTORNO',
  motivo: 'NODE_ENV dice production pero esta clave falta: sin ella se arrancaría en modo de desarrollo.',
};

function forgottenEntorno(env: Environment): boolean {
  return env['NODE_ENV'] === 'production' && (env['ELIMINACION_ENTORNO'] ?? '') === '';
}

const ALWAYS: readonly Rule[] = [storesApart, pooledMigrations, developmentOnlyAtHome];

const IN_PRODUCTION: readonly Rule[] = [
  externalDatabase,
  separateDatabaseRoles,
  knownPasswords,
  noDevelopmentIdentities,
  encryptedIssuers,
  noTestClock,
  noRehearsedCrash,
  ownSigningKey,
  publicAddress,
  ownFolders,
];

function storesApart({ almacen }: Config): ConfigFault[] {
  if (almacen.vivo === null || almacen.worm === null) return [];
  const inside = contains(almacen.vivo, almacen.worm) || contains(almacen.worm, almacen.vivo);
  return inside
    ? fault(
        'ELIMINACION_ALMACEN_WORM',
        'Debe ser una carpeta aparte de ELIMINACION_ALMACEN_VIVO, ni igual ni una dentro de otra.',
      )
    : [];
}

function contains(outer: string, inner: string): boolean {
  const path = relative(resolve(outer), resolve(inner));
  return path === '' || (!path.startsWith('..') && !isAbsolute(path));
}

/** The migrator itself proves that its lock and unlock land on one backend; this tells the obvious cases sooner. */
function pooledMigrations({ baseDatos }: Config): ConfigFault[] {
  if (baseDatos.migracionesUrl === null) return [];
  const url = new URL(baseDatos.migracionesUrl);
  const pooled =
    url.port === '6432' ||
    /pooler|pgbouncer/i.test(url.hostname) ||
    url.searchParams.get('pgbouncer') === 'true';
  return pooled
    ? fault(
        'MIGRATIONS_DATABASE_URL',
        'Pasa por un agrupador de conexiones; las migraciones necesitan una conexión directa.',
      )
    : [];
}

/** Identities without a password may only be offered to the machine itself. */
function developmentOnlyAtHome({ entorno, http, identidad }: Config): ConfigFault[] {
  if (entorno.entorno === 'production' || identidad.desarrollo === 'no') return [];
  return isLoopback(http.host)
    ? []
    : fault(
        'ELIMINACION_HTTP_HOST',
        'Con identidades de desarrollo solo se puede escuchar en esta máquina (127.0.0.1); use ELIMINACION_IDENTIDADES_DESARROLLO=no.',
      );
}

function externalDatabase({ baseDatos }: Config): ConfigFault[] {
  return baseDatos.url === null
    ? fault('DATABASE_URL', 'Falta: en production no se usa el PostgreSQL embebido.')
    : [];
}

function separateDatabaseRoles({ baseDatos }: Config): ConfigFault[] {
  const user = userOf(baseDatos.url);
  if (user === null) return [];
  const roles = [
    ['MIGRATIONS_DATABASE_URL', baseDatos.migracionesUrl],
    ['AUDIT_DATABASE_URL', baseDatos.auditoriaUrl],
  ] as const;
  return roles
    .filter(([, url]) => userOf(url) === user)
    .flatMap(([env]) =>
      fault(
        env,
        'Usa el mismo rol que DATABASE_URL; deben ser distintos para que la aplicación no pueda alterar lo que solo se agrega.',
      ),
    );
}

const KNOWN_PASSWORDS: ReadonlySet<string> = new Set([
  '12345678',
  'admin',
  'changeme',
  'demo',
  'desarrollo',
  'eliminacion',
  'orpycamcp',
  'password',
  'postgres',
  'secret',
  'test',
]);

function knownPasswords({ baseDatos, firma }: Config): ConfigFault[] {
  const passwords = [
    ['DATABASE_URL', passwordOf(baseDatos.url), userOf(baseDatos.url)],
    ['MIGRATIONS_DATABASE_URL', passwordOf(baseDatos.migracionesUrl), userOf(baseDatos.migracionesUrl)],
    ['AUDIT_DATABASE_URL', passwordOf(baseDatos.auditoriaUrl), userOf(baseDatos.auditoriaUrl)],
    ['ELIMINACION_FIRMA_CONTRASENA', firma.contrasena, null],
  ] as const;
  return passwords
    .filter(
      ([, password, user]) =>
        password !== null && (KNOWN_PASSWORDS.has(password.toLowerCase()) || password === user),
    )
    .flatMap(([env]) => fault(env, 'Lleva una contraseña de fábrica o igual al usuario.'));
}

function noDevelopmentIdentities({ identidad }: Config): ConfigFault[] {
  return Array.isArray(identidad.desarrollo)
    ? fault('ELIMINACION_IDENTIDADES_DESARROLLO', 'Las identidades de desarrollo no existen en production.')
    : [];
}

function encryptedIssuers({ entorno, identidad }: Config): ConfigFault[] {
  const plain = identidad.emisores.filter((item) =>
    [item.issuer, item.jwksUri].some((address) => new URL(address).protocol !== 'https:'),
  );
  if (plain.length > 0) {
    return fault(
      'ELIMINACION_OIDC_EMISORES',
      `Deben ser https: ${plain.map((item) => item.issuer).join(', ')}.`,
    );
  }
  return identidad.emisores.length === 0 && entorno.roles.includes('api')
    ? fault('ELIMINACION_OIDC_EMISORES', 'No hay ningún emisor: nadie podría identificarse.')
    : [];
}

function noTestClock({ entorno }: Config): ConfigFault[] {
  return entorno.relojPrueba === null
    ? []
    : fault('ELIMINACION_RELOJ_PRUEBA', 'Un reloj de prueba adelantaría plazos legales.');
}

function noRehearsedCrash({ entorno }: Config): ConfigFault[] {
  return entorno.falloEn === null
    ? []
    : fault('ELIMINACION_FALLO_EN', 'El proceso se mataría a sí mismo: es para ensayar caídas.');
}

function ownSigningKey({ entorno, firma }: Config): ConfigFault[] {
  return firma.clave === null && entorno.roles.includes('signature')
    ? fault('ELIMINACION_FIRMA_CLAVE', 'Falta: en production no se firma con una clave generada.')
    : [];
}

function publicAddress({ entorno, http }: Config): ConfigFault[] {
  if (!entorno.roles.includes('api')) return [];
  return http.urlPublica?.startsWith('https://')
    ? []
    : fault('ELIMINACION_URL_PUBLICA', 'Debe estar y ser https: se imprime en actas y publicaciones.');
}

function ownFolders({ almacen, baseDatos }: Config): ConfigFault[] {
  return baseDatos.datos === null && (almacen.vivo === null || almacen.worm === null)
    ? fault(
        'ELIMINACION_DATOS',
        'Falta: diga dónde están los almacenes, aquí o en ELIMINACION_ALMACEN_VIVO y ELIMINACION_ALMACEN_WORM.',
      )
    : [];
}

function fault(env: string, motivo: string): ConfigFault[] {
  return [{ env, motivo }];
}

function userOf(url: string | null): string | null {
  return url === null ? null : decodeURIComponent(new URL(url).username) || null;
}

function passwordOf(url: string | null): string | null {
  return url === null ? null : decodeURIComponent(new URL(url).password) || null;
}

/** True for names and addresses that only this machine can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
