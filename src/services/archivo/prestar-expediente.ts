import { z } from 'zod';
import { insertPrestamos } from '../../db/archivo/prestamos.queries.ts';
import { exigirAdmitido, refusePrestamo } from '../../domain/archivo/situacion.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const prestarExpedienteSchema = z.strictObject({
  expediente: referenciaSchema,
  /** Who takes it away. */
  solicitante: textoSchema,
});

export interface PrestamoRegistrado {
  readonly prestamoId: number;
  readonly expedienteId: string;
  readonly expediente: string;
}

/**
 * Lends an expediente; until it is returned no lote admits it (REQ-HOLD-5). Errors: `expediente_no_encontrado`,
 * `prestamo_ya_activo`, `expediente_en_lote`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function prestarExpediente(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<PrestamoRegistrado> {
  const { expediente, solicitante } = parseEntrada(prestarExpedienteSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    exigirAdmitido(refusePrestamo(situacion, actor));
    const { id, codigo } = situacion;
    const [prestamoId = 0] = await insertPrestamos(tx, [{ expedienteId: id, solicitante }], instante);
    return {
      vista: { prestamoId, expedienteId: id, expediente: codigo },
      asiento: {
        tipo: 'archive.expediente_prestado',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, prestamoId },
        reservado: { solicitante },
      },
    };
  });
}
