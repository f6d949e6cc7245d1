import type { Motivo } from '../../domain/admision/motivo.ts';
import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface ItemEnObra {
  readonly itemId: number;
  readonly expedienteId: string;
  readonly orden: number;
  readonly estado: 'pendiente' | 'en_curso' | 'espera_fisico';
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  /** Null until the intention is written. */
  readonly radicadoIds: readonly string[] | null;
  readonly anexoIds: readonly string[] | null;
  readonly intentos: number;
  readonly conConstancia: boolean;
}

/** Ítems of a tramo with work that can be done now, by orden: what waits for paper waits until its constancia. */
export async function listItemsEnObra(tx: TenantTx, tramoId: number): Promise<ItemEnObra[]> {
  return tx.query<ItemEnObra>(
    `SELECT p.item_id AS "itemId", p.expediente_id AS "expedienteId", p.orden, p.estado, i.soporte,
            p.radicado_ids AS "radicadoIds", p.anexo_ids AS "anexoIds", p.intentos_purga AS intentos,
            c.item_id IS NOT NULL AS "conConstancia"
       FROM eliminacion_lote_progreso p JOIN eliminacion_lote_items i ON i.id = p.item_id
       LEFT JOIN eliminacion_constancia_items c ON c.item_id = p.item_id
      WHERE p.tramo_id = $1 AND (p.estado IN ('pendiente', 'en_curso') OR (p.estado = 'espera_fisico' AND c.item_id IS NOT NULL))
      ORDER BY p.orden`,
    [tramoId],
  );
}

export interface Restantes {
  readonly pendientes: number;
  /** Waiting for their certificate of paper destruction. */
  readonly enEspera: number;
  /** Most attempts that one of the pending has behind it. */
  readonly intentos: number;
}

/** What a tramo still has after a pass: ítems to go on with, and ítems that wait for paper. */
export async function countRestantes(tx: TenantTx, tramoId: number): Promise<Restantes> {
  const [row] = await tx.query<Restantes>(
    `SELECT count(*) FILTER (WHERE p.estado IN ('pendiente', 'en_curso') OR c.item_id IS NOT NULL) AS pendientes,
            count(*) FILTER (WHERE p.estado = 'espera_fisico' AND c.item_id IS NULL) AS "enEspera",
            coalesce(max(p.intentos_purga), 0) AS intentos
       FROM eliminacion_lote_progreso p LEFT JOIN eliminacion_constancia_items c ON c.item_id = p.item_id
      WHERE p.tramo_id = $1 AND p.estado IN ('pendiente', 'en_curso', 'espera_fisico')`,
    [tramoId],
  );
  return row ?? { pendientes: 0, enEspera: 0, intentos: 0 };
}

/** Radicados of those expedientes as they are now, by expediente and id. */
export async function listRadicados(
  tx: TenantTx,
  expedienteIds: readonly string[],
): Promise<{ expedienteId: string; radicadoId: string }[]> {
  return tx.query(
    `SELECT expediente_id AS "expedienteId", id AS "radicadoId" FROM radicados
      WHERE expediente_id = ANY ($1::uuid[]) ORDER BY expediente_id, id`,
    [expedienteIds],
  );
}

/** Locks the expedientes in id order against new radicados, loans and re-ties, until the commit. */
export async function lockExpedientes(tx: TenantTx, expedienteIds: readonly string[]): Promise<void> {
  await tx.query('SELECT id FROM expedientes WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [
    expedienteIds,
  ]);
}

export interface ItemExcluido {
  readonly itemId: number;
  readonly causa: string;
  readonly detalle: string;
}

/**
 * Of the given ítems, those that what they froze no longer describes (`expediente_cambio`, with the difference) or
 * admission no longer lets through (its first reason). Read after `lockExpedientes`, in a new statement.
 */
export async function listExcluidos(
  tx: TenantTx,
  loteId: string,
  itemIds: readonly number[],
  contexto: { readonly hoy: FechaCivil; readonly calendarioId: number },
): Promise<ItemExcluido[]> {
  return tx.query<ItemExcluido>(
    `SELECT i.id AS "itemId",
            CASE WHEN d.diferencia IS NOT NULL THEN 'expediente_cambio' ELSE a.motivos[1] END AS causa,
            coalesce(d.diferencia, array_to_string(a.motivos, ', ')) AS detalle
       FROM eliminacion_lote_items i
       LEFT JOIN expedientes e ON e.id = i.expediente_id
       LEFT JOIN eliminacion_evaluar_admision($3, $4, $1) a ON a.expediente_id = i.expediente_id
      CROSS JOIN LATERAL (SELECT nullif(concat_ws('; ',
              CASE WHEN e.id IS NULL THEN 'el expediente ya no existe' END,
              CASE WHEN e.cierre IS DISTINCT FROM i.cierre THEN format('cierre %s, era %s', coalesce(e.cierre::text, 'ninguno'), i.cierre) END,
              CASE WHEN e.nivel_seguridad > i.nivel_seguridad THEN format('nivel %s, era %s', e.nivel_seguridad, i.nivel_seguridad) END,
              CASE WHEN a.trd_version_codigo <> i.trd_version_codigo OR a.serie_codigo <> i.trd_serie
                     OR a.subserie_codigo IS DISTINCT FROM i.trd_subserie THEN 'cambió de instrumento o de serie' END,
              CASE WHEN r.cuantos <> i.radicados_al_proponer THEN format('tiene %s radicados, tenía %s', r.cuantos, i.radicados_al_proponer) END), '') AS diferencia
         FROM (SELECT count(*) AS cuantos FROM radicados k WHERE k.expediente_id = i.expediente_id) r) d
      WHERE i.lote_id = $1 AND i.id = ANY ($2::bigint[]) AND (d.diferencia IS NOT NULL OR a.motivos <> '{}')`,
    [loteId, itemIds, contexto.hoy, contexto.calendarioId],
  );
}

