import { DomainError } from '../errors/domain-error.ts';
import { accesoErrors } from './acceso.errors.ts';
import type { Actor } from './actor.ts';

const MINUTOS = 15;
const MINUTO_MS = 60_000;

/**
 * Throws `login_antiguo` unless the login behind the token is at most 15 minutes old at `ahora`, which is the real
 * time of the machine, never the legal clock. An unknown login, or one in the future, counts as too old.
 */
export function requireLoginReciente(actor: Pick<Actor, 'autenticadoEn'>, ahora: Date): void {
  const edad = actor.autenticadoEn === null ? Number.NaN : ahora.getTime() - actor.autenticadoEn.getTime();
  const reciente = edad >= -MINUTO_MS && edad <= MINUTOS * MINUTO_MS;
  if (!reciente) throw new DomainError(accesoErrors.login_antiguo, { minutos: MINUTOS });
}
