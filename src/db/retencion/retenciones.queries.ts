import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { Alcance, ClaseRetencion } from '../../domain/retencion/alcance.ts';
import { lockAdvisory } from '../advisory-keys.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Retencion {
  readonly id: number;
  readonly alcance: Alcance['alcance'];
  readonly expedienteId: string | null;
  readonly serieCodigo: string | null;
  readonly subserieCodigo: string | null;
  readonly dependenciaCodigo: string | null;
  readonly loteId: string | null;
  readonly clase: ClaseRetencion;
  readonly mandato: string;
  readonly autoridad: string;
  readonly motivo: string;
  readonly revisionEn: string;
  readonly impuestaEn: Date;
  readonly impuestaPor: string;
  readonly levantadaEn: Date | null;
  readonly levantadaPor: string | null;
  readonly levantadaMotivo: string | null;
}

const COLUMNS = `r.id, r.alcance, r.expediente_id AS "expedienteId", r.serie_codigo AS "serieCodigo",
  r.subserie_codigo AS "subserieCodigo", r.dependencia_codigo AS "dependenciaCodigo", r.lote_id AS "loteId", r.clase, r.mandato,
  r.autoridad, r.motivo, r.revision_en AS "revisionEn", r.impuesta_en AS "impuestaEn", r.impuesta_por AS "impuestaPor",
  r.levantada_en AS "levantadaEn", r.levantada_por AS "levantadaPor", r.levantada_motivo AS "levantadaMotivo"`;

/** Who places a hold has the lock alone; who is about to destroy shares it: each sees what the other committed. */
export function lockRetenciones(tx: TenantTx, modo: 'exclusivo' | 'compartido'): Promise<void> {
  return lockAdvisory(tx, 'retenciones', [], modo);
}

export async function insertRetencion(
  tx: TenantTx,
  alcance: Alcance,
  hechos: Pick<
    Retencion,
    'clase' | 'mandato' | 'autoridad' | 'motivo' | 'revisionEn' | 'impuestaEn' | 'impuestaPor'
  >,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO retenciones_legales (alcance, expediente_id, serie_codigo, subserie_codigo, dependencia_codigo, lote_id,
       clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
    [
      alcance.alcance,
      'expedienteId' in alcance ? alcance.expedienteId : null,
      'serieCodigo' in alcance ? alcance.serieCodigo : null,
      'subserieCodigo' in alcance ? alcance.subserieCodigo : null,
      'dependenciaCodigo' in alcance ? alcance.dependenciaCodigo : null,
      'loteId' in alcance ? alcance.loteId : null,
      hechos.clase,
      hechos.mandato,
      hechos.autoridad,
      hechos.motivo,
      hechos.revisionEn,
      hechos.impuestaEn,
      hechos.impuestaPor,
    ],
  );
  if (row === undefined) throw new Error('hold not inserted');
  return row.id;
}

