import { contarDenegacion } from '../../db/auditoria/denegaciones.queries.ts';
import { type Asiento, anexarAuditoria, renderAsiento } from '../../db/auditoria/registrar-auditoria.ts';
import type { Database } from '../../db/database.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { actorId } from '../../domain/personas/actor.ts';
import { acumularDenegaciones, inicioDeMinuto } from './acumular-denegaciones.ts';

/** Denials of one actor and act that are chained one by one in a minute; the rest become one entry. */
const POR_MINUTO = 10;

/**
 * Chains the denial of an authenticated actor, in a transaction of its own: that of the act was rolled back. From
 * the eleventh of an actor, act and minute on it is only counted, and the count is chained by the first denial (or
 * `consolidarDenegaciones`) after that minute. Minutes are those of the legal instant.
 */
export async function registrarDenegacion(db: Database, slug: string, asiento: Asiento): Promise<void> {
  const contenido = renderAsiento({ ...asiento, resultado: 'denegado' });
  const minuto = inicioDeMinuto(asiento.instante);
  const actor = actorId(asiento.actor);
  await withTenantTx(
    db,
    slug,
    async (tx) => {
      const total = await contarDenegacion(
        tx,
        { actor, accion: asiento.accion, minuto, contenido },
        POR_MINUTO,
      );
      if (total > POR_MINUTO) return;
      const acumuladas = await acumularDenegaciones(tx, asiento.instante);
      await anexarAuditoria(tx, [...acumuladas, contenido]);
    },
    { reintentar: true },
  );
}
