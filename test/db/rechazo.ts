import { DomainError } from '../../src/domain/errors/domain-error.ts';

/** The DomainError with which a promise is rejected; anything else fails the test. */
export async function rechazoDe(promise: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await promise.then(
    () => new Error('no se rechazó'),
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw error;
}

/** The SQLSTATE with which the database itself refuses. */
export async function sqlstateDe(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('no se rechazó'),
    (reason: unknown) => reason,
  );
  if (error instanceof Error && 'code' in error) return String(error.code);
  throw error;
}
