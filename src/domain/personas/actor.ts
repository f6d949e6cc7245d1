import type { NivelSeguridad } from './nivel-seguridad.ts';
import type { Permiso } from './permiso.ts';

/** `sistema` is this service acting on captured authority; it never holds a permission of its own. */
export type ActorKind = 'persona' | 'maquina' | 'sistema';

export type Canal = 'api' | 'web' | 'cli' | 'mcp' | 'interno';

/**
 * Who acts, with what authority, from where. A person is the pair (issuer, sub): names are for reading only.
 * `documentoIdentidad` is the national id claim, where the entity configured one, for separation of persons.
 */
export interface Actor {
  readonly kind: ActorKind;
  readonly issuer: string;
  readonly sub: string;
  readonly nombre: string;
  readonly documentoIdentidad: string | null;
  readonly tenant: string;
  readonly permisos: ReadonlySet<Permiso>;
  readonly clearance: NivelSeguridad;
  /** Instant of the login behind the token; null where unknown, which counts as too old. */
  readonly autenticadoEn: Date | null;
  readonly canal: Canal;
  readonly ip: string | null;
  readonly agente: string | null;
  readonly requestId: string;
}

/** Stable key of a person across tokens, e.g. to compare proposer and approver. */
export function actorId(actor: Pick<Actor, 'issuer' | 'sub'>): string {
  return `${actor.issuer}|${actor.sub}`;
}
