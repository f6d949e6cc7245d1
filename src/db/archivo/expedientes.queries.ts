import type { TenantTx } from '../tenant-tx.ts';

export interface ExpedienteBreve {
  readonly id: string;
  readonly codigo: string;
  readonly titulo: string;
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  readonly cierre: string | null;
  readonly radicados: number;
}

/** Expedientes within reach whose code begins so, by code, after `despuesDe`. */
export async function listExpedientes(
  tx: TenantTx,
  filtro: {
    readonly prefijo: string;
    readonly clearance: number;
    readonly despuesDe: string;
    readonly limite: number;
  },
): Promise<ExpedienteBreve[]> {
  return tx.query<ExpedienteBreve>(
    `SELECT e.id, e.codigo, e.titulo, e.soporte, e.cierre,
            (SELECT count(*) FROM radicados r WHERE r.expediente_id = e.id) AS radicados
       FROM expedientes e
      WHERE starts_with(e.codigo, $1) AND e.nivel_seguridad <= $2 AND e.codigo > $3 ORDER BY e.codigo LIMIT $4`,
    [filtro.prefijo, filtro.clearance, filtro.despuesDe, filtro.limite],
  );
}
