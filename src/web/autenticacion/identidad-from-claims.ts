import { isNivel, type NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import { isPermiso, type Permiso } from '../../domain/personas/permiso.ts';
import type { Identidad } from './identidad.ts';

/** In which claim each fact comes; a name with dots reaches into objects (`realm_access.roles`). */
export interface NombresClaims {
  readonly tenant: string;
  readonly permissions: string;
  readonly clearance: string;
  readonly nationalId: string | null;
  readonly kind: string;
  readonly name: string;
}

export type Claims = Readonly<Record<string, unknown>>;

interface ClaimsOptions {
  readonly nombres: NombresClaims;
  /** The closed set of entities this issuer may speak of. */
  readonly tenants: readonly string[];
  /** Told, without values, of every claim that was not understood. */
  readonly avisar: (aviso: string) => void;
}

/**
 * Reads the claims of a token whose signature, issuer, audience and dates are already verified. What is missing or
 * malformed always means less: no permission, clearance 0, no login instant, a machine rather than a person.
 */
export function identidadFromClaims(claims: Claims, issuer: string, options: ClaimsOptions): Identidad {
  const { nombres, avisar } = options;
  const sub = text(claims['sub']) ?? '';
  return {
    kind: readKind(claims, nombres.kind),
    issuer,
    sub,
    nombre: text(claimAt(claims, nombres.name)) ?? sub,
    documentoIdentidad: nombres.nationalId === null ? null : text(claimAt(claims, nombres.nationalId)),
    tenants: readTenants(claimAt(claims, nombres.tenant), options),
    autenticadoEn: readInstant(claims['auth_time']),
    permisosEn: (tenant) => readPermisos(ofTenant(claimAt(claims, nombres.permissions), tenant), avisar),
    clearanceEn: (tenant) => readClearance(ofTenant(claimAt(claims, nombres.clearance), tenant), avisar),
  };
}

/** A claim of that exact name wins over a path, so that names that are URLs work too. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, key) => {
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, claims);
}

/** Permissions and clearance may be given once for all entities, or as an object with one value per entity. */
function ofTenant(value: unknown, tenant: string): unknown {
  if (!isObject(value)) return value;
  return Object.hasOwn(value, tenant) ? value[tenant] : undefined;
}

function readTenants(value: unknown, { tenants, avisar }: ClaimsOptions): readonly string[] {
  const named = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  const allowed = tenants.filter((tenant) => named.includes(tenant));
  if (allowed.length < named.length) avisar('names a tenant outside the closed set of its issuer');
  return allowed;
}

/** A list, or the words of one text as OAuth scopes come. What is not one of our permissions is ignored. */
function readPermisos(value: unknown, avisar: (aviso: string) => void): ReadonlySet<Permiso> {
  const names: unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  if (value !== undefined && typeof value !== 'string' && !Array.isArray(value)) {
    avisar('permissions are neither a list nor a text: none granted');
  }
  return new Set(names.filter((name) => typeof name === 'string').filter(isPermiso));
}

/** In doubt about a reader: 0, and logged. */
function readClearance(value: unknown, avisar: (aviso: string) => void): NivelSeguridad {
  const number = typeof value === 'string' && /^[0-3]$/.test(value) ? Number(value) : value;
  if (isNivel(number)) return number;
  avisar(value === undefined ? 'no clearance: 0 taken' : 'clearance malformed or several: 0 taken');
  return 0;
}

/**
 * The claim decides; any value but `persona` is a machine. Without the claim, a token that a client got for itself
 * (RFC 9068: sub = client_id) is a machine's.
 */
function readKind(claims: Claims, name: string): Identidad['kind'] {
  const value = claimAt(claims, name);
  if (value !== undefined) return value === 'persona' ? 'persona' : 'maquina';
  const client = claims['client_id'] ?? claims['azp'];
  return client !== undefined && client === claims['sub'] ? 'maquina' : 'persona';
}

function readInstant(value: unknown): Date | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? new Date(value * 1000) : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
