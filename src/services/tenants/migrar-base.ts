import { migrate } from '../../db/migrate/migrate.ts';

/**
 * Brings the database to this version: shared files, then every entity's, under the one lock of migrators (ADR-041 C19).
 * The address is the owner's, direct. Errors: `migracion_*`.
 */
export function migrarBase(
  url: string,
  lockTimeoutS: number,
  onProgress: Parameters<typeof migrate>[0]['onProgress'] & object,
): Promise<{ readonly aplicadas: number; readonly tenants: number }> {
  return migrate({ url, lockTimeoutS, onProgress });
}
