import { readFileSync } from 'node:fs';
import { zodFaults } from '../domain/errors/zod-faults.ts';
import type { ConfigKey } from './config-block.ts';
import { CONFIG_BLOCKS, type Config } from './config-blocks.ts';
import { ConfigError, type ConfigFault } from './config-error.ts';
import type { Environment } from './environment.ts';
import { findUnsafeValues } from './unsafe-values.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** The texts that must never reach a log, an answer or a trace. */
  readonly secretos: readonly string[];
  /** What is odd but not refused, one Spanish sentence each. */
  readonly avisos: readonly string[];
}

/**
 * Reads the whole configuration. A secret key may also come from the file named by `<KEY>_FILE`. Throws one
 * ConfigError with every fault: malformed values first, and in production the unsafe ones too.
 */
export function loadConfig(env: Environment): LoadedConfig {
  const faults: ConfigFault[] = [];
  const secretos: string[] = [];
  const blocks = Object.entries(CONFIG_BLOCKS).map(([name, block]) => {
    const values = Object.entries<ConfigKey<unknown>>(block).map(([field, key]) => {
      const text = readText(key, env, faults);
      if (key.secret && text !== null) secretos.push(...secretTexts(text));
      return [field, parseKey(key, text, faults)];
    });
    return [name, Object.fromEntries(values)];
  });
  if (faults.length > 0) throw new ConfigError([...faults, ...findUnknownKeys(env)]);
  const config: Config = Object.fromEntries(blocks);
  const unsafe = findUnsafeValues(config, env);
  const unknown = findUnknownKeys(env);
  const production = config.entorno.entorno === 'production';
  const fatal = production ? [...unsafe, ...unknown] : unsafe;
  if (fatal.length > 0) throw new ConfigError(fatal);
  return { config, secretos, avisos: unknown.map((fault) => `${fault.env}: ${fault.motivo}`) };
}

function readText(key: ConfigKey<unknown>, env: Environment, faults: ConfigFault[]): string | null {
  const text = env[key.env];
  const file = key.secret ? env[`${key.env}_FILE`] : undefined;
  if (file !== undefined && file !== '') {
    if (text !== undefined && text !== '') {
      faults.push({ env: key.env, motivo: `Está dos veces: aquí y en ${key.env}_FILE.` });
    }
    return readSecretFile(key.env, file, faults);
  }
  return text === undefined || text === '' ? key.default : text;
}

function readSecretFile(env: string, file: string, faults: ConfigFault[]): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    faults.push({ env: `${env}_FILE`, motivo: 'No se puede leer ese archivo.' });
    return null;
  }
}

function parseKey(key: ConfigKey<unknown>, text: string | null, faults: ConfigFault[]): unknown {
  if (text === null) return null;
  const result = key.schema.safeParse(text, { reportInput: true });
  if (result.success) return result.data;
  for (const fault of zodFaults(result.error)) {
    faults.push({
      env: key.env,
      motivo: fault.campo === undefined ? fault.motivo : `${fault.campo}: ${fault.motivo}`,
    });
  }
  return null;
}

/** A connection URL is secret for its password, which drivers also print decoded and alone. */
function secretTexts(text: string): string[] {
  const password = URL.canParse(text) ? new URL(text).password : '';
  const texts = [text, password, decodeURIComponent(password)];
  return [...new Set(texts)].filter((secret) => secret !== '');
}

function findUnknownKeys(env: Environment): ConfigFault[] {
  const keys = Object.values(CONFIG_BLOCKS).flatMap((block) => Object.values<ConfigKey<unknown>>(block));
  const known = new Set(keys.flatMap((key) => (key.secret ? [key.env, `${key.env}_FILE`] : [key.env])));
  return Object.keys(env)
    .filter((name) => name.startsWith('ELIMINACION_') && !known.has(name) && !FOREIGN.has(name))
    .map((name) => ({ env: name, motivo: 'No es una clave de la configuración; quizá esté mal escrita.' }));
}

/** Variables of ours that are not configuration: the identity of a command, and switches of the test suite. */
const FOREIGN: ReadonlySet<string> = new Set([
  'ELIMINACION_TOKEN',
  'ELIMINACION_EXIGIR_TODO',
  'ELIMINACION_PG_BIN',
]);
