import type { Actor } from '../../src/domain/personas/actor.ts';
import type { Permiso } from '../../src/domain/personas/permiso.ts';

const PERMISOS = {
  administradora: ['PERM_ENTIDAD_ADMIN'],
  proponente: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PROPONER'],
  publicador: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PUBLICAR'],
  aprobador: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_APROBAR'],
  ejecutor: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_EJECUTAR'],
} as const satisfies Record<string, readonly Permiso[]>;

export type Papel = keyof typeof PERMISOS;

/** A person of the entity `demo` with the permissions of one role, everything in reach and a login of this instant. */
export function makePersona(papel: Papel, cambios: Partial<Actor> = {}): Actor {
  return {
    kind: 'persona',
    issuer: 'https://identidad.example',
    sub: papel,
    nombre: `Persona ${papel}`,
    documentoIdentidad: null,
    tenant: 'demo',
    permisos: new Set(PERMISOS[papel]),
    clearance: 3,
    autenticadoEn: new Date(),
    canal: 'cli',
    ip: null,
    agente: null,
    requestId: 'prueba',
    ...cambios,
  };
}
