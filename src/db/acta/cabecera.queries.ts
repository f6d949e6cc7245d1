import type { ActaCabecera } from '../../domain/acta/acta-cabecera.ts';
import type { TenantTx } from '../tenant-tx.ts';

type Resumen = ActaCabecera['resumen'];

/** Totals of what a lote destroyed, from its lápidas; omitted and withdrawn from its omisiones. */
export async function readResumen(tx: TenantTx, loteId: string): Promise<Resumen> {
  const series = await tx.query<Resumen['series'][number]>(
    `SELECT trd_serie AS codigo, trd_subserie AS subserie, min(trd_serie_nombre) AS nombre,
            min(trd_subserie_nombre) AS "subserieNombre", count(*) AS expedientes
       FROM eliminacion_lapidas WHERE lote_id = $1 GROUP BY trd_serie, trd_subserie ORDER BY trd_serie, trd_subserie NULLS FIRST`,
    [loteId],
  );
  const [totales] = await tx.query<
    Omit<Resumen, 'series' | 'metros' | 'omitidos' | 'retirados' | 'unidades'>
  >(
    `SELECT count(*) AS expedientes, coalesce(sum(radicados_eliminados), 0)::bigint AS radicados,
            coalesce(sum(anexos_eliminados), 0)::bigint AS anexos, coalesce(sum(folios), 0)::bigint AS folios,
            coalesce(sum(bytes_liberados), 0)::bigint AS "bytesLiberados",
            coalesce(sum(objetos_conservados), 0)::bigint AS "objetosConservados"
       FROM eliminacion_lapidas WHERE lote_id = $1`,
    [loteId],
  );
  const [fuera] = await tx.query<Pick<Resumen, 'omitidos' | 'retirados' | 'unidades'>>(
    `SELECT count(*) FILTER (WHERE estado IN ('omitido', 'reintentando')) AS omitidos,
            count(*) FILTER (WHERE estado = 'retirado') AS retirados,
            (SELECT coalesce(sum(unidades), 0)::bigint FROM eliminacion_constancias_fisicas WHERE lote_id = $1) AS unidades
       FROM eliminacion_lote_omision WHERE lote_id = $1`,
    [loteId],
  );
  if (totales === undefined || fuera === undefined) throw new Error('an aggregate always answers one row');
  return {
    series,
    ...totales,
    unidades: fuera.unidades,
    metros: '0',
    omitidos: fuera.omitidos,
    retirados: fuera.retirados,
  };
}

/** Rows that left before the run, with the act that took them out. */
export async function listRetirados(tx: TenantTx, loteId: string): Promise<ActaCabecera['retirados']> {
  return tx.query(
    `SELECT i.orden, i.expediente_id AS "expedienteId", i.expediente_codigo AS "expedienteCodigo", o.causa,
            coalesce(o.motivo, o.detalle) AS motivo, o.detalle AS acto
       FROM eliminacion_lote_omision o JOIN eliminacion_lote_items i ON i.id = o.item_id
      WHERE o.lote_id = $1 AND o.estado = 'retirado' ORDER BY i.orden`,
    [loteId],
  );
}

/** Rows the run left out, with their cause and the kind of error behind it. */
export async function listOmitidos(tx: TenantTx, loteId: string): Promise<ActaCabecera['omisiones']> {
  return tx.query(
    `SELECT i.orden, i.expediente_id AS "expedienteId", i.expediente_codigo AS "expedienteCodigo", o.causa,
            -- Only the kind of failure: its message may say more than an acta should.
            CASE WHEN o.causa IN ('almacen', 'servicio_documentos') THEN 'tecnica' END AS "claseError"
       FROM eliminacion_lote_omision o JOIN eliminacion_lote_items i ON i.id = o.item_id
      WHERE o.lote_id = $1 AND o.estado IN ('omitido', 'reintentando') ORDER BY i.orden`,
    [loteId],
  );
}

export interface DecisionEnActa {
  readonly actaNumero: string;
  readonly actaFecha: string;
  readonly conceptoNumero: string;
  readonly conceptoFecha: string;
  readonly conceptoSha256: string;
  readonly retirados: number;
  readonly asistentes: {
    nombre: string;
    cargo: string;
    rol: string;
    voto: ActaCabecera['comite']['asistentes'][number]['voto'];
  }[];
}

