import { MOTIVOS, type Motivo, renderMotivo } from '../../domain/admision/motivo.ts';
import type { Criterio } from '../../domain/lote/criterio-propuesta.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import { readInventario, renumberItems } from '../lote/borrador.queries.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** What every evaluation needs besides the expedientes: the civil day, the calendar in force and whose eyes look. */
export interface ContextoAdmision {
  readonly hoy: FechaCivil;
  readonly calendarioId: number;
  readonly clearance: NivelSeguridad;
}

export interface Rechazado {
  readonly expedienteId: string;
  readonly codigo: string;
  readonly titulo: string;
  readonly motivos: readonly Motivo[];
  readonly vencimientoHabil: string | null;
}

export interface ResumenAdmision {
  readonly evaluados: number;
  readonly admitidos: number;
  /** Rejected expedientes by their first reason. */
  readonly porMotivo: Readonly<Partial<Record<Motivo, number>>>;
}

/**
 * WHERE of a criterion over `expedientes` (alias `e`) or over its evaluation (alias `a`), with parameters numbered from
 * `desde`. What the caller's clearance does not reach does not exist for it.
 */
function renderCriterio(
  criterio: Criterio,
  clearance: NivelSeguridad,
  alias: 'e' | 'a',
  desde: number,
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const terms: string[] = [];
  const add = (render: (parameter: string) => string, value: unknown): void => {
    if (value === undefined) return;
    terms.push(render(`$${desde + values.length}`));
    values.push(value);
  };
  add((p) => `${alias}.nivel_seguridad <= ${p}`, clearance);
  if ('expedientes' in criterio) {
    add(
      (p) => `${alias}.${alias === 'e' ? 'id' : 'expediente_id'} = ANY (${p}::uuid[])`,
      criterio.expedientes,
    );
  } else {
    const { filtro } = criterio;
    add(
      (p) => `${alias}.trd_version_id = (SELECT v.id FROM trd_version v WHERE v.codigo = ${p})`,
      filtro.version,
    );
    add((p) => `${alias}.serie_codigo = ${p}`, filtro.serie);
    add((p) => `${alias}.subserie_codigo = ${p}`, filtro.subserie);
    add((p) => `${alias}.dependencia_codigo = ${p}`, filtro.dependencia);
    add((p) => `${alias}.cierre <= ${p}::date`, filtro.cierreHasta);
    add((p) => `${alias}.soporte = ${p}`, filtro.soporte);
    add((p) => `position(lower(${p}) IN lower(${alias}.titulo)) > 0`, filtro.texto);
  }
  return { where: terms.join(' AND '), values };
}

/**
 * First of the two statements of an admission: locks the candidates in id order and their instrument, so that what
 * the second one reads (guards included) can't change before the commit.
 */
export async function lockCandidatos(
  tx: TenantTx,
  criterio: Criterio,
  clearance: NivelSeguridad,
): Promise<void> {
  const { where, values } = renderCriterio(criterio, clearance, 'e', 1);
  await tx.query(
    `SELECT 1 FROM trd_version WHERE id IN (SELECT e.trd_version_id FROM expedientes e WHERE ${where})
      ORDER BY id FOR SHARE`,
    values,
  );
  await tx.query(
    `SELECT count(*) FROM (SELECT e.id FROM expedientes e WHERE ${where} ORDER BY e.id FOR KEY SHARE) bloqueados`,
    values,
  );
}

/**
 * Counts of an evaluation: how many it looked at, how many it admits, how many it refuses and why. `loteId` = the lote
 * being re-checked, whose own ítems are not "in another".
 */
export async function summarizeAdmision(
  tx: TenantTx,
  criterio: Criterio,
  contexto: ContextoAdmision,
  loteId: string | null = null,
): Promise<ResumenAdmision> {
  const { where, values } = renderCriterio(criterio, contexto.clearance, 'a', 4);
  const rows = await tx.query<{ motivo: Motivo | null; cuantos: number }>(
    `SELECT a.motivos[1] AS motivo, count(*) AS cuantos
       FROM eliminacion_evaluar_admision($1, $2, $3) a WHERE ${where} GROUP BY 1`,
    [contexto.hoy, contexto.calendarioId, loteId, ...values],
  );
  const porMotivo: Partial<Record<Motivo, number>> = {};
  let admitidos = 0;
  for (const { motivo, cuantos } of rows) {
    if (motivo === null) admitidos += cuantos;
    else porMotivo[motivo] = cuantos;
  }
  const evaluados = rows.reduce((sum, { cuantos }) => sum + cuantos, 0);
  return { evaluados, admitidos, porMotivo };
}

/**
 * A page of what an evaluation refuses, by code, with every reason. `despuesDe` = last code already seen; `loteId` = the
 * lote being added to or re-checked, whose own ítems are not "in another".
 */