/** Whether an expediente is within reach, or was until it was destroyed: a hold may come too late, and outlives it. */
export async function existsExpediente(
  tx: TenantTx,
  id: string,
  clearance: NivelSeguridad,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM expedientes WHERE id = $1 AND nivel_seguridad <= $2
     UNION ALL SELECT 1 FROM eliminacion_lapidas WHERE expediente_id = $1 AND nivel_seguridad <= $2`,
    [id, clearance],
  );
  return rows.length > 0;
}

export async function lockRetencion(tx: TenantTx, id: number): Promise<Retencion | null> {
  const [row] = await tx.query<Retencion>(
    `SELECT ${COLUMNS} FROM retenciones_legales r WHERE r.id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

export async function liftRetencion(
  tx: TenantTx,
  id: number,
  acto: { readonly en: Date; readonly por: string; readonly motivo: string },
): Promise<void> {
  await tx.execute(
    `UPDATE retenciones_legales SET levantada_en = $2, levantada_por = $3, levantada_motivo = $4 WHERE id = $1`,
    [id, acto.en, acto.por, acto.motivo],
  );
}

/** A page of holds by id; one on an expediente above the reader's clearance does not exist for them. */
export async function listRetenciones(
  tx: TenantTx,
  clearance: NivelSeguridad,
  pagina: { readonly despuesDe: number; readonly limite: number; readonly soloVigentes: boolean },
): Promise<Retencion[]> {
  return tx.query<Retencion>(
    `SELECT ${COLUMNS} FROM retenciones_legales r
      WHERE r.id > $2 AND (NOT $4::boolean OR r.levantada_en IS NULL)
        AND (r.alcance <> 'expediente'
             OR NOT EXISTS (SELECT FROM expedientes e WHERE e.id = r.expediente_id AND e.nivel_seguridad > $1)
            AND NOT EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_id = r.expediente_id AND l.nivel_seguridad > $1))
      ORDER BY r.id LIMIT $3`,
    [clearance, pagina.despuesDe, pagina.limite, pagina.soloVigentes],
  );
}

export interface Afectados {
  /** Expedientes the hold protects from now on that are in a living lote. */
  readonly protegidos: number;
  /** Already destroyed before it. */
  readonly destruidos: number;
  /** In the hands of an executor at this instant, with their intention written: not known to be safe. */
  readonly inciertos: number;
}

/** WHERE of a scope over a table with the columns of an ítem. */
function renderAlcance(alcance: Alcance, alias: string, desde: number): { where: string; values: unknown[] } {
  switch (alcance.alcance) {
    case 'expediente':
      return { where: `${alias}.expediente_id = $${desde}`, values: [alcance.expedienteId] };
    case 'serie':
      return { where: `${alias}.trd_serie = $${desde}`, values: [alcance.serieCodigo] };
    case 'subserie':
      return {
        where: `${alias}.trd_serie = $${desde} AND ${alias}.trd_subserie = $${desde + 1}`,
        values: [alcance.serieCodigo, alcance.subserieCodigo],
      };
    case 'dependencia':
      return { where: `${alias}.dependencia_codigo = $${desde}`, values: [alcance.dependenciaCodigo] };
    case 'lote':
      return { where: `${alias}.lote_id = $${desde}`, values: [alcance.loteId] };
    case 'todo':
      return { where: 'true', values: [] };
  }
}

/** What of the scope is in lotes, counted within the reader's clearance, as of this statement. */
export async function countAfectados(
  tx: TenantTx,
  alcance: Alcance,
  clearance: NivelSeguridad,
): Promise<Afectados> {
  const { where, values } = renderAlcance(alcance, 'i', 2);
  const [row] = await tx.query<Afectados>(
    `SELECT count(*) FILTER (WHERE m.item_id IS NOT NULL AND NOT coalesce(en_manos.si, false)) AS protegidos,
            count(*) FILTER (WHERE l.item_id IS NOT NULL) AS destruidos,
            count(*) FILTER (WHERE m.item_id IS NOT NULL AND coalesce(en_manos.si, false)) AS inciertos
       FROM eliminacion_lote_items i
       LEFT JOIN eliminacion_expediente_en_lote m ON m.item_id = i.id
       LEFT JOIN eliminacion_lapidas l ON l.item_id = i.id
       LEFT JOIN LATERAL (
            SELECT p.intencion_en IS NOT NULL AND t.propietario IS NOT NULL AS si
              FROM eliminacion_lote_progreso p JOIN eliminacion_lote_tramos t ON t.id = p.tramo_id
             WHERE p.item_id = i.id AND p.estado = 'en_curso') en_manos ON true
      WHERE i.nivel_seguridad <= $1 AND (m.item_id IS NOT NULL OR l.item_id IS NOT NULL) AND ${where}`,
    [clearance, ...values],
  );
  return row ?? { protegidos: 0, destruidos: 0, inciertos: 0 };
}