/** The decision that approved the lote, with its session. */
export async function getDecision(tx: TenantTx, loteId: string): Promise<DecisionEnActa> {
  const [row] = await tx.query<DecisionEnActa>(
    `SELECT d.acta_comite_numero AS "actaNumero", d.acta_comite_fecha AS "actaFecha", d.concepto_numero AS "conceptoNumero",
            d.concepto_fecha AS "conceptoFecha", d.concepto_sha256 AS "conceptoSha256", d.retirados,
            (SELECT jsonb_agg(jsonb_build_object('nombre', a.nombre, 'cargo', a.cargo, 'rol', a.rol, 'voto', a.voto) ORDER BY a.n)
               FROM eliminacion_decision_asistentes a WHERE a.decision_id = d.id) AS asistentes
       FROM eliminacion_decisiones d WHERE d.lote_id = $1 AND d.sentido = 'aprobado' ORDER BY d.id DESC LIMIT 1`,
    [loteId],
  );
  if (row === undefined) throw new Error(`lote ${loteId} was executed without a decision`);
  return row;
}

interface ObservacionCruda {
  numero: string;
  recibidaEn: Date;
  extemporanea: boolean;
  respuestas: ActaCabecera['observaciones'][number]['respuestas'];
}

/** Observations with the rows each answer covers; who observed is never printed. */
export async function listObservaciones(tx: TenantTx, loteId: string): Promise<ObservacionCruda[]> {
  return tx.query<ObservacionCruda>(
    `SELECT o.numero, o.recibida_en AS "recibidaEn", NOT o.a_tiempo AS extemporanea,
            coalesce((SELECT jsonb_agg(jsonb_build_object('filas', g.filas, 'resultado', g.desenlace, 'motivo', g.motivacion))
                        FROM (SELECT f.desenlace, f.motivacion, jsonb_agg(i.orden ORDER BY i.orden) AS filas
                                FROM eliminacion_observacion_filas f JOIN eliminacion_lote_items i ON i.id = f.item_id
                               WHERE f.observacion_id = o.id AND f.desenlace IS NOT NULL GROUP BY 1, 2) g), '[]') AS respuestas
       FROM eliminacion_observaciones o WHERE o.lote_id = $1 ORDER BY o.id`,
    [loteId],
  );
}

/** Paper certificates of a lote, numbered from 1 in the order they were recorded. */
export async function listConstancias(
  tx: TenantTx,
  loteId: string,
): Promise<ActaCabecera['metodo']['constancias']> {
  return tx.query(
    `SELECT row_number() OVER (ORDER BY id) AS numero, metodo, fecha, lugar, unidades, testigos,
            evidencia_sha256 AS "evidenciaSha256"
       FROM eliminacion_constancias_fisicas WHERE lote_id = $1 ORDER BY id`,
    [loteId],
  );
}

/** Every place declared to have held copies, and what became of each. */
export async function listCopias(tx: TenantTx, loteId: string): Promise<ActaCabecera['copias']> {
  return tx.query(
    `SELECT lugar, CASE WHEN destruida_en IS NULL THEN 'vence' ELSE 'destruida' END AS estado,
            coalesce((destruida_en AT TIME ZONE 'America/Bogota')::date, vence_el) AS fecha
       FROM eliminacion_copias_respaldo WHERE lote_id = $1 ORDER BY id`,
    [loteId],
  );
}

/** Highest level of what was destroyed. */
export async function readNivelInventario(tx: TenantTx, loteId: string): Promise<0 | 1 | 2 | 3> {
  const [row] = await tx.query<{ nivel: 0 | 1 | 2 | 3 | null }>(
    'SELECT max(nivel_seguridad) AS nivel FROM eliminacion_lapidas WHERE lote_id = $1',
    [loteId],
  );
  return row?.nivel ?? 3;
}

/** Whether any destroyed expediente had an electronic part. */
export async function hasElectronico(tx: TenantTx, loteId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM eliminacion_lapidas WHERE lote_id = $1 AND anexos_eliminados > 0 LIMIT 1`,
    [loteId],
  );
  return rows.length > 0;
}