export async function listRechazados(
  tx: TenantTx,
  criterio: Criterio,
  contexto: ContextoAdmision,
  pagina: { readonly despuesDe?: string; readonly limite: number; readonly loteId?: string },
): Promise<Rechazado[]> {
  const { where, values } = renderCriterio(criterio, contexto.clearance, 'a', 4);
  const parameters = [contexto.hoy, contexto.calendarioId, pagina.loteId ?? null, ...values];
  return tx.query<{
    expedienteId: string;
    codigo: string;
    titulo: string;
    motivos: Motivo[];
    vencimientoHabil: string | null;
  }>(
    `SELECT a.expediente_id AS "expedienteId", a.expediente_codigo AS codigo, a.titulo, a.motivos,
            a.vencimiento_habil AS "vencimientoHabil"
       FROM eliminacion_evaluar_admision($1, $2, $3) a
      WHERE ${where} AND a.motivos <> '{}' AND a.expediente_codigo > $${parameters.length + 1}
      ORDER BY a.expediente_codigo LIMIT $${parameters.length + 2}`,
    [...parameters, pagina.despuesDe ?? '', pagina.limite],
  );
}

/** Ítems of a lote that its re-check no longer admits, first reason included; the lote itself is not "another". */
export async function listNoAdmitidos(
  tx: TenantTx,
  loteId: string,
  contexto: Omit<ContextoAdmision, 'clearance'>,
  limite: number,
): Promise<{ itemId: number; orden: number; codigo: string; motivos: Motivo[] }[]> {
  return tx.query(
    `SELECT i.id AS "itemId", i.orden, i.expediente_codigo AS codigo,
            coalesce(a.motivos, ARRAY['expediente_cambio']) AS motivos
       FROM eliminacion_lote_items i
       JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
       LEFT JOIN eliminacion_evaluar_admision($1, $2, $3) a ON a.expediente_id = i.expediente_id
      WHERE i.lote_id = $3 AND (a.expediente_id IS NULL OR a.motivos <> '{}')
      ORDER BY i.orden LIMIT $4`,
    [contexto.hoy, contexto.calendarioId, loteId, limite],
  );
}

/**
 * Withdraws every member of a lote that its re-check no longer admits (cause = its first reason), as one statement;
 * gives how many. The evaluation runs in it, after the lote's row was locked.
 */
