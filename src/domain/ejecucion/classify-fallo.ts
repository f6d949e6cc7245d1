import { DomainError } from '../errors/domain-error.ts';
import { generalErrors } from '../errors/general.errors.ts';
import { ejecucionErrors } from './ejecucion.errors.ts';

/**
 * What a failure of a run speaks of. `sin_base`: the database itself is gone, so nothing can be said of any ítem and
 * nothing is counted; `almacen`: bytes could not be read, written or proven absent; `otro`: the rest.
 */
export type ClaseFallo = 'sin_base' | 'almacen' | 'otro';

export function classifyFallo(error: unknown): ClaseFallo {
  if (!(error instanceof DomainError)) return 'otro';
  if (error.definition === generalErrors.base_no_disponible) return 'sin_base';
  const deBytes = error.definition === ejecucionErrors.bytes_presentes || /^(almacen|worm)_/.test(error.code);
  return deBytes ? 'almacen' : 'otro';
}
