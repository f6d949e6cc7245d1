import { deleteHuerfanos, expireSubidas, listHuerfanos } from '../../db/documentos/huerfanos.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { destruirBytes } from './destruir-bytes.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';

const TANDA = 200;
/** A reception that nobody writes to for this long was abandoned by its sender or by a crash. */
const RECEPCION_INACTIVA_MS = 3_600_000;

/** Turns expired reservations into objetos to be destroyed (which `barrerDestruyendo` then does). Gives how many. */
export async function barrerSubidas(
  { db, reloj }: Pick<ServiciosDocumentos, 'db' | 'reloj'>,
  slug: string,
): Promise<number> {
  let total = 0;
  for (;;) {
    const vencidas = await withTenantTx(db, slug, (tx) => expireSubidas(tx, TANDA, reloj.now()), {
      reintentar: true,
    });
    total += vencidas;
    if (vencidas < TANDA) return total;
  }
}

export interface Barrido {
  readonly destruidos: number;
  /** Objetos that the store would not let go, with the reason: tried again next time. */
  readonly fallidos: ReadonlyMap<number, string>;
}

/**
 * Destroys the bytes that no anexo uses: losers of an upload race and uploads that came to nothing. They belong to
 * no expediente, so no hold covers them; what belongs to one is destroyed by its ítem's purge and by nothing else.
 */
export async function barrerDestruyendo(servicios: ServiciosDocumentos, slug: string): Promise<Barrido> {
  const { db } = servicios;
  const fallidos = new Map<number, string>();
  let destruidos = 0;
  let ultimo = 0;
  for (;;) {
    const desde = ultimo;
    const huerfanos = await withTenantTx(db, slug, (tx) => listHuerfanos(tx, desde, TANDA), {
      readOnly: true,
    });
    const bytes = await destruirBytes(servicios, slug, huerfanos);
    for (const [objetoId, motivo] of bytes.fallidos) fallidos.set(objetoId, motivo);
    destruidos += await withTenantTx(db, slug, (tx) => deleteHuerfanos(tx, bytes.borrados), {
      reintentar: true,
    });
    ultimo = huerfanos.at(-1)?.objetoId ?? ultimo;
    if (huerfanos.length < TANDA) return { destruidos, fallidos };
  }
}

/** Removes half-received files of this entity that nobody is writing any more. Gives how many. */
export function barrerRecepcion(
  { almacen }: Pick<ServiciosDocumentos, 'almacen'>,
  slug: string,
): Promise<number> {
  return almacen(slug).limpiarRecepcion(RECEPCION_INACTIVA_MS);
}
