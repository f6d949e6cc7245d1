import { existsAlAlcance, lockSituaciones } from '../../db/archivo/situacion.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import type { Situacion } from '../../domain/archivo/situacion.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import type { Servicios } from '../servicios.ts';
import { type ActoAsentado, asentarActo } from './asentar-acto.ts';

export interface PedidoSobreExpediente {
  readonly actor: Actor;
  readonly solicitud: SolicitudIdempotente | null;
  /** Id or code of the expediente, or how to find it: null when what was named is out of reach or gone. */
  readonly expediente: string | ((tx: TenantTx) => Promise<string | null>);
  /** What it hears when that is out of reach: `expediente_no_encontrado` unless it asked for something else. */
  readonly noVisible?: DomainError;
}

/** What an act did: what its caller sees, and what is told and chained; null when it changed nothing. */
export interface ActoHecho<V> {
  readonly vista: V;
  readonly asiento: Omit<ActoAsentado, 'actor' | 'instante'> | null;
}

/**
 * One act on one expediente: permission, key, lock, then `acto` on what was read under the lock, its audit and event.
 * An expediente above the actor's clearance does not exist: `expediente_no_encontrado`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function withExpedienteTx<V extends { readonly expedienteId: string }>(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  pedido: PedidoSobreExpediente,
  acto: (tx: TenantTx, situacion: Situacion, instante: Date) => Promise<ActoHecho<V>>,
): Promise<V> {
  const { actor, solicitud, expediente } = pedido;
  const { noVisible = new DomainError(documentosErrors.expediente_no_encontrado) } = pedido;
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const instante = reloj.now();
  const alRepetir = async (tx: TenantTx, { expedienteId }: V): Promise<void> => {
    if (!(await existsAlAlcance(tx, expedienteId, actor.clearance))) throw noVisible;
  };
  return withActoTx(
    db,
    { actor, solicitud, alRepetir },
    async (tx) => {
      const referencia = typeof expediente === 'string' ? expediente : await expediente(tx);
      const [situacion = null] = referencia === null ? [] : await lockSituaciones(tx, [referencia]);
      if (situacion === null || situacion.nivel > actor.clearance) throw noVisible;
      const { vista, asiento } = await acto(tx, situacion, instante);
      if (asiento !== null) await asentarActo(tx, { ...asiento, actor, instante });
      return vista;
    },
    { reintentar: true },
  );
}
