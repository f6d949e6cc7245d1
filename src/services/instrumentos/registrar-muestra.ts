import { z } from 'zod';
import { findMuestra, upsertMuestra } from '../../db/instrumentos/muestras.queries.ts';
import { getSerie } from '../../db/instrumentos/series.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { exigirAdmitido, refuseEnEliminacion } from '../../domain/archivo/situacion.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { referenciaSchema, textoSchema } from '../archivo/entradas.ts';
import { withExpedienteTx } from '../archivo/with-expediente-tx.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export const registrarMuestraSchema = z.strictObject({
  expediente: referenciaSchema,
  /** True = the selection keeps it; false = it stays outside and may be eliminated. */
  enMuestra: z.boolean(),
  criterio: textoSchema,
  acto: textoSchema,
});

export interface MuestraRegistrada {
  readonly expedienteId: string;
  readonly expediente: string;
  readonly enMuestra: boolean;
}

/**
 * Records whether a selection (S) keeps an expediente, by which criterion and act: only one outside the sample may be
 * eliminated (REQ-RET-2). The same twice changes nothing. Errors: `expediente_no_encontrado`, `muestra_sin_seleccion`,
 * `expediente_en_eliminacion`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function registrarMuestra(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<MuestraRegistrada> {
  const { expediente, ...muestra } = parseEntrada(registrarMuestraSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    const { id, codigo } = situacion;
    const { disposicion } = await getSerie(tx, situacion.trdSerieId);
    if (disposicion !== 'S') {
      throw new DomainError(archivoErrors.muestra_sin_seleccion, {
        expediente: codigo,
        disposicion: disposicion ?? 'sin definir',
      });
    }
    const vista = { expedienteId: id, expediente: codigo, enMuestra: muestra.enMuestra };
    const previa = await findMuestra(tx, id);
    const igual =
      previa?.enMuestra === muestra.enMuestra &&
      previa.criterio === muestra.criterio &&
      previa.acto === muestra.acto;
    if (igual) return { vista, asiento: null };
    exigirAdmitido(refuseEnEliminacion(situacion));
    await upsertMuestra(tx, id, { ...muestra, actor: actorId(actor), instante });
    return {
      vista,
      asiento: {
        tipo: 'archive.muestra_registrada',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, enMuestra: muestra.enMuestra, antes: previa?.enMuestra ?? null },
        reservado: { criterio: muestra.criterio, acto: muestra.acto },
      },
    };
  });
}
