import { z } from 'zod';
import { closePrestamo } from '../../db/archivo/prestamos.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema } from './entradas.ts';
import type { PrestamoRegistrado } from './prestar-expediente.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const devolverExpedienteSchema = z.strictObject({ expediente: referenciaSchema });

/**
 * Ends the loan of an expediente: it is admitted again by the same rules, at once. Errors: `expediente_no_encontrado`,
 * `prestamo_no_activo`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function devolverExpediente(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<PrestamoRegistrado> {
  const { expediente } = parseEntrada(devolverExpedienteSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    const { id, codigo, prestamoId } = situacion;
    if (prestamoId === null || !(await closePrestamo(tx, prestamoId, instante))) {
      throw new DomainError(archivoErrors.prestamo_no_activo, { expediente: codigo });
    }
    return {
      vista: { prestamoId, expedienteId: id, expediente: codigo },
      asiento: {
        tipo: 'archive.expediente_devuelto',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, prestamoId },
      },
    };
  });
}
