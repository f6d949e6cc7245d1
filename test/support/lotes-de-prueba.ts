import pg from 'pg';
import type { EstadoLote } from '../../src/domain/lote/estado-lote.ts';
import { type Escenario, SLUG } from './escenario.ts';

/** Ítems of a lote ($1) for the expedientes given ($2), in that order, from `orden` $3; nothing of admission is asked. */
export const INSERT_ITEMS = `INSERT INTO eliminacion_lote_items (lote_id, orden, expediente_id, expediente_codigo, titulo,
    nivel_seguridad, dependencia_codigo, dependencia_nombre, trd_version_codigo, trd_tipo, trd_serie, trd_serie_nombre,
    trd_acto_convalidacion, trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha, ag, ac, disposicion,
    fundamento, cierre, vencimiento, vencimiento_habil, vencimiento_aritmetica, soporte, radicados_al_proponer, sal, titulo_publico)
  SELECT $1::uuid, $3::int + x.n - 1, e.id, e.codigo, e.titulo, e.nivel_seguridad, e.dependencia_codigo, e.dependencia_nombre, 'TRD-1',
         'TRD', e.serie_codigo, 'Contratos', 'R-77', '2008-06-30', 'A-3', '2008-02-01', 2, 3, 'E', 'prueba', '2010-03-15',
         '2015-03-15', '2015-03-16', 'prueba', e.soporte, 0, substr(sha256('x'), 1, 16), e.titulo
    FROM unnest($2::uuid[]) WITH ORDINALITY AS x (id, n) JOIN expedientes e ON e.id = x.id ORDER BY x.n`;

/** An empty draft written by hand; gives its id. */
export async function insertBorrador(
  escenario: Escenario,
  cambios: { readonly proponente?: string } = {},
): Promise<string> {
  const { id } = await escenario.fila<{ id: string }>(
    `INSERT INTO eliminacion_lotes (codigo, ejercicio, consecutivo, estado, nivel_seguridad, descripcion, criterio, proponente_id,
            proponente_nombre, propuesto_en)
     SELECT 'LOTE-2020-' || lpad(n::text, 4, '0'), 2020, n, 'borrador', 3, 'prueba', '{}', $1, 'prueba', $2
       FROM (SELECT 1 + coalesce(max(consecutivo), 0) AS n FROM eliminacion_lotes WHERE ejercicio = 2020) c RETURNING id`,
    [cambios.proponente ?? 'proponente', escenario.ahora],
  );
  return id;
}

/** Moves a lote and nothing else; a lote says why it is anulado, and only then. */
export const MOVER = `UPDATE eliminacion_lotes SET estado = $2, anulado_motivo = CASE $2 WHEN 'anulado' THEN 'motivo' END WHERE id = $1`;

/** The same, with the people that every state asks for. */
const FORZAR = `UPDATE eliminacion_lotes SET estado = $2, anulado_motivo = CASE $2 WHEN 'anulado' THEN 'motivo' END,
    publicador_id = 'publicador', publicado_en = now(), aprobador_id = 'aprobador', aprobador_nombre = 'a', aprobado_en = now(),
    ejecutor_id = 'ejecutor', ejecutor_nombre = 'e', ejecucion_iniciada_en = now() WHERE id = $1`;

/** Puts a lote in a state with every trigger off: as superuser, to have something to start from. */
export async function forzarEstado(escenario: Escenario, loteId: string, estado: EstadoLote): Promise<void> {
  const cliente = new pg.Client({ connectionString: escenario.base.superuserUrl });
  await cliente.connect();
  try {
    await cliente.query(`SET search_path = "tenant_${SLUG}"; SET session_replication_role = replica`);
    await cliente.query(FORZAR, [loteId, estado]);
  } finally {
    await cliente.end();
  }
}
