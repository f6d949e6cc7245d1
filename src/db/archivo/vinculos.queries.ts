import type { TenantTx } from '../tenant-tx.ts';

export interface NuevoVinculo {
  readonly radicadoId: string;
  readonly citanteId: string;
  readonly motivo: string;
}

/** Records links and gives their ids, in order; null for one that was pending already. */
export async function insertVinculos(
  tx: TenantTx,
  vinculos: readonly NuevoVinculo[],
  acto: { readonly actor: string; readonly instante: Date },
): Promise<(number | null)[]> {
  const rows = await tx.query<{ id: number; radicadoId: string; citanteId: string }>(
    `INSERT INTO vinculos (radicado_id, expediente_citante_id, motivo, creado_en, creado_por)
     SELECT n.radicado_id, n.citante_id, n.motivo, $4, $5
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (radicado_id, citante_id, motivo)
     ON CONFLICT (radicado_id, expediente_citante_id) WHERE resuelto_en IS NULL DO NOTHING
     RETURNING id, radicado_id AS "radicadoId", expediente_citante_id AS "citanteId"`,
    [
      vinculos.map(({ radicadoId }) => radicadoId),
      vinculos.map(({ citanteId }) => citanteId),
      vinculos.map(({ motivo }) => motivo),
      acto.instante,
      acto.actor,
    ],
  );
  const ids = new Map(rows.map(({ id, radicadoId, citanteId }) => [`${radicadoId} ${citanteId}`, id]));
  return vinculos.map(({ radicadoId, citanteId }) => ids.get(`${radicadoId} ${citanteId}`) ?? null);
}

/** The pending link between those two, or null. */
export async function findVinculoPendiente(
  tx: TenantTx,
  radicadoId: string,
  citanteId: string,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'SELECT id FROM vinculos WHERE radicado_id = $1 AND expediente_citante_id = $2 AND resuelto_en IS NULL',
    [radicadoId, citanteId],
  );
  return row?.id ?? null;
}

export interface Vinculo {
  readonly id: number;
  /** The expediente of the radicado that is cited. */
  readonly expedienteId: string;
  readonly radicadoId: string;
  readonly citanteId: string;
  readonly resuelto: boolean;
}

export async function findVinculo(tx: TenantTx, id: number): Promise<Vinculo | null> {
  const [row] = await tx.query<Vinculo>(
    `SELECT v.id, r.expediente_id AS "expedienteId", r.id AS "radicadoId", v.expediente_citante_id AS "citanteId",
            v.resuelto_en IS NOT NULL AS resuelto
       FROM vinculos v JOIN radicados r ON r.id = v.radicado_id WHERE v.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Resolves a pending link; false if it was resolved before. */
export async function closeVinculo(
  tx: TenantTx,
  id: number,
  acto: {
    readonly resolucion: 'copia' | 'referencia_actualizada' | 'confirmado';
    readonly motivo: string;
    readonly actor: string;
    readonly instante: Date;
  },
): Promise<boolean> {
  const tocados = await tx.execute(
    `UPDATE vinculos SET resuelto_en = $2, resolucion = $3, resuelto_por = $4, resolucion_motivo = $5
      WHERE id = $1 AND resuelto_en IS NULL`,
    [id, acto.instante, acto.resolucion, acto.actor, acto.motivo],
  );
  return tocados === 1;
}

/** The radicados of these ids or numbers, in the order asked; null where there is none. */
export async function listRadicadosPorReferencia(
  tx: TenantTx,
  referencias: readonly string[],
): Promise<({ id: string; expedienteId: string } | null)[]> {
  const rows = await tx.query<{ n: number; id: string; expedienteId: string }>(
    `SELECT x.n, r.id, r.expediente_id AS "expedienteId"
       FROM unnest($1::text[]) WITH ORDINALITY AS x (referencia, n)
       JOIN radicados r ON r.numero = x.referencia
     UNION ALL
     SELECT x.n, r.id, r.expediente_id
       FROM unnest($1::text[]) WITH ORDINALITY AS x (referencia, n)
       JOIN radicados r ON r.id = CASE WHEN x.referencia ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN x.referencia::uuid END`,
    [referencias],
  );
  const hallados = new Map(rows.map(({ n, id, expedienteId }) => [n, { id, expedienteId }]));
  return referencias.map((_referencia, n) => hallados.get(n + 1) ?? null);
}
