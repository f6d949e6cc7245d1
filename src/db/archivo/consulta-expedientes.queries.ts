import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A living expediente as a person looks one up. */
export interface Expediente {
  readonly id: string;
  readonly codigo: string;
  readonly titulo: string;
  readonly nivelSeguridad: NivelSeguridad;
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly trdVersionCodigo: string;
  readonly trdTipo: 'TRD' | 'TVD';
  readonly serie: string;
  readonly serieNombre: string | null;
  readonly subserie: string | null;
  readonly subserieNombre: string | null;
  readonly fechaInicial: string | null;
  readonly fechaFinal: string | null;
  readonly cierre: string | null;
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  readonly folios: number | null;
  readonly radicados: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The expediente of an id or code within a clearance, or null. */
export async function findExpediente(
  tx: TenantTx,
  referencia: string,
  clearance: NivelSeguridad,
): Promise<Expediente | null> {
  const [row] = await tx.query<Expediente>(
    `SELECT e.id, e.codigo, e.titulo, e.nivel_seguridad AS "nivelSeguridad", e.dependencia_codigo AS "dependenciaCodigo",
            e.dependencia_nombre AS "dependenciaNombre", v.codigo AS "trdVersionCodigo", v.tipo AS "trdTipo",
            e.serie_codigo AS serie, e.serie_nombre AS "serieNombre", e.subserie_codigo AS subserie,
            e.subserie_nombre AS "subserieNombre", e.fecha_inicial AS "fechaInicial", e.fecha_final AS "fechaFinal", e.cierre,
            e.soporte, e.folios, (SELECT count(*) FROM radicados r WHERE r.expediente_id = e.id AND r.nivel_seguridad <= $3) AS radicados
       FROM expedientes e JOIN trd_version v ON v.id = e.trd_version_id
      WHERE (e.id = $1::uuid OR e.codigo = $2) AND e.nivel_seguridad <= $3`,
    [UUID.test(referencia) ? referencia : null, referencia, clearance],
  );
  return row ?? null;
}
