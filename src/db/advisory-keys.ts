import type { TenantTx } from './tenant-tx.ts';

/**
 * Every advisory lock of the service, so that no two mean different things by one key. Session locks have one key of 64
 * bits; those of a transaction have two of 32: the class, and a hash of what is locked within a tenant. A hash that two
 * things share makes one wait for the other, never anything worse.
 *
 * Taken in this order: idempotency, holds, then row locks, then the digest of an upload (see the order of locks in
 * docs/adr). The migrators' lock is held by no one who takes another.
 */

/** The eight ASCII bytes of ORPYCAM1, as text: above 2^53 a JavaScript number would be another lock. */
export const CERROJO_MIGRACIONES = '5715719221397245233';

const CLASES = {
  /** Equal requests wait for each other. */
  idempotencia: 1_229_211_981,
  /** Who places a hold, exclusively; who is about to destroy, shared. */
  retenciones: 1_380_275_284,
  /** Uploads of equal bytes. */
  objeto: 5_194_314,
} as const;

export type ClaseCerrojo = keyof typeof CLASES;

/** Waits for the lock of something within the tenant; the end of the transaction gives it back. */
export async function lockAdvisory(
  tx: TenantTx,
  clase: ClaseCerrojo,
  partes: readonly string[],
  modo: 'exclusivo' | 'compartido' = 'exclusivo',
): Promise<void> {
  const lock = modo === 'exclusivo' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await tx.query(`SELECT ${lock}($1::int, hashtext($2))`, [CLASES[clase], [tx.slug, ...partes].join('\n')]);
}
