import { assertTenantOperable } from '../db/tenants/assert-tenant-operable.ts';
import { rememberSuccess } from '../observability/remember-success.ts';
import {
  createIdentidadesDesarrollo,
  IDENTIDADES_INCLUIDAS,
} from '../web/autenticacion/identidades-desarrollo.ts';
import type { AutenticarOptions } from '../web/autenticacion/resolve-actor.ts';
import { createVerificarOidc } from '../web/autenticacion/verificar-oidc.ts';
import type { Partes } from './partes.ts';

const TENANT_VIGENTE_MS = 1_000;

/** Who is believed: the configured issuers and, never in production, the development identities. */
export function createIdentificacion({ config, logger, db }: Partes): AutenticarOptions {
  const { emisores, toleranciaRelojS, desarrollo } = config.identidad;
  const production = config.entorno.entorno === 'production';
  const identidades = desarrollo === 'auto' ? IDENTIDADES_INCLUIDAS : desarrollo;
  const conDesarrollo = identidades !== 'no' && !(production && desarrollo === 'auto');
  return {
    verificarOidc: createVerificarOidc({ emisores, toleranciaS: toleranciaRelojS, logger }),
    verificarDesarrollo: conDesarrollo ? createIdentidadesDesarrollo(production, identidades) : null,
    assertTenantOperable: rememberSuccess(TENANT_VIGENTE_MS, (slug) => assertTenantOperable(db, slug)),
  };
}
