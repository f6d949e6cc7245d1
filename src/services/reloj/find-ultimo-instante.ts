import { findUltimoInstante as queryUltimoInstante } from '../../db/reloj/ultimo-instante.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Servicios } from '../servicios.ts';

/** The latest legal instant an entity's records hold, or null: a clock that was moved forward must not go back. */
export async function findUltimoInstante({ db }: Pick<Servicios, 'db'>, slug: string): Promise<Date | null> {
  return withTenantTx(db, slug, queryUltimoInstante, { readOnly: true });
}
