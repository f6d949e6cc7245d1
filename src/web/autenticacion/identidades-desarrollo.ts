import { DomainError } from '../../domain/errors/domain-error.ts';
import { accesoErrors } from '../../domain/personas/acceso.errors.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { Permiso } from '../../domain/personas/permiso.ts';
import type { Identidad, VerificarToken } from './identidad.ts';

/** Someone without a password, for the demo and for tests. */
export interface IdentidadDesarrollo {
  readonly nombre: string;
  readonly tenants: readonly string[];
  readonly permisos: readonly Permiso[];
  readonly clearance: NivelSeguridad;
  readonly kind: 'persona' | 'maquina';
}

export const PREFIJO_DESARROLLO = 'dev:';
const EMISOR_DESARROLLO = 'urn:orpycamcp:desarrollo';

/** A town hall in small: nobody holds two neighbouring acts, as in a real one. */
export const IDENTIDADES_INCLUIDAS: readonly IdentidadDesarrollo[] = [
  include('archivo', 3, [
    'PERM_ELIMINACION_CONSULTAR',
    'PERM_ELIMINACION_PROPONER',
    'PERM_ARCHIVO_IMPORTAR',
    'PERM_ARCHIVO_GESTIONAR',
  ]),
  include('publicacion', 3, ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PUBLICAR']),
  include('comite', 3, ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_APROBAR', 'PERM_RETENCION_LEGAL']),
  include('ejecutor', 3, ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_EJECUTAR']),
  include('juridica', 3, ['PERM_ELIMINACION_CONSULTAR', 'PERM_RETENCION_LEGAL']),
  include('administracion', 0, ['PERM_ENTIDAD_ADMIN', 'PERM_DLQ_ADMIN', 'PERM_AUDITORIA']),
  include('consulta', 0, ['PERM_ELIMINACION_CONSULTAR']),
  { ...include('programa', 0, ['PERM_ELIMINACION_CONSULTAR']), kind: 'maquina' },
];

function include(
  nombre: string,
  clearance: NivelSeguridad,
  permisos: readonly Permiso[],
): IdentidadDesarrollo {
  return { nombre, tenants: ['demo'], permisos, clearance, kind: 'persona' };
}

/** Accepts `dev:NAME`. Refuses to exist in production: a configuration that slipped through must not open the door. */
export function createIdentidadesDesarrollo(
  produccion: boolean,
  identidades: readonly IdentidadDesarrollo[],
): VerificarToken {
  if (produccion) throw new Error('development identities must not exist in production');
  const byName = new Map(identidades.map((item) => [item.nombre, item]));
  return async (token) => {
    const found = byName.get(token.slice(PREFIJO_DESARROLLO.length));
    if (found === undefined) {
      throw new DomainError(accesoErrors.token_invalido, { motivo: 'no hay tal identidad de desarrollo' });
    }
    return toIdentidad(found);
  };
}

/** There is no login, so it always counts as just made. */
function toIdentidad(item: IdentidadDesarrollo): Identidad {
  return {
    kind: item.kind,
    issuer: EMISOR_DESARROLLO,
    sub: item.nombre,
    nombre: item.nombre,
    documentoIdentidad: null,
    tenants: item.tenants,
    autenticadoEn: new Date(),
    permisosEn: () => new Set(item.permisos),
    clearanceEn: () => item.clearance,
  };
}
