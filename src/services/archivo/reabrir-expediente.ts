import { z } from 'zod';
import { openExpediente } from '../../db/archivo/amarres.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { exigirAdmitido, refuseEnEliminacion } from '../../domain/archivo/situacion.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const reabrirExpedienteSchema = z.strictObject({ expediente: referenciaSchema, motivo: textoSchema });

export interface ExpedienteReabierto {
  readonly expedienteId: string;
  readonly expediente: string;
  /** The closing that no longer holds. */
  readonly cierreAnterior: string;
}

/**
 * Opens a closed expediente again: it is not due until it is closed anew, and the ítem of a living lote it may be in
 * fails at its next check (REQ-RET-1). Errors: `expediente_no_encontrado`, `expediente_ya_abierto`,
 * `expediente_en_eliminacion`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function reabrirExpediente(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<ExpedienteReabierto> {
  const { expediente, motivo } = parseEntrada(reabrirExpedienteSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion) => {
    const { id, codigo, cierre } = situacion;
    exigirAdmitido(refuseEnEliminacion(situacion));
    if (cierre === null || !(await openExpediente(tx, id))) {
      throw new DomainError(archivoErrors.expediente_ya_abierto, { expediente: codigo });
    }
    return {
      vista: { expedienteId: id, expediente: codigo, cierreAnterior: cierre },
      asiento: {
        tipo: 'archive.expediente_reabierto',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, cierreAnterior: cierre },
        reservado: { motivo },
      },
    };
  });
}
