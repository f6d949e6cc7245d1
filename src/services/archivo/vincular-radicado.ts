import { z } from 'zod';
import { listAlAlcance } from '../../db/archivo/situacion.queries.ts';
import { findVinculoPendiente, insertVinculos } from '../../db/archivo/vinculos.queries.ts';
import { findRadicado } from '../../db/documentos/radicados.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { exigirAdmitido, refuseEnEliminacion } from '../../domain/archivo/situacion.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const vincularRadicadoSchema = z.strictObject({
  /** Id or number of the radicado that is cited. */
  radicado: referenciaSchema,
  /** Id or code of the expediente that cites it. */
  citante: referenciaSchema,
  motivo: textoSchema,
});

export interface VinculoRegistrado {
  readonly vinculoId: number;
  /** The expediente whose elimination it pauses. */
  readonly expedienteId: string;
  /** False when that link was pending already. */
  readonly nuevo: boolean;
}

/**
 * Records that an expediente cites a radicado of another one: until it is resolved the other is not eliminated
 * (REQ-HOLD-4). The same pending link twice is one. Errors: `radicado_no_encontrado`, `expediente_no_encontrado` (the
 * one that cites), `vinculo_propio`, `expediente_en_eliminacion`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function vincularRadicado(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<VinculoRegistrado> {
  const { radicado: referencia, citante, motivo } = parseEntrada(vincularRadicadoSchema, entrada);
  const desconocido = new DomainError(documentosErrors.radicado_no_encontrado);
  const pedido = {
    actor,
    solicitud,
    noVisible: desconocido,
    expediente: async (tx: TenantTx) => (await findRadicado(tx, referencia))?.expedienteId ?? null,
  };
  return withExpedienteTx<VinculoRegistrado>(servicios, pedido, async (tx, situacion, instante) => {
    const radicado = await findRadicado(tx, referencia);
    if (radicado === null) throw desconocido;
    const [citanteId = null] = await listAlAlcance(tx, [citante], actor.clearance);
    if (citanteId === null) throw new DomainError(documentosErrors.expediente_no_encontrado);
    if (citanteId === situacion.id) throw new DomainError(archivoErrors.vinculo_propio);
    exigirAdmitido(refuseEnEliminacion(situacion));
    const { id: expedienteId, codigo: expediente } = situacion;
    const pendiente = await findVinculoPendiente(tx, radicado.id, citanteId);
    if (pendiente !== null)
      return { vista: { vinculoId: pendiente, expedienteId, nuevo: false }, asiento: null };
    const nuevo = { radicadoId: radicado.id, citanteId, motivo };
    const [vinculoId] = await insertVinculos(tx, [nuevo], { actor: actorId(actor), instante });
    return {
      vista: { vinculoId: vinculoId ?? 0, expedienteId, nuevo: true },
      asiento: {
        tipo: 'archive.radicado_vinculado',
        sujeto: { tipo: 'expediente', id: expedienteId },
        datos: { expediente, radicadoId: radicado.id, citanteId, vinculoId: vinculoId ?? null },
        reservado: { motivo },
      },
    };
  });
}
