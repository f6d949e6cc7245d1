import { z } from 'zod';
import {
  type ContextoAdmision,
  insertItemsAdmitidos,
  listRechazados,
  lockCandidatos,
  type Rechazado,
  type ResumenAdmision,
  summarizeAdmision,
} from '../../db/admision/admision.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { getLote, insertLote, takeConsecutivo, updateInventario } from '../../db/lote/lotes.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { type Motivo, renderMotivo } from '../../domain/admision/motivo.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Criterio, criterioSchema } from '../../domain/lote/criterio-propuesta.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { renderCodigoLote } from '../../domain/lote/numeracion.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { ejercicioEnBogota, fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export const proponerLoteSchema = z.strictObject({
  descripcion: z.string().trim().min(5).max(500),
  criterio: criterioSchema,
});

export interface LotePropuesto {
  readonly id: string;
  readonly codigo: string;
  readonly version: number;
  readonly resumen: ResumenAdmision;
  /** The first refused expedientes with every reason; the rest is read by pages with the same criterion. */
  readonly rechazados: readonly Rechazado[];
}

const RECHAZADOS_EN_RESPUESTA = 100;

/**
 * Proposes a lote: every expediente of the criterion that admission lets through is frozen as an ítem, in one
 * transaction. Refused rows don't sink it. Errors: `sin_items_admitidos` with the reasons,
 * `expediente_en_otro_lote` when another proposal won the race. Needs PERM_ELIMINACION_PROPONER.
 */
export async function proponerLote(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<LotePropuesto> {
  const { descripcion, criterio } = parseEntrada(proponerLoteSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PROPONER');
  const instante = reloj.now();
  return withActoTx(
    db,
    { actor, solicitud, alRepetir: (tx, { id }) => exigirAlcance(tx, id, actor) },
    async (tx) => {
      const { version: calendario } = await getCalendarioVigente(tx);
      const contexto: ContextoAdmision = {
        hoy: fechaEnBogota(instante),
        calendarioId: calendario.id,
        clearance: actor.clearance,
      };
      await lockCandidatos(tx, criterio, actor.clearance);
      const resumen = await summarizeAdmision(tx, criterio, contexto);
      if (resumen.admitidos === 0) throw sinAdmitidos(resumen);
      const muestra = await listRechazados(tx, criterio, contexto, { limite: RECHAZADOS_EN_RESPUESTA });
      const ejercicio = ejercicioEnBogota(instante);
      const consecutivo = await takeConsecutivo(tx, 'lote', ejercicio);
      const codigo = renderCodigoLote(ejercicio, consecutivo);
      const id = await insertLote(tx, {
        ejercicio,
        consecutivo,
        codigo,
        // Raised to the highest of its ítems as soon as they are in; until then, in doubt, CLASIFICADA.
        nivelSeguridad: 3,
        descripcion,
        criterio,
        proponenteId: actorId(actor),
        proponenteNombre: actor.nombre,
        propuestoEn: instante,
      });
      const { items, nivel } = await insertItemsAdmitidos(tx, {
        loteId: id,
        criterio,
        contexto,
        calendarioCodigo: calendario.codigo,
      });
      const vigente =
        items === resumen.admitidos
          ? resumen
          : await recount(tx, { criterio, contexto, loteId: id, antes: resumen });
      if (items === 0 || nivel === null) throw sinAdmitidos(vigente);
      const rechazados = vigente.evaluados - items;
      await updateInventario(tx, id, { totalItems: items, nivelSeguridad: nivel, rechazados });
      await anunciar(tx, { id, codigo, items, rechazados, actor, instante });
      return { id, codigo, version: 1, resumen: { ...vigente, admitidos: items }, rechazados: muestra };
    },
    { reintentar: true },
  );
}

/** The counts of the old answer reach as far as the lote's level: so must whoever asks for it again. */
async function exigirAlcance(tx: TenantTx, id: string, actor: Actor): Promise<void> {
  const lote = await getLote(tx, id);
  if (actor.clearance < lote.nivelSeguridad) throw new DomainError(loteErrors.lote_no_encontrado);
}

interface Recuento {
  readonly criterio: Criterio;
  readonly contexto: ContextoAdmision;
  readonly loteId: string;
  readonly antes: ResumenAdmision;
}

/**
 * Fewer were frozen than had been admitted: another proposal that committed meanwhile (the number counter makes them
 * queue) is the race, which sinks this one; anything else that appeared is a reason like any other.
 */
async function recount(
  tx: TenantTx,
  { criterio, contexto, loteId, antes }: Recuento,
): Promise<ResumenAdmision> {
  const ahora = await summarizeAdmision(tx, criterio, contexto, loteId);
  const tomados = ({ porMotivo }: ResumenAdmision): number => porMotivo.ya_en_otro_lote ?? 0;
  if (tomados(ahora) > tomados(antes)) throw new DomainError(loteErrors.expediente_en_otro_lote);
  return ahora;
}

interface Propuesta {
  readonly id: string;
  readonly codigo: string;
  readonly items: number;
  readonly rechazados: number;
  readonly actor: Actor;
  readonly instante: Date;
}

async function anunciar(tx: TenantTx, propuesta: Propuesta): Promise<void> {
  const { id, codigo, items, rechazados, actor, instante } = propuesta;
  const tipo = 'archive.eliminacion_lote_propuesto';
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: id,
    sujeto: id,
    actor,
    ocurridoEn: instante,
    payload: { loteId: id, codigo, items },
  });
  await registrarAuditoria(tx, [
    { accion: tipo, actor, instante, sujeto: { tipo: 'lote', id }, datos: { codigo, items, rechazados } },
  ]);
}

function sinAdmitidos(resumen: ResumenAdmision): DomainError {
  const porMotivo = Object.entries(resumen.porMotivo) as [Motivo, number][];
  const motivos = porMotivo
    .sort(([, a], [, b]) => b - a)
    .map(([motivo, cuantos]) => `${cuantos} ${renderMotivo(motivo)}`);
  return new DomainError(
    loteErrors.sin_items_admitidos,
    {
      evaluados: resumen.evaluados,
      motivos: motivos.length === 0 ? 'ningún expediente cumple el criterio' : motivos,
    },
    {
      faults: porMotivo.map(([motivo, cuantos]) => ({
        campo: motivo,
        motivo: `${cuantos}: ${renderMotivo(motivo)}.`,
      })),
    },
  );
}
