import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppOverrides, createApp } from '../../src/app.ts';
import type { Environment } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';

/** A whole service on its own database, folder and port. */
export interface AppDePrueba {
  readonly app: App;
  readonly base: BaseDePrueba;
  readonly url: string;
  /** Every line of its log so far. */
  readonly log: readonly string[];
  api(path: string, init?: RequestInit & { readonly como?: string }): Promise<Response>;
  stop(): Promise<void>;
}

const API = '/api/v1/eliminacion';

export async function arrancarApp(env: Environment = {}, overrides: AppOverrides = {}): Promise<AppDePrueba> {
  return arrancarAppSobre(await crearBaseDePrueba(), env, overrides);
}

/** The same over a database that is already there; it goes with the service. */
export async function arrancarAppSobre(
  base: BaseDePrueba,
  env: Environment = {},
  overrides: AppOverrides = {},
): Promise<AppDePrueba> {
  const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-http-'));
  const log: string[] = [];
  const loaded = loadConfig({
    ELIMINACION_ENTORNO: 'test',
    ELIMINACION_HTTP_PUERTO: '0',
    ELIMINACION_DATOS: carpeta,
    DATABASE_URL: base.appUrl,
    ...env,
  });
  const app = await createApp(loaded, { logDestino: { write: (line) => log.push(line) }, ...overrides });
  const url = await app.start();
  return {
    app,
    base,
    url,
    log,
    api: (path, { como, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (como !== undefined) headers.set('Authorization', `Bearer ${como}`);
      return fetch(`${url}${API}${path}`, { ...init, headers });
    },
    stop: async () => {
      await app.stop();
      await base.drop();
      await rm(carpeta, { recursive: true, force: true });
    },
  };
}
