import type { Context } from 'hono';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import { accesoErrors } from '../../domain/personas/acceso.errors.ts';
import type { Actor, Canal } from '../../domain/personas/actor.ts';
import type { WebEnv } from '../web-env.ts';
import type { Identidad, VerificarToken } from './identidad.ts';
import { PREFIJO_DESARROLLO } from './identidades-desarrollo.ts';

export interface AutenticarOptions {
  readonly verificarOidc: VerificarToken;
  /** Null where development identities do not exist: then `dev:` is a malformed token like any other. */
  readonly verificarDesarrollo: VerificarToken | null;
  /** Throws where the entity may not be used now: unknown, suspended, still being provisioned. */
  readonly assertTenantOperable: (tenant: string) => Promise<void>;
  readonly canal: Canal;
}

export type Autenticar = (c: Context<WebEnv>) => Promise<Actor>;

const LARGO_AGENTE = 512;

/**
 * Who makes this request, and for which entity: the token's only one, or the one that `X-Tenant` picks among the
 * token's. Errors: `no_autenticado`, `token_invalido`, `tenant_requerido`, `tenant_no_permitido`, and those of the
 * entity's state. Sets `actor` in the context.
 */
export function createAutenticar(options: AutenticarOptions): Autenticar {
  return async (c) => {
    const token = readBearer(c.req.header('Authorization'));
    const development = token.startsWith(PREFIJO_DESARROLLO) ? options.verificarDesarrollo : null;
    const identidad = await (development ?? options.verificarOidc)(token);
    const tenant = chooseTenant(identidad, c.req.header('X-Tenant'));
    await options.assertTenantOperable(tenant);
    const actor = buildActor(identidad, tenant, options.canal, c);
    c.set('actor', actor);
    return actor;
  };
}

function readBearer(header: string | undefined): string {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new DomainError(generalErrors.no_autenticado);
  return token;
}

function chooseTenant({ tenants }: Identidad, wanted: string | undefined): string {
  if (wanted !== undefined) {
    if (tenants.includes(wanted)) return wanted;
    throw new DomainError(accesoErrors.tenant_no_permitido, { tenant: wanted });
  }
  const [only, ...others] = tenants;
  if (only === undefined) throw new DomainError(accesoErrors.tenant_no_permitido, { tenant: '(ninguna)' });
  if (others.length > 0) throw new DomainError(accesoErrors.tenant_requerido);
  return only;
}

function buildActor(identidad: Identidad, tenant: string, canal: Canal, c: Context<WebEnv>): Actor {
  return {
    kind: identidad.kind,
    issuer: identidad.issuer,
    sub: identidad.sub,
    nombre: identidad.nombre,
    documentoIdentidad: identidad.documentoIdentidad,
    tenant,
    permisos: identidad.permisosEn(tenant),
    clearance: identidad.clearanceEn(tenant),
    autenticadoEn: identidad.autenticadoEn,
    canal,
    ip: c.var.ip,
    agente: c.req.header('User-Agent')?.slice(0, LARGO_AGENTE) ?? null,
    requestId: c.var.requestId,
  };
}
