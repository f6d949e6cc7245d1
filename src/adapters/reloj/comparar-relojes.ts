import { DomainError } from '../../domain/errors/domain-error.ts';
import { relojErrors } from './reloj.errors.ts';

const DESVIO_MAXIMO_S = 60;

/** Null while both clocks agree within a minute; otherwise the `reloj_desviado` to throw or to log. */
export function findDesvio(proceso: Date, base: Date): DomainError | null {
  const segundos = Math.abs(proceso.getTime() - base.getTime()) / 1000;
  if (segundos <= DESVIO_MAXIMO_S) return null;
  return new DomainError(relojErrors.reloj_desviado, {
    segundos: Math.round(segundos),
    maximo: DESVIO_MAXIMO_S,
  });
}
