import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that npm can't bring. */
export interface Herramienta {
  readonly programa: string;
  /** Debian package that has it. */
  readonly paquete: string;
  readonly uso: string;
  /** False: what needs it runs where it is found, and only CI insists. */
  readonly necesaria: boolean;
  /** Whether this machine has it, told by its environment. */
  readonly esta: (env: NodeJS.ProcessEnv) => boolean;
}

/** `bin` folder of PostgreSQL 15, the oldest that the service supports, or null where it is not installed. */
export function findPostgres15(env: NodeJS.ProcessEnv): string | null {
  const carpeta = env['ELIMINACION_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';
  return existsSync(join(carpeta, 'postgres')) ? carpeta : null;
}

/** True where whatever is missing must be a failure, never a notice. */
export function exigeTodo(env: NodeJS.ProcessEnv): boolean {
  return env['CI'] === 'true' || env['ELIMINACION_EXIGIR_TODO'] === '1';
}

/** True when the PATH leads to that program. */
export function isInPath(programa: string, env: NodeJS.ProcessEnv): boolean {
  const ruta = env['PATH'] ?? '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return ruta.split(delimiter).some((carpeta) => carpeta !== '' && existsSync(join(carpeta, programa)));
}

export const herramientas: readonly Herramienta[] = [
  {
    programa: 'redis-server',
    paquete: 'redis-server',
    uso: 'un Redis real para las pruebas de eventos',
    necesaria: true,
    esta: (env) => isInPath('redis-server', env),
  },
  {
    programa: 'xmlsec1',
    paquete: 'xmlsec1',
    uso: 'un programa ajeno que comprueba las firmas de las actas',
    necesaria: true,
    esta: (env) => isInPath('xmlsec1', env),
  },
  {
    programa: 'xmllint',
    paquete: 'libxml2-utils',
    uso: 'un programa ajeno que valida las actas contra su esquema',
    necesaria: true,
    esta: (env) => isInPath('xmllint', env),
  },
  {
    programa: 'PostgreSQL 15',
    paquete: 'postgresql-15',
    uso: 'repetir las pruebas de base de datos en la versión más antigua admitida',
    necesaria: false,
    esta: (env) => findPostgres15(env) !== null,
  },
];
