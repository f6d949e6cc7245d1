import { z } from 'zod';
import { findUnidad, insertMovimientos } from '../../db/archivo/unidades.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { isMismoLugar, mudarA } from '../../domain/archivo/lugar.ts';
import { exigirAdmitido, refuseDestruccion, refuseEnLote } from '../../domain/archivo/situacion.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { lugarSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const moverUnidadSchema = z.strictObject({
  unidadId: z.int().positive(),
  /** `destruccion` = the paper of an ítem in execution leaves for its destruction. */
  clase: z.enum(['traslado', 'destruccion']).default('traslado'),
  /** What is not told stays as it was. */
  hacia: lugarSchema,
  /** The act or order that moves it. */
  acto: textoSchema,
});

export interface UnidadMovida {
  readonly unidadId: number;
  readonly expedienteId: string;
  readonly ubicacion: string | null;
  readonly caja: string | null;
  readonly carpeta: string | null;
}

/**
 * Moves a storage unit, kept with where it was, the act and who. Errors: `unidad_no_encontrada` (also above the
 * actor's clearance), `unidad_ya_ubicada`, `expediente_en_lote`, `movimiento_sin_ejecucion`. Needs
 * PERM_ARCHIVO_GESTIONAR.
 */
export function moverUnidad(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<UnidadMovida> {
  const { unidadId, clase, hacia, acto } = parseEntrada(moverUnidadSchema, entrada);
  const desconocida = new DomainError(archivoErrors.unidad_no_encontrada);
  const pedido = {
    actor,
    solicitud,
    noVisible: desconocida,
    expediente: async (tx: TenantTx) => (await findUnidad(tx, unidadId))?.expedienteId ?? null,
  };
  return withExpedienteTx(servicios, pedido, async (tx, situacion, instante) => {
    const unidad = await findUnidad(tx, unidadId);
    if (unidad === null) throw desconocida;
    exigirAdmitido(
      clase === 'traslado' ? refuseEnLote(situacion, actor) : refuseDestruccion(situacion, unidadId),
    );
    const { id: expedienteId, codigo } = situacion;
    const desde = mudarA(unidad, {});
    const destino = mudarA(unidad, hacia);
    if (isMismoLugar(desde, destino)) throw new DomainError(archivoErrors.unidad_ya_ubicada);
    await insertMovimientos(tx, [{ unidadId, expedienteId, clase, desde, hacia: destino, acto }], {
      actor: actorId(actor),
      instante,
    });
    return {
      vista: { unidadId, expedienteId, ...destino },
      asiento: {
        tipo: clase === 'traslado' ? 'archive.unidad_trasladada' : 'archive.unidad_llevada_a_destruccion',
        sujeto: { tipo: 'expediente', id: expedienteId },
        datos: { expediente: codigo, unidadId, clase },
        reservado: { desde: { ...desde }, hacia: { ...destino }, acto },
      },
    };
  });
}
