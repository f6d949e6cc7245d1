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

/** Development identities that orders take by default, where nobody said who acts and they exist. */
export type Papel = 'archivo' | 'publicacion' | 'comite' | 'ejecutor' | 'administracion';

/**
 * Opens the application for one command and closes it afterwards, whatever happened. The identity is a development one
 * or the bearer token in ELIMINACION_TOKEN, verified like any other; without either, outside production, the
 * development identity whose act this is.
 */
export async function withContexto<T>(
  opciones: OpcionesIdentidad,
  papel: Papel,
  work: (contexto: ContextoCli) => Promise<T>,
): Promise<T> {
  return withApp(async (app) => work({ app, actor: await identify(app, opciones, papel) }));
}

/** The same for commands that act as nobody: verification, health, migrations. The log goes to standard error. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(loadConfig({ ELIMINACION_LOG_NIVEL: 'warn', ...process.env }), {
    roles: () => [],
    logDestino: process.stderr,
  });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

async function identify(app: App, { como, entidad }: OpcionesIdentidad, papel: Papel): Promise<Actor> {
  const token = como === undefined ? readToken() : `dev:${como}`;
  return app.identify({
    token: token ?? chooseDesarrollo(app, papel),
    tenant: entidad,
    canal: 'cli',
    ip: null,
    agente: 'eliminacion (línea de órdenes)',
    requestId: randomUUID(),
  });
}

function readToken(): string | null {
  const token = process.env['ELIMINACION_TOKEN'] ?? '';
  return token === '' ? null : token;
}

/** Only the built-in identities, which never exist in production. */
function chooseDesarrollo({ config }: App, papel: Papel): string {
  if (config.entorno.entorno === 'production' || config.identidad.desarrollo !== 'auto') {
    throw new DomainError(generalErrors.no_autenticado);
  }
  process.stderr.write(
    `Se actúa como «${papel}», identidad de desarrollo; con --como o ELIMINACION_TOKEN, como otra persona.\n`,
  );
  return `dev:${papel}`;
}