export async function withdrawNoAdmitidos(
  tx: TenantTx,
  loteId: string,
  contexto: Omit<ContextoAdmision, 'clearance'>,
  acto: { readonly actor: string; readonly instante: Date; readonly detalle: string },
): Promise<number> {
  return tx.execute(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, motivo, actor, instante)
     SELECT i.id, i.lote_id, i.expediente_id, 'retirado', coalesce(a.motivos[1], 'expediente_cambio'), $4,
            coalesce((SELECT string_agg(t.texto, '; ' ORDER BY m.n) FROM unnest(a.motivos) WITH ORDINALITY AS m (motivo, n)
                        JOIN unnest($7::text[], $8::text[]) AS t (motivo, texto) USING (motivo)), 'el expediente ya no existe'), $5, $6
       FROM eliminacion_lote_items i
       JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id
       LEFT JOIN eliminacion_evaluar_admision($1, $2, $3) a ON a.expediente_id = i.expediente_id
      WHERE i.lote_id = $3 AND (a.expediente_id IS NULL OR a.motivos <> '{}')`,
    [
      contexto.hoy,
      contexto.calendarioId,
      loteId,
      acto.detalle,
      acto.actor,
      acto.instante,
      MOTIVOS,
      MOTIVOS.map(renderMotivo),
    ],
  );
}

export interface InsertItemsInput {
  readonly loteId: string;
  readonly criterio: Criterio;
  readonly contexto: ContextoAdmision;
  readonly calendarioCodigo: string;
  /** Last `orden` already taken in the lote (0). */
  readonly desdeOrden?: number;
}

/**
 * Freezes every admitted expediente as an ítem of the lote, in one statement (the membership trigger then fires once).
 * `orden` is gapless, by serie and code. Gives the number of ítems added and the highest level among them, or of the
 * whole lote where it had to be counted again.
 */
export async function insertItemsAdmitidos(
  tx: TenantTx,
  input: InsertItemsInput,
): Promise<{ items: number; nivel: NivelSeguridad | null }> {
  const { contexto } = input;
  const { where, values } = renderCriterio(input.criterio, contexto.clearance, 'a', 3);
  const parameters = [contexto.hoy, contexto.calendarioId, ...values];
  const loteParameter = `$${parameters.length + 1}`;
  const calendarioParameter = `$${parameters.length + 2}`;
  const ordenParameter = `$${parameters.length + 3}`;
  const [row] = await tx.query<{ items: number; nivel: NivelSeguridad | null }>(
    `WITH nuevos AS (
       INSERT INTO eliminacion_lote_items (
         lote_id, orden, expediente_id, expediente_codigo, titulo, nivel_seguridad, dependencia_codigo, dependencia_nombre,
         trd_version_codigo, trd_tipo, trd_serie, trd_serie_nombre, trd_subserie, trd_subserie_nombre,
         trd_acto_convalidacion, trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha,
         ag, ac, disposicion, fundamento, fecha_inicial, fecha_final, cierre, vencimiento, vencimiento_habil,
         vencimiento_aritmetica, soporte, folios, unidades, radicados_al_proponer, sal,
         retirado_de_lote_codigo, retirado_causa, titulo_publico, enmascaramiento)
       SELECT ${loteParameter}::uuid,
              ${ordenParameter}::int + row_number() OVER (ORDER BY a.dependencia_codigo, a.serie_codigo, a.subserie_codigo NULLS FIRST, a.expediente_codigo),
              a.expediente_id, a.expediente_codigo, a.titulo, a.nivel_seguridad, a.dependencia_codigo, a.dependencia_nombre,
              a.trd_version_codigo, a.trd_tipo, a.serie_codigo, a.serie_nombre, a.subserie_codigo, a.subserie_nombre,
              a.acto_convalidacion_numero, a.acto_convalidacion_fecha, a.acta_aprobacion_numero, a.acta_aprobacion_fecha,
              a.ag, a.ac, a.disposicion,
              format('%s %s: disposición final %s', a.trd_tipo, a.trd_version_codigo,
                     CASE a.disposicion WHEN 'S' THEN 'selección, fuera de la muestra' ELSE 'eliminación' END),
              a.fecha_inicial, a.fecha_final, a.cierre, a.vencimiento, a.vencimiento_habil,
              format(CASE a.trd_tipo WHEN 'TVD' THEN 'cierre %1$s + AC %3$s años = %4$s; día hábil %5$s (calendario %6$s); admisible desde %7$s'
                                     ELSE 'cierre %1$s + (AG %2$s + AC %3$s) años = %4$s; día hábil %5$s (calendario %6$s); admisible desde %7$s' END,
                     a.cierre, a.ag, a.ac, a.vencimiento, a.vencimiento_habil, ${calendarioParameter}::text, a.vencimiento_habil + 1),
              a.soporte, a.folios,
              coalesce((SELECT jsonb_agg(jsonb_build_object('caja', f.caja, 'carpeta', f.carpeta, 'tomo', f.tomo, 'otro', f.otro,
                                'folios', f.folios_texto, 'frecuencia', f.frecuencia, 'notas', f.notas) ORDER BY f.id)
                          FROM fisico_unidades f WHERE f.expediente_id = a.expediente_id), '[]'::jsonb),
              (SELECT count(*) FROM radicados d WHERE d.expediente_id = a.expediente_id),
              substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FOR 16),
              r.codigo, r.causa, t.titulo_publico, t.bases
         FROM eliminacion_evaluar_admision($1, $2, NULL) a
        CROSS JOIN LATERAL eliminacion_proponer_titulo_publico(a.titulo, a.nivel_seguridad) t
         LEFT JOIN LATERAL (
              SELECT salida.codigo, salida.causa FROM (
                SELECT l.codigo, o.causa, o.instante FROM eliminacion_lote_omision o JOIN eliminacion_lotes l ON l.id = o.lote_id
                 WHERE o.expediente_id = a.expediente_id AND o.estado = 'retirado'
                UNION ALL
                SELECT l.codigo, 'lote_anulado', l.anulado_en FROM eliminacion_lote_items i JOIN eliminacion_lotes l ON l.id = i.lote_id
                 WHERE i.expediente_id = a.expediente_id AND l.estado = 'anulado' AND l.publicado_en IS NOT NULL
                   AND NOT EXISTS (SELECT FROM eliminacion_lote_omision o WHERE o.item_id = i.id AND o.estado = 'retirado')) salida
               ORDER BY salida.instante DESC LIMIT 1) r ON true
        WHERE ${where} AND a.motivos = '{}'
       RETURNING nivel_seguridad)
     SELECT count(*) AS items, max(nivel_seguridad) AS nivel FROM nuevos`,
    [...parameters, input.loteId, input.calendarioCodigo, input.desdeOrden ?? 0],
  );
  const { items, nivel } = row ?? { items: 0, nivel: null };
  const aparecidos = await deleteAparecidos(tx, input.loteId);
  if (aparecidos === 0) return { items, nivel };
  await renumberItems(tx, input.loteId);
  const { nivelSeguridad } = await readInventario(tx, input.loteId);
  return { items: items - aparecidos, nivel: nivelSeguridad };
}

/**
 * An expediente that began to match after the candidates were locked was locked by nobody until its membership was:
 * what was lent, transferred or reopened meanwhile is read again, in a new statement, and dropped. Gives how many.
 */
async function deleteAparecidos(tx: TenantTx, loteId: string): Promise<number> {
  return tx.execute(
    `DELETE FROM eliminacion_lote_items i USING expedientes e
       LEFT JOIN prestamos p ON p.expediente_id = e.id AND p.devuelto_en IS NULL
       LEFT JOIN transferencias t ON t.expediente_id = e.id AND t.terminada_en IS NULL
      WHERE i.lote_id = $1 AND e.id = i.expediente_id
        AND (e.cierre IS DISTINCT FROM i.cierre OR p.id IS NOT NULL OR t.id IS NOT NULL)`,
    [loteId],
  );
}
