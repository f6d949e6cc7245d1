import { DomainError } from '../../domain/errors/domain-error.ts';
import { accesoErrors } from '../../domain/personas/acceso.errors.ts';
import type { Actor, Canal } from '../../domain/personas/actor.ts';
import type { Identidad, VerificarToken } from './identidad.ts';
import { PREFIJO_DESARROLLO } from './identidades-desarrollo.ts';

export interface AutenticarOptions {
  readonly verificarOidc: VerificarToken;
  /** Null where development identities do not exist: then `dev:` is a malformed token like any other. */
  readonly verificarDesarrollo: VerificarToken | null;
  /** Throws where the entity may not be used now: unknown, suspended, still being provisioned. */
  readonly assertTenantOperable: (tenant: string) => Promise<void>;
}

/** A token, the entity it is used for, and where the request comes from. */
export interface Credencial {
  readonly token: string;
  /** Undefined: the token's only entity. */
  readonly tenant: string | undefined;
  readonly canal: Canal;
  readonly ip: string | null;
  readonly agente: string | null;
  readonly requestId: string;
}

/**
 * Who a token is, on any surface: for the token's only entity, or the one asked for among the token's. Errors:
 * `token_invalido`, `tenant_requerido`, `tenant_no_permitido`, and those of the entity's state.
 */
export async function resolveActor(options: AutenticarOptions, credencial: Credencial): Promise<Actor> {
  const { token, tenant: wanted, ...origen } = credencial;
  const development = token.startsWith(PREFIJO_DESARROLLO) ? options.verificarDesarrollo : null;
  const identidad = await (development ?? options.verificarOidc)(token);
  const tenant = chooseTenant(identidad, wanted);
  await options.assertTenantOperable(tenant);
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
    ...origen,
  };
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
