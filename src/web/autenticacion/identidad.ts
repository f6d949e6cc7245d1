import type { ActorKind } from '../../domain/personas/actor.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { Permiso } from '../../domain/personas/permiso.ts';

/** What a credential proves, before it is known for which entity it is used. */
export interface Identidad {
  readonly kind: Exclude<ActorKind, 'sistema'>;
  readonly issuer: string;
  readonly sub: string;
  readonly nombre: string;
  readonly documentoIdentidad: string | null;
  /** The entities it reaches. */
  readonly tenants: readonly string[];
  readonly autenticadoEn: Date | null;
  permisosEn(tenant: string): ReadonlySet<Permiso>;
  clearanceEn(tenant: string): NivelSeguridad;
}

/** Turns the text of a bearer token into an identity, or throws `token_invalido` | `emisor_no_disponible`. */
export type VerificarToken = (token: string) => Promise<Identidad>;
