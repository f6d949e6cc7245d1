import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** What stays of a destroyed expediente, for people; the acta's number as soon as there is one. */
export interface Lapida {
  readonly expedienteId: string;
  readonly expedienteCodigo: string;
  readonly titulo: string;
  readonly nivelSeguridad: NivelSeguridad;
  readonly loteId: string;
  readonly loteCodigo: string;
  readonly actaNumero: string | null;
  readonly orden: number;
  readonly trdVersionCodigo: string;
  readonly serie: string;
  readonly serieNombre: string;
  readonly subserie: string | null;
  readonly subserieNombre: string | null;
  readonly fechaInicial: string | null;
  readonly fechaFinal: string | null;
  readonly cierre: string;
  readonly soporte: string;
  readonly folios: number | null;
  readonly radicados: number;
  readonly anexos: number;
  readonly bytesLiberados: number;
  readonly metodo: string;
  readonly destruidoEn: Date;
  readonly ejecutorNombre: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The lápida of an expediente (id or code) within a clearance, or null. */
export async function findLapida(
  tx: TenantTx,
  referencia: string,
  clearance: NivelSeguridad,
): Promise<Lapida | null> {
  const [row] = await tx.query<Lapida>(
    `SELECT l.expediente_id AS "expedienteId", l.expediente_codigo AS "expedienteCodigo", l.titulo,
            l.nivel_seguridad AS "nivelSeguridad", l.lote_id AS "loteId", t.codigo AS "loteCodigo", a.numero AS "actaNumero",
            l.orden, l.trd_version_codigo AS "trdVersionCodigo", l.trd_serie AS serie, l.trd_serie_nombre AS "serieNombre",
            l.trd_subserie AS subserie, l.trd_subserie_nombre AS "subserieNombre", l.fecha_inicial AS "fechaInicial",
            l.fecha_final AS "fechaFinal", l.cierre, l.soporte, l.folios, l.radicados_eliminados AS radicados,
            l.anexos_eliminados AS anexos, l.bytes_liberados AS "bytesLiberados", l.metodo, l.destruido_en AS "destruidoEn",
            l.ejecutor_nombre AS "ejecutorNombre"
       FROM eliminacion_lapidas l
       JOIN eliminacion_lotes t ON t.id = l.lote_id
       LEFT JOIN eliminacion_actas a ON a.lote_id = l.lote_id
      WHERE (l.expediente_id = $1::uuid OR l.expediente_codigo = $2) AND l.nivel_seguridad <= $3`,
    [UUID.test(referencia) ? referencia : null, referencia, clearance],
  );
  return row ?? null;
}
