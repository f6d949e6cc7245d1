import { z } from 'zod';
import { PERMISOS } from '../domain/personas/permiso.ts';
import { defineKey } from './config-block.ts';
import { integerText, jsonText, urlText } from './text-schemas.ts';

/** Only asymmetric signatures: with a shared secret, whoever verifies could also forge. */
const ALGORITMOS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,40}$/, { error: 'Debe ser el identificador de una entidad.' });
const claim = z.string().min(1);

const claimsSchema = z.strictObject({
  tenant: claim.default('tenant'),
  permissions: claim.default('permissions'),
  clearance: claim.default('clearance'),
  nationalId: claim.nullable().default(null),
  kind: claim.default('actor_kind'),
  name: claim.default('name'),
});

const issuerSchema = z.strictObject({
  issuer: urlText(['https:', 'http:']),
  audiences: z.array(z.string().min(1)).min(1),
  algorithms: z.array(z.enum(ALGORITMOS)).min(1),
  jwksUri: urlText(['https:', 'http:']),
  tenants: z.array(slug).min(1),
  claims: claimsSchema.prefault({}),
});

const identitySchema = z.strictObject({
  nombre: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, { error: 'Debe ser un nombre corto en minúsculas.' }),
  tenants: z.array(slug).min(1),
  permisos: z.array(z.enum(PERMISOS)),
  clearance: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
  kind: z.enum(['persona', 'maquina']).default('persona'),
});

/** `auto` means the built-in ones outside production and none in it. */
const developmentSchema = z.union([z.enum(['auto', 'no']), jsonText(z.array(identitySchema).min(1))], {
  error: 'Debe ser «auto», «no» o un JSON con la lista de identidades.',
});

export const identidadConfig = {
  emisores: defineKey({
    env: 'ELIMINACION_OIDC_EMISORES',
    doc: 'Emisores de identidad admitidos, en JSON: `[{"issuer","audiences":[…],"algorithms":["ES256"],"jwksUri","tenants":[…],"claims":{"tenant","permissions","clearance","nationalId","kind","name"}}]`. Cada emisor solo puede nombrar las entidades de su lista; `claims` dice en qué campo del token viene cada dato.',
    schema: jsonText(z.array(issuerSchema)).refine(
      (list) => new Set(list.map((item) => item.issuer)).size === list.length,
      { error: 'Cada emisor debe aparecer una sola vez.' },
    ),
    default: '[]',
  }),
  toleranciaRelojS: defineKey({
    env: 'ELIMINACION_OIDC_TOLERANCIA_S',
    doc: 'Diferencia de reloj que se tolera con el emisor al mirar la vigencia de un token.',
    unit: 'segundos',
    schema: integerText(0, 120),
    default: '10',
  }),
  desarrollo: defineKey({
    env: 'ELIMINACION_IDENTIDADES_DESARROLLO',
    doc: 'Identidades sin contraseña para probar (`Authorization: Bearer dev:NOMBRE`). `auto`: las incluidas, fuera de `production`; `no`: ninguna; o una lista propia en JSON: `[{"nombre","tenants":[…],"permisos":[…],"clearance","kind"}]`.',
    schema: developmentSchema,
    default: 'auto',
  }),
};
