import type { PoolClient } from 'pg';
import { type Eslabon, genesisHash, type PuntoCadena } from '../../domain/auditoria/eslabon.ts';
import type { Rotura } from '../../domain/auditoria/rotura.ts';
import { VerificadorCadena } from '../../domain/auditoria/verificador-cadena.ts';
import type { Database } from '../database.ts';
import { mapPgError } from '../pg-errors.ts';
import {
  type RoturaDeclarada,
  readCabeza,
  readPaginaCadena,
  readRoturasDeclaradas,
} from './cadena.queries.ts';

/** What the verification of one chain found. `cadena` is its schema: `public` for SYSTEM. */
export interface ResultadoCadena {
  readonly cadena: string;
  readonly asientos: number;
  readonly cabeza: PuntoCadena | null;
  /** Breaks that nobody declared. */
  readonly roturas: readonly Rotura[];
  readonly declaradas: readonly Rotura[];
}

/**
 * Reads one whole chain in order of number, in one snapshot and constant memory, and tells its breaks apart.
 * `anclas` are points of it known from elsewhere: without one, a cut tail whose head was moved back can't be seen.
 * Needs a role that may read the chain: audit or verifier. Errors: `base_no_disponible`.
 */
export async function verifyAuditChain(
  db: Database,
  cadena: string,
  anclas: readonly PuntoCadena[] = [],
): Promise<ResultadoCadena> {
  return withSnapshot(db, async (client) => {
    const cabeza = await readCabeza(client, cadena);
    const verificador = new VerificadorCadena(genesisHash(cadena), cabeza, anclas);
    for await (const row of streamCadena(client, cadena)) verificador.push(row);
    const declaradas = await readRoturasDeclaradas(client, cadena);
    const todas = verificador.finish();
    const esDeclarada = (rotura: Rotura) => declaradas.some((declarada) => covers(declarada, rotura));
    return {
      cadena,
      asientos: verificador.asientos,
      cabeza,
      roturas: todas.filter((rotura) => !esDeclarada(rotura)),
      declaradas: todas.filter(esDeclarada),
    };
  });
}

async function* streamCadena(client: PoolClient, cadena: string): AsyncGenerator<Eslabon> {
  let last: PuntoCadena | null = null;
  for (;;) {
    const page: Eslabon[] = await readPaginaCadena(client, cadena, last);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = { seq: end.seq, hash: end.hash };
  }
}

function covers(declarada: RoturaDeclarada, rotura: Rotura): boolean {
  return (
    declarada.clase === rotura.clase && declarada.desde <= rotura.desde && declarada.hasta >= rotura.hasta
  );
}

/** Head and rows must be of one instant, or every append meanwhile would look like a break. */
async function withSnapshot<T>(db: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect().catch((error: unknown) => {
    throw mapPgError(error);
  });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw mapPgError(error);
  }
}
