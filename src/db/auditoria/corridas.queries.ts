import type { PuntoCadena } from '../../domain/auditoria/eslabon.ts';
import type { Database } from '../database.ts';
import type { ResultadoCadena } from './verificar-cadena.ts';

/** A verification of all chains, or of some, as it is recorded in `public.audit_chain_runs`. */
export interface CorridaCadenas {
  readonly iniciadaEn: Date;
  /** False if a chain was left out, or could not be read: it then never counts as a verification. */
  readonly completa: boolean;
  readonly cadenas: readonly ResultadoCadena[];
  /** Chain → why it could not be verified. */
  readonly fallidas: Readonly<Record<string, string>>;
  /** Point of each chain that the next run must still find. */
  readonly anclas: ReadonlyMap<string, PuntoCadena | null>;
}

/** Records the run. Only the audit role may. */
export async function insertCorrida(db: Database, corrida: CorridaCadenas): Promise<void> {
  const count = (pick: (cadena: ResultadoCadena) => number) =>
    corrida.cadenas.reduce((total, cadena) => total + pick(cadena), 0);
  await db.pool.query(
    `INSERT INTO public.audit_chain_runs
       (iniciada_en, completa, cadenas, asientos, roturas, roturas_declaradas, detalle)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
    [
      corrida.iniciadaEn,
      corrida.completa,
      corrida.cadenas.length,
      count((cadena) => cadena.asientos),
      count((cadena) => cadena.roturas.length),
      count((cadena) => cadena.declaradas.length),
      JSON.stringify({
        anclas: Object.fromEntries(corrida.anclas),
        roturas: Object.fromEntries(
          corrida.cadenas.flatMap(({ cadena, roturas }) => (roturas.length > 0 ? [[cadena, roturas]] : [])),
        ),
        fallidas: corrida.fallidas,
      }),
    ],
  );
}

/** Points that the last complete run anchored, by chain: what is there now must still contain them. */
export async function readUltimasAnclas(db: Database): Promise<ReadonlyMap<string, PuntoCadena>> {
  const { rows } = await db.pool.query<{ cadena: string; seq: number; hash: string }>(
    `SELECT ancla.key AS cadena, (ancla.value ->> 'seq')::bigint AS seq, ancla.value ->> 'hash' AS hash
       FROM (SELECT detalle FROM public.audit_chain_runs WHERE completa ORDER BY id DESC LIMIT 1) AS ultima,
            jsonb_each(ultima.detalle -> 'anclas') AS ancla
      WHERE jsonb_typeof(ancla.value) = 'object'`,
  );
  return new Map(rows.map(({ cadena, seq, hash }) => [cadena, { seq, hash }]));
}
