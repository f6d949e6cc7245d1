import { z } from 'zod';
import { insertTransferencias } from '../../db/archivo/transferencias.queries.ts';
import { exigirAdmitido, refuseTransferencia } from '../../domain/archivo/situacion.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const iniciarTransferenciaSchema = z.strictObject({
  expediente: referenciaSchema,
  /** Where it goes: central or historical archive, another entity. */
  destino: textoSchema,
});

export interface TransferenciaRegistrada {
  readonly transferenciaId: number;
  readonly expedienteId: string;
  readonly expediente: string;
}

/**
 * Begins the transfer of an expediente; until it ends no lote admits it (REQ-HOLD-5). Errors:
 * `expediente_no_encontrado`, `transferencia_ya_en_curso`, `expediente_en_lote`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function iniciarTransferencia(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<TransferenciaRegistrada> {
  const { expediente, destino } = parseEntrada(iniciarTransferenciaSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    exigirAdmitido(refuseTransferencia(situacion, actor));
    const { id, codigo } = situacion;
    const [transferenciaId = 0] = await insertTransferencias(tx, [{ expedienteId: id, destino }], instante);
    return {
      vista: { transferenciaId, expedienteId: id, expediente: codigo },
      asiento: {
        tipo: 'archive.transferencia_iniciada',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, transferenciaId },
        reservado: { destino },
      },
    };
  });
}
