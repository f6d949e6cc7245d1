import type { Actor } from '../src/domain/personas/actor.ts';
import type { Permiso } from '../src/domain/personas/permiso.ts';
import { ENTIDAD } from './base-de-banco.ts';

/** A person of the measured entity with these permissions and everything in reach. */
export function makeActor(...permisos: readonly Permiso[]): Actor {
  return {
    kind: 'persona',
    issuer: 'https://identidad.example',
    sub: 'banco',
    nombre: 'Persona que mide',
    documentoIdentidad: null,
    tenant: ENTIDAD,
    permisos: new Set(permisos),
    clearance: 3,
    autenticadoEn: new Date(),
    canal: 'cli',
    ip: null,
    agente: null,
    requestId: 'banco',
  };
}
