import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import {
  findActoDeCierre,
  insertCierre,
  lockVentanas,
  updateVentana,
} from '../../db/entidad/cierres.queries.ts';
import { lockEntidad } from '../../db/entidad/comite.queries.ts';
import { listPublicacionesAbiertas, type Publicacion } from '../../db/lote/publicaciones.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { entidadErrors } from '../../domain/entidad/entidad.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { type FechaCivil, parseFechaCivil } from '../../domain/plazos/fecha-civil.ts';
import { computeVentana } from '../../domain/plazos/ventana.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { getCalendarioVigente } from './calendario-vigente.ts';
import { materializeCalendario } from './materialize-calendario.ts';

export const registrarCierreEntidadSchema = z.strictObject({
  fecha: z.iso.date(),
  /** The act that ordered the closure. */
  acto: z.string().trim().min(3).max(300),
  /** Says that a day already counted in an open window stops counting, on purpose. */
  confirmarRecalculo: z.boolean().default(false),
});

export interface CierreRegistrado {
  readonly fecha: string;
  /** Code of the calendar version that has it. */
  readonly calendario: string;
  /** How many open windows were counted again. */
  readonly ventanas: number;
}

/**
 * Records a day on which the entity did not or will not open: a new calendar version, with which every open window is
 * counted again, audited one by one, never to a day before the one announced. The same closure twice changes nothing.
 * Errors: `cierre_en_dia_no_habil`, `cierre_ya_registrado`, `cierre_en_dias_contados` unless confirmed,
 * `fecha_fuera_de_calendario`, `entidad_sin_definir`. Needs PERM_ENTIDAD_ADMIN.
 */
export function registrarCierreEntidad(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<CierreRegistrado> {
  const { fecha: pedida, acto, confirmarRecalculo } = parseEntrada(registrarCierreEntidadSchema, entrada);
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  const fecha = parseFechaCivil(pedida);
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    if (!(await lockEntidad(tx))) throw new DomainError(entidadErrors.entidad_sin_definir);
    const vigente = await getCalendarioVigente(tx);
    const previo = await findActoDeCierre(tx, fecha);
    if (previo === acto) return { fecha, calendario: vigente.version.codigo, ventanas: 0 };
    if (previo !== null) throw new DomainError(entidadErrors.cierre_ya_registrado, { fecha, acto: previo });
    const motivo = vigente.calendario.motivoNoHabil(fecha);
    if (motivo !== null) throw new DomainError(entidadErrors.cierre_en_dia_no_habil, { fecha, motivo });
    await lockVentanas(tx);
    const abiertas = await listPublicacionesAbiertas(tx);
    if (!confirmarRecalculo) refuseContados(abiertas, fecha, fechaEnBogota(instante));
    await insertCierre(tx, { fecha, acto, instante, actor: actorId(actor) });
    const { codigo: calendario } = await materializeCalendario(tx, instante);
    const recontadas = await recount(tx, abiertas);
    await anunciar(tx, { fecha, acto, calendario, recontadas, actor, instante });
    return { fecha, calendario, ventanas: recontadas.length };
  });
}

/** A closure on a day that an open window has already counted takes a day from people: it must be meant. */
function refuseContados(abiertas: readonly Publicacion[], fecha: FechaCivil, hoy: FechaCivil): void {
  const afectadas = abiertas.filter(({ primerDia }) => primerDia <= fecha && fecha <= hoy);
  if (afectadas.length === 0) return;
  throw new DomainError(entidadErrors.cierre_en_dias_contados, { fecha, cuantas: afectadas.length });
}

interface Recontada {
  readonly loteId: string;
  readonly antes: FechaCivil;
  readonly ultimoDia: FechaCivil;
}

async function recount(tx: TenantTx, abiertas: readonly Publicacion[]): Promise<Recontada[]> {
  const { version, calendario } = await getCalendarioVigente(tx);
  const recontadas: Recontada[] = [];
  for (const { id, loteId, publicadoEn, dias, ultimoDiaPrevisto: antes } of abiertas) {
    const ventana = computeVentana({ publicadoEn: fechaEnBogota(publicadoEn), calendario, dias });
    const ultimoDia = laterOf(antes, ventana.ultimoDia);
    await updateVentana(tx, id, { calendarioId: version.id, ultimoDiaPrevisto: ultimoDia });
    recontadas.push({ loteId, antes, ultimoDia });
  }
  return recontadas;
}

function laterOf(una: FechaCivil, otra: FechaCivil): FechaCivil {
  if (una < otra) return otra;
  return una;
}

interface Registro extends Omit<CierreRegistrado, 'ventanas'> {
  readonly acto: string;
  readonly recontadas: readonly Recontada[];
  readonly actor: Actor;
  readonly instante: Date;
}

async function anunciar(tx: TenantTx, registro: Registro): Promise<void> {
  const { fecha, acto, calendario, recontadas, actor, instante } = registro;
  const comun = { version: 1, actor, ocurridoEn: instante };
  const tipo = 'archive.cierre_entidad_registrado';
  const datos = { fecha, calendario, ventanas: recontadas.length };
  await publicarEvento(tx, { ...comun, tipo, agregado: 'calendario', sujeto: calendario, payload: datos });
  const ventana = 'archive.eliminacion_ventana_recalculada';
  for (const { loteId, antes, ultimoDia } of recontadas) {
    const payload = { loteId, calendario, antes, ultimoDia };
    await publicarEvento(tx, { ...comun, tipo: ventana, agregado: loteId, sujeto: loteId, payload });
  }
  await registrarAuditoria(tx, [
    {
      accion: tipo,
      actor,
      instante,
      sujeto: { tipo: 'calendario', id: calendario },
      datos: { ...datos, acto },
    },
    ...recontadas.map(({ loteId, antes, ultimoDia }) => ({
      accion: ventana,
      actor,
      instante,
      sujeto: { tipo: 'lote', id: loteId },
      datos: { calendario, fecha, antes, ultimoDia },
    })),
  ]);
}
