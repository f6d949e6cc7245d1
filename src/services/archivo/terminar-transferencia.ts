import { z } from 'zod';
import { closeTransferencia } from '../../db/archivo/transferencias.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema } from './entradas.ts';
import type { TransferenciaRegistrada } from './iniciar-transferencia.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const terminarTransferenciaSchema = z.strictObject({ expediente: referenciaSchema });

/**
 * Ends the transfer of an expediente. Errors: `expediente_no_encontrado`, `transferencia_no_iniciada`. Needs
 * PERM_ARCHIVO_GESTIONAR.
 */
export function terminarTransferencia(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<TransferenciaRegistrada> {
  const { expediente } = parseEntrada(terminarTransferenciaSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    const { id, codigo, transferenciaId } = situacion;
    if (transferenciaId === null || !(await closeTransferencia(tx, transferenciaId, instante))) {
      throw new DomainError(archivoErrors.transferencia_no_iniciada, { expediente: codigo });
    }
    return {
      vista: { transferenciaId, expedienteId: id, expediente: codigo },
      asiento: {
        tipo: 'archive.transferencia_terminada',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, transferenciaId },
      },
    };
  });
}
