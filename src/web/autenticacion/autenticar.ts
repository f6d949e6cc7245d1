import type { Context } from 'hono';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { WebEnv } from '../web-env.ts';
import { type AutenticarOptions, resolveActor } from './resolve-actor.ts';

export type Autenticar = (c: Context<WebEnv>) => Promise<Actor>;

const LARGO_AGENTE = 512;

/**
 * Who makes this request, and for which entity: `resolveActor` of its bearer token and its `X-Tenant`. Errors:
 * `no_autenticado` and those of `resolveActor`. Sets `actor` in the context.
 */
export function createAutenticar(options: AutenticarOptions): Autenticar {
  return async (c) => {
    const actor = await resolveActor(options, {
      token: readBearer(c.req.header('Authorization')),
      tenant: c.req.header('X-Tenant'),
      canal: 'api',
      ip: c.var.ip,
      agente: c.req.header('User-Agent')?.slice(0, LARGO_AGENTE) ?? null,
      requestId: c.var.requestId,
    });
    c.set('actor', actor);
    return actor;
  };
}

function readBearer(header: string | undefined): string {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new DomainError(generalErrors.no_autenticado);
  return token;
}
