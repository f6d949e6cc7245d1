import { lockTramo, type Tramo } from '../../db/ejecucion/tramos.queries.ts';
import { lockRetenciones } from '../../db/retencion/retenciones.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import type { Servicios } from '../servicios.ts';

/** What every phase of a tramo needs. `signal` is aborted when the claim is lost or the process stops. */
export interface TramoEnCurso {
  readonly servicios: Pick<Servicios, 'db' | 'reloj' | 'documentos' | 'worm' | 'puntoDeFallo'>;
  readonly slug: string;
  readonly tramo: Tramo;
  readonly signal: AbortSignal;
}

/** Somebody else has the tramo by now: stop, and touch nothing more. Not an error of the lote. */
export class FichaVencida extends Error {
  constructor(tramo: Tramo) {
    super(`tramo ${tramo.id}: ficha ${tramo.ficha} is stale`);
    this.name = 'FichaVencida';
  }
}

/**
 * A transaction on a tramo: locks its row and compares the ficha before it reads anything. `frenteARetenciones`: first
 * takes the shared side of the lock that whoever places a hold takes, so that the hold is read here or placed after.
 */
export function withTramoTx<T>(
  obra: TramoEnCurso,
  work: (tx: TenantTx) => Promise<T>,
  options: { readonly frenteARetenciones?: boolean } = {},
): Promise<T> {
  return withTenantTx(obra.servicios.db, obra.slug, async (tx) => {
    if (options.frenteARetenciones === true) await lockRetenciones(tx, 'compartido');
    if (!(await lockTramo(tx, obra.tramo))) throw new FichaVencida(obra.tramo);
    return work(tx);
  });
}
