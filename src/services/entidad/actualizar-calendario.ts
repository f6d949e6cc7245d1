import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { VERSION_VIGENTE } from '../../domain/plazos/festivos-colombia.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import type { Servicios } from '../servicios.ts';
import { materializeCalendario } from './materialize-calendario.ts';

/**
 * Materialises the calendar of the law in force and the entity's closures, if the last version is not already that.
 * Gives its code. Repeating it changes nothing.
 */
export async function actualizarCalendario(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ codigo: string; nueva: boolean }> {
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    const { codigo, nueva, cierres } = await materializeCalendario(tx, instante);
    if (!nueva) return { codigo, nueva };
    await registrarAuditoria(tx, [
      {
        accion: 'archive.calendario_actualizado',
        actor,
        instante,
        sujeto: { tipo: 'calendario', id: codigo },
        datos: { ley: VERSION_VIGENTE, cierres },
      },
    ]);
    return { codigo, nueva };
  });
}
