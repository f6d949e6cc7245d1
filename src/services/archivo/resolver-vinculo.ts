import { z } from 'zod';
import { closeVinculo, findVinculo } from '../../db/archivo/vinculos.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const resolverVinculoSchema = z.strictObject({
  vinculoId: z.int().positive(),
  /** A copy went to the expediente that cites it, its reference was updated, or it may go all the same. */
  resolucion: z.enum(['copia', 'referencia_actualizada', 'confirmado']),
  motivo: textoSchema,
});

export interface VinculoResuelto {
  readonly vinculoId: number;
  readonly expedienteId: string;
  readonly resolucion: 'copia' | 'referencia_actualizada' | 'confirmado';
}

/**
 * Resolves a link, with its reason: it pauses nothing any more (REQ-HOLD-4). Errors: `vinculo_no_encontrado` (also
 * above the actor's clearance), `vinculo_ya_resuelto`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function resolverVinculo(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<VinculoResuelto> {
  const { vinculoId, resolucion, motivo } = parseEntrada(resolverVinculoSchema, entrada);
  const desconocido = new DomainError(archivoErrors.vinculo_no_encontrado);
  const pedido = {
    actor,
    solicitud,
    noVisible: desconocido,
    expediente: async (tx: TenantTx) => (await findVinculo(tx, vinculoId))?.expedienteId ?? null,
  };
  return withExpedienteTx(servicios, pedido, async (tx, { id: expedienteId, codigo }, instante) => {
    const vinculo = await findVinculo(tx, vinculoId);
    if (vinculo === null) throw desconocido;
    const acto = { resolucion, motivo, actor: actorId(actor), instante };
    if (vinculo.resuelto || !(await closeVinculo(tx, vinculoId, acto))) {
      throw new DomainError(archivoErrors.vinculo_ya_resuelto);
    }
    const { radicadoId, citanteId } = vinculo;
    return {
      vista: { vinculoId, expedienteId, resolucion },
      asiento: {
        tipo: 'archive.vinculo_resuelto',
        sujeto: { tipo: 'expediente', id: expedienteId },
        datos: { expediente: codigo, vinculoId, radicadoId, citanteId, resolucion },
        reservado: { motivo },
      },
    };
  });
}
