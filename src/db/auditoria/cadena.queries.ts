import pg, { type PoolClient } from 'pg';
import type { Eslabon, PuntoCadena } from '../../domain/auditoria/eslabon.ts';
import type { Database } from '../database.ts';

const PAGINA = 1_000;
const MINIMO_BIGINT = '-9223372036854775808';

/** A break that is known and was accepted by an act. */
export interface RoturaDeclarada {
  readonly clase: string;
  readonly desde: number;
  readonly hasta: number;
}

/** Whether the schema has a chain at all. */
export async function chainExists(db: Database, cadena: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ exists: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS exists`, [
    `${pg.escapeIdentifier(cadena)}.audit_log`,
  ]);
  return rows[0]?.exists === true;
}

/** The head row, or null if somebody removed it. */
export async function readCabeza(client: PoolClient, cadena: string): Promise<PuntoCadena | null> {
  const { rows } = await client.query<PuntoCadena>(
    `SELECT seq, encode(hash, 'hex') AS hash FROM ${pg.escapeIdentifier(cadena)}.audit_head`,
  );
  return rows[0] ?? null;
}

/** The next rows in order of number; by hash too, in case the damage includes the primary key. */
export async function readPaginaCadena(
  client: PoolClient,
  cadena: string,
  last: PuntoCadena | null,
): Promise<Eslabon[]> {
  const { rows } = await client.query<Eslabon>(
    `SELECT seq, encode(prev_hash, 'hex') AS "prevHash", encode(hash, 'hex') AS hash, contenido
             FROM ${pg.escapeIdentifier(cadena)}.audit_log
            WHERE (seq, hash) > ($1::bigint, decode($2, 'hex'))
            ORDER BY audit_log.seq, audit_log.hash
            LIMIT ${PAGINA}`,
    [last?.seq ?? MINIMO_BIGINT, last?.hash ?? ''],
  );
  return rows;
}

export async function readRoturasDeclaradas(client: PoolClient, cadena: string): Promise<RoturaDeclarada[]> {
  const { rows } = await client.query<RoturaDeclarada>(
    'SELECT clase, desde, hasta FROM public.audit_roturas_declaradas WHERE cadena = $1',
    [cadena],
  );
  return rows;
}
