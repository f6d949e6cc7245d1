import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { accesoErrors } from '../../domain/personas/acceso.errors.ts';
import type { Logger } from '../../observability/logger.ts';
import type { VerificarToken } from './identidad.ts';
import { identidadFromClaims, type NombresClaims } from './identidad-from-claims.ts';

/** One issuer we believe, and how far. `algorithms` holds asymmetric ones only. */
export interface EmisorOidc {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly jwksUri: string;
  readonly tenants: readonly string[];
  readonly claims: NombresClaims;
}

export interface VerificarOidcOptions {
  readonly emisores: readonly EmisorOidc[];
  readonly toleranciaS: number;
  readonly logger: Logger;
}

interface Verificador {
  readonly emisor: EmisorOidc;
  readonly keys: JWTVerifyGetKey;
}

const PLAZO_JWKS_MS = 5_000;
const VIGENCIA_JWKS_MS = 600_000;
const ESPERA_JWKS_MS = 30_000;

/**
 * Verifies access tokens of the configured issuers: signature by a key the issuer publishes, algorithm from its own
 * list, issuer, audience, expiry and start. Keys are cached; an unknown `kid` fetches them again at most every 30 s.
 * Throws `token_invalido`, or `emisor_no_disponible` when the keys can't be had.
 */
export function createVerificarOidc(options: VerificarOidcOptions): VerificarToken {
  const byIssuer = new Map(options.emisores.map((emisor) => [emisor.issuer, openVerificador(emisor)]));
  return async (token) => {
    const verificador = byIssuer.get(readIssuer(token));
    if (verificador === undefined) throw invalid('su emisor no es de los admitidos');
    const { emisor } = verificador;
    const claims = await verify(token, verificador, options.toleranciaS);
    const avisar = (aviso: string): void => {
      options.logger.warn({ issuer: emisor.issuer, sub: claims.sub }, `token claims: ${aviso}`);
    };
    return identidadFromClaims(claims, emisor.issuer, {
      nombres: emisor.claims,
      tenants: emisor.tenants,
      avisar,
    });
  };
}

function openVerificador(emisor: EmisorOidc): Verificador {
  const keys = createRemoteJWKSet(new URL(emisor.jwksUri), {
    timeoutDuration: PLAZO_JWKS_MS,
    cacheMaxAge: VIGENCIA_JWKS_MS,
    cooldownDuration: ESPERA_JWKS_MS,
  });
  return { emisor, keys };
}

/** Unverified, and used only to choose whose keys must verify it. */
function readIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch (error) {
    throw invalid('no tiene la forma esperada', error);
  }
}

async function verify(token: string, { emisor, keys }: Verificador, toleranciaS: number) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: emisor.issuer,
      audience: [...emisor.audiences],
      algorithms: [...emisor.algorithms],
      clockTolerance: toleranciaS,
      requiredClaims: ['sub', 'exp'],
    });
    return payload;
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): DomainError {
  if (error instanceof errors.JWTExpired) return invalid('ya venció', error);
  if (error instanceof errors.JWTClaimValidationFailed) return invalid(renderClaim(error.claim), error);
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid('su algoritmo de firma no se admite', error);
  if (isAboutTheToken(error)) return invalid('su firma no corresponde a las claves del emisor', error);
  return new DomainError(accesoErrors.emisor_no_disponible, {}, { cause: error });
}

const FALLAS_DEL_TOKEN = [
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JOSENotSupported,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

function isAboutTheToken(error: unknown): boolean {
  return FALLAS_DEL_TOKEN.some((Falla) => error instanceof Falla);
}

function renderClaim(claim: string): string {
  if (claim === 'aud') return 'no fue emitido para este servicio';
  if (claim === 'nbf') return 'todavía no rige';
  return `su dato «${claim}» falta o no es el esperado`;
}

function invalid(motivo: string, cause?: unknown): DomainError {
  return new DomainError(accesoErrors.token_invalido, { motivo }, { cause });
}