/** Ítems that a hold covers now: asked again just before their bytes are touched (REQ-HOLD-3). */
export async function listRetenidos(
  tx: TenantTx,
  loteId: string,
  itemIds: readonly number[],
  contexto: { readonly hoy: FechaCivil; readonly calendarioId: number },
): Promise<number[]> {
  const retencion: Motivo = 'retencion_legal';
  const rows = await tx.query<{ itemId: number }>(
    `SELECT i.id AS "itemId" FROM eliminacion_lote_items i
       JOIN eliminacion_evaluar_admision($3, $4, $1) a ON a.expediente_id = i.expediente_id
      WHERE i.lote_id = $1 AND i.id = ANY ($2::bigint[]) AND $5 = ANY (a.motivos)`,
    [loteId, itemIds, contexto.hoy, contexto.calendarioId, retencion],
  );
  return rows.map(({ itemId }) => itemId);
}

export interface Intencion {
  readonly itemId: number;
  readonly radicadoIds: readonly string[];
  readonly anexos: readonly { readonly anexoId: string; readonly tamano: number; readonly sha256: string }[];
  readonly digest: string;
}

/** Writes the intentions, once: the trigger refuses a second time. The ítems go to `en_curso`. */
export async function insertIntenciones(
  tx: TenantTx,
  intenciones: readonly Intencion[],
  instante: Date,
): Promise<void> {
  if (intenciones.length === 0) return;
  await tx.execute(
    `UPDATE eliminacion_lote_progreso p SET estado = 'en_curso', radicado_ids = n.radicados, anexo_ids = n.anexos,
            anexo_tamanos = n.tamanos, anexo_digests = n.digests, intencion_digest = n.digest, intencion_en = $2
       FROM (SELECT (x->>'itemId')::bigint AS item_id, x->>'digest' AS digest,
                    ARRAY(SELECT value::uuid FROM jsonb_array_elements_text(x->'radicadoIds') WITH ORDINALITY AS t (value, n) ORDER BY n) AS radicados,
                    ARRAY(SELECT (value->>'anexoId')::uuid FROM jsonb_array_elements(x->'anexos') WITH ORDINALITY AS t (value, n) ORDER BY n) AS anexos,
                    ARRAY(SELECT (value->>'tamano')::bigint FROM jsonb_array_elements(x->'anexos') WITH ORDINALITY AS t (value, n) ORDER BY n) AS tamanos,
                    ARRAY(SELECT decode(value->>'sha256', 'hex') FROM jsonb_array_elements(x->'anexos') WITH ORDINALITY AS t (value, n) ORDER BY n) AS digests
               FROM jsonb_array_elements($1::jsonb) AS x) n
      WHERE p.item_id = n.item_id`,
    [JSON.stringify(intenciones), instante],
  );
}

/** Takes ítems out of the destruction, each with its cause; the history keeps every time. */
export async function insertOmisiones(
  tx: TenantTx,
  loteId: string,
  omisiones: readonly ItemExcluido[],
  acto: { readonly actor: string; readonly instante: Date },
): Promise<void> {
  if (omisiones.length === 0) return;
  const values = [
    loteId,
    omisiones.map(({ itemId }) => itemId),
    omisiones.map(({ causa }) => causa),
    omisiones.map(({ detalle }) => detalle),
    acto.actor,
    acto.instante,
  ];
  await tx.execute(
    `INSERT INTO eliminacion_lote_omision AS o (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
     SELECT i.id, i.lote_id, i.expediente_id, 'omitido', n.causa, n.detalle, $5, $6
       FROM unnest($2::bigint[], $3::text[], $4::text[]) AS n (item_id, causa, detalle)
       JOIN eliminacion_lote_items i ON i.id = n.item_id AND i.lote_id = $1
     ON CONFLICT (item_id) DO UPDATE SET estado = 'omitido', causa = excluded.causa, detalle = excluded.detalle,
       motivo = NULL, actor = excluded.actor, instante = excluded.instante`,
    values,
  );
  await tx.execute(
    `UPDATE eliminacion_lote_progreso p SET estado = 'omitido', ultimo_error = n.detalle
       FROM unnest($1::bigint[], $2::text[]) AS n (item_id, detalle) WHERE p.item_id = n.item_id`,
    [values[1], values[3]],
  );
}

/** Counts one failed or unknown attempt for each ítem, with its error. */
export async function addIntento(tx: TenantTx, itemIds: readonly number[], error: string): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_lote_progreso SET intentos_purga = intentos_purga + 1, ultimo_error = $2
      WHERE item_id = ANY ($1::bigint[]) AND estado IN ('pendiente', 'en_curso', 'espera_fisico')`,
    [itemIds, error.slice(0, 2_000)],
  );
}

export async function setEsperaFisico(tx: TenantTx, itemIds: readonly number[]): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_lote_progreso SET estado = 'espera_fisico' WHERE item_id = ANY ($1::bigint[]) AND estado = 'en_curso'`,
    [itemIds],
  );
}
