import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** What the archive says of a radicado that a list names, and of the expediente it names with it. */
export interface EstadoReferencia {
  readonly numero: string;
  /** Null if there is none, or none within reach. */
  readonly expedienteId: string | null;
  readonly cerrado: boolean;
  readonly enEliminacion: boolean;
  /** The radicado itself, if it is already in that expediente. */
  readonly radicadoId: string | null;
  readonly deOtroExpediente: boolean;
  readonly eliminado: boolean;
}

/** One answer per radicado of the list. Expedientes above the clearance do not exist. */
export async function listReferencias(
  tx: TenantTx,
  radicados: readonly { readonly numero: string; readonly expediente: string }[],
  clearance: NivelSeguridad,
): Promise<EstadoReferencia[]> {
  return tx.query<EstadoReferencia>(
    `SELECT l.numero, e.id AS "expedienteId", coalesce(e.cierre IS NOT NULL, false) AS cerrado,
            EXISTS (SELECT FROM documentos_intencion_viva i WHERE i.expediente_id = e.id) AS "enEliminacion",
            CASE WHEN r.expediente_id = e.id THEN r.id END AS "radicadoId",
            coalesce(r.expediente_id IS DISTINCT FROM e.id AND r.id IS NOT NULL, false) AS "deOtroExpediente",
            EXISTS (SELECT FROM eliminacion_lapida_radicados m WHERE m.numero = l.numero) AS eliminado
       FROM unnest($1::text[], $2::text[]) AS l (numero, expediente)
       LEFT JOIN expedientes e ON e.codigo = l.expediente AND e.nivel_seguridad <= $3
       LEFT JOIN radicados r ON r.numero = l.numero`,
    [radicados.map(({ numero }) => numero), radicados.map(({ expediente }) => expediente), clearance],
  );
}
