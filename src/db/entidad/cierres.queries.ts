import type { FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** The act of a closure of the entity on that day, or null. */
export async function findActoDeCierre(tx: TenantTx, fecha: FechaCivil): Promise<string | null> {
  const [row] = await tx.query<{ acto: string }>('SELECT acto FROM calendario_cierres WHERE fecha = $1', [
    fecha,
  ]);
  return row?.acto ?? null;
}

export async function insertCierre(
  tx: TenantTx,
  cierre: {
    readonly fecha: FechaCivil;
    readonly acto: string;
    readonly instante: Date;
    readonly actor: string;
  },
): Promise<void> {
  await tx.execute(
    'INSERT INTO calendario_cierres (fecha, acto, creado_en, creado_por) VALUES ($1, $2, $3, $4)',
    [cierre.fecha, cierre.acto, cierre.instante, cierre.actor],
  );
}

/** Makes publishing and approving wait until the commit: no window opens or ends under the calendar that goes away. */
export async function lockVentanas(tx: TenantTx): Promise<void> {
  await tx.query(
    `SELECT count(*) FROM (SELECT FROM eliminacion_lotes WHERE estado IN ('borrador', 'publicado') ORDER BY id FOR SHARE) b`,
  );
}

/** Counts an open window with another calendar. The trigger refuses a last day before the one announced. */
export async function updateVentana(
  tx: TenantTx,
  publicacionId: number,
  ventana: { readonly calendarioId: number; readonly ultimoDiaPrevisto: FechaCivil },
): Promise<void> {
  await tx.execute(
    'UPDATE eliminacion_publicaciones SET calendario_id = $2, ultimo_dia_previsto = $3 WHERE id = $1 AND ultimo_dia IS NULL',
    [publicacionId, ventana.calendarioId, ventana.ultimoDiaPrevisto],
  );
}
