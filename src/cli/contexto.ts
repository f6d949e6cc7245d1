import { randomUUID } from 'node:crypto';
import { type App, createApp } from '../app.ts';
import { loadConfig } from '../config/load-config.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import type { Actor } from '../domain/personas/actor.ts';

/** What a command works with: the application, not listening and without workers, and who runs the command. */
export interface ContextoCli {
  readonly app: App;
  readonly actor: Actor;
}

export interface OpcionesIdentidad {
  /** Development identity (`--como`). */
  readonly como?: string;
  /** Entity, where the identity reaches several. */
  readonly entidad?: string;
}

/**
 * Opens the application for one command and closes it afterwards, whatever happened. The identity is a development one
 * or the bearer token in ELIMINACION_TOKEN, verified like any other.
 */
export async function withContexto<T>(
  opciones: OpcionesIdentidad,
  work: (contexto: ContextoCli) => Promise<T>,
): Promise<T> {
  return withApp(async (app) => work({ app, actor: await identify(app, opciones) }));
}

/** The same for commands that act as nobody: verification, health, migrations. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(loadConfig({ ELIMINACION_LOG_NIVEL: 'warn', ...process.env }), {
    roles: () => [],
  });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

async function identify(app: App, { como, entidad }: OpcionesIdentidad): Promise<Actor> {
  const token = como === undefined ? process.env['ELIMINACION_TOKEN'] : `dev:${como}`;
  if (token === undefined || token === '') throw new DomainError(generalErrors.no_autenticado);
  return app.identify({
    token,
    tenant: entidad,
    canal: 'cli',
    ip: null,
    agente: 'eliminacion (línea de órdenes)',
    requestId: randomUUID(),
  });
}
