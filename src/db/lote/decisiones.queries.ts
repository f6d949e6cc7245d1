import type { Sesion } from '../../domain/lote/sesion-comite.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface NuevaDecision {
  readonly loteId: string;
  readonly sesion: Sesion;
  readonly sha256Completo: string;
  readonly retirados: number;
  readonly aprobadorId: string;
  readonly aprobadorNombre: string;
  readonly decididoEn: Date;
}

/** Records the committee's approval with who attended and how they voted; gives its id. */
export async function insertDecision(tx: TenantTx, decision: NuevaDecision): Promise<number> {
  const { acta, concepto, asistentes } = decision.sesion;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO eliminacion_decisiones (lote_id, sentido, acta_comite_numero, acta_comite_fecha, concepto_numero, concepto_fecha,
       concepto_sha256, sha256_completo, retirados, aprobador_id, aprobador_nombre, decidido_en)
     VALUES ($1, 'aprobado', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      decision.loteId,
      acta.numero,
      acta.fecha,
      concepto.numero,
      concepto.fecha,
      concepto.sha256,
      decision.sha256Completo,
      decision.retirados,
      decision.aprobadorId,
      decision.aprobadorNombre,
      decision.decididoEn,
    ],
  );
  if (row === undefined) throw new Error('decision not inserted');
  await tx.execute(
    `INSERT INTO eliminacion_decision_asistentes (decision_id, n, nombre, cargo, rol, voto)
     SELECT $1, a.n, a.nombre, a.cargo, a.rol, a.voto
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS a (nombre, cargo, rol, voto, n)`,
    [
      row.id,
      asistentes.map(({ nombre }) => nombre),
      asistentes.map(({ cargo }) => cargo),
      asistentes.map(({ rol }) => rol),
      asistentes.map(({ voto }) => voto),
    ],
  );
  return row.id;
}

export interface NuevoAplazamiento {
  readonly expedienteId: string;
  readonly hasta: string;
  readonly motivo: string;
}

/** A postponement keeps its expedientes out of any lote until the date given, as a hold. */
export async function insertAplazamientos(
  tx: TenantTx,
  aplazamientos: readonly NuevoAplazamiento[],
  acto: {
    readonly mandato: string;
    readonly autoridad: string;
    readonly actor: string;
    readonly instante: Date;
  },
): Promise<void> {
  if (aplazamientos.length === 0) return;
  await tx.execute(
    `INSERT INTO retenciones_legales (alcance, expediente_id, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
     SELECT 'expediente', a.expediente, 'aplazamiento', $4, $5, a.motivo, a.hasta, $6, $7
       FROM unnest($1::uuid[], $2::date[], $3::text[]) AS a (expediente, hasta, motivo)`,
    [
      aplazamientos.map(({ expedienteId }) => expedienteId),
      aplazamientos.map(({ hasta }) => hasta),
      aplazamientos.map(({ motivo }) => motivo),
      acto.mandato,
      acto.autoridad,
      acto.instante,
      acto.actor,
    ],
  );
}
