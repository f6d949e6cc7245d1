import { z } from 'zod';
import { listNoAdmitidos } from '../../db/admision/admision.queries.ts';
import { listItemsCambiados } from '../../db/archivo/deriva.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { getEntidad } from '../../db/entidad/entidad.queries.ts';
import { countSinRevisar } from '../../db/lote/items.queries.ts';
import { type Lote, lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import { insertPublicacion } from '../../db/lote/publicaciones.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { renderMotivo } from '../../domain/admision/motivo.ts';
import { DomainError, type Fault } from '../../domain/errors/domain-error.ts';
import { exigirPersonaConNivel, exigirTransicion } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { computeVentana } from '../../domain/plazos/ventana.ts';
import { type CalendarioVigente, getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import { findVistaRepetida, type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { exigirAlRepetir } from './exigir-al-repetir.ts';
import { type DatasetCongelado, writeInventario } from './write-inventario.ts';

export const publicarLoteSchema = z.strictObject({ loteId: z.uuid(), version: z.int().positive() });

export interface LotePublicado {
  readonly codigo: string;
  readonly version: number;
  readonly url: string;
  readonly primerDia: string;
  readonly ultimoDia: string;
  readonly sha256Completo: string;
  readonly sha256Publico: string;
}

const FALTAS_EN_RESPUESTA = 100;

/**
 * Publishes the inventory of a draft for 60 business days (REQ-PUB-1..3): freezes both canonical datasets under WORM
 * and binds their digests. Errors: `lote_vacio`, `items_no_admitidos` naming each row, `revision_publica_pendiente`.
 * Needs PERM_ELIMINACION_PUBLICAR, a person, and clearance over the whole lote.
 */
export async function publicarLote(
  servicios: Pick<Servicios, 'db' | 'reloj' | 'worm'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<LotePublicado> {
  const { loteId, version } = parseEntrada(publicarLoteSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PUBLICAR');
  const instante = servicios.reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'publicar', loteId, actor),
  };
  const repetida = await findVistaRepetida<LotePublicado>(servicios.db, solicitado);
  if (repetida !== null) return repetida;
  // The files are written with no transaction open; the second look finds whether the draft moved meanwhile.
  const lote = await withTenantTx(servicios.db, actor.tenant, async (tx) => {
    const borrador = await lockLote(tx, loteId, version);
    await exigirPublicable(tx, borrador, actor, instante);
    return borrador;
  });
  const completo = await writeInventario(servicios, actor.tenant, lote, 'completa');
  const publico = await writeInventario(servicios, actor.tenant, lote, 'publica');
  return withActoTx(servicios.db, solicitado, async (tx) => {
    const borrador = await lockLote(tx, loteId, version);
    const calendario = await exigirPublicable(tx, borrador, actor, instante);
    return publish(tx, { lote: borrador, calendario, completo, publico, actor, instante });
  });
}

async function exigirPublicable(
  tx: TenantTx,
  lote: Lote,
  actor: Actor,
  instante: Date,
): Promise<CalendarioVigente> {
  exigirPersonaConNivel('publicar', lote, actor);
  exigirTransicion('publicar', lote);
  if (lote.totalItems === 0) throw new DomainError(loteErrors.lote_vacio, { lote: lote.codigo });
  const sinRevisar = await countSinRevisar(tx, lote.id);
  if (sinRevisar > 0) {
    throw new DomainError(loteErrors.revision_publica_pendiente, { cuantas: sinRevisar, lote: lote.codigo });
  }
  const calendario = await getCalendarioVigente(tx);
  const contexto = { hoy: fechaEnBogota(instante), calendarioId: calendario.version.id };
  const caidos = await listNoAdmitidos(tx, lote.id, contexto, FALTAS_EN_RESPUESTA);
  refuseItems(
    lote,
    caidos.map(({ orden, codigo, motivos }) => ({
      campo: codigo,
      fila: orden,
      motivo: `${motivos.map(renderMotivo).join('; ')}.`,
    })),
  );
  const cambiados = await listItemsCambiados(tx, lote.id, FALTAS_EN_RESPUESTA);
  refuseItems(
    lote,
    cambiados.map(({ orden, codigo, diferencia }) => ({
      campo: codigo,
      fila: orden,
      motivo: `Cambió después de proponerlo: ${diferencia}.`,
    })),
  );
  return calendario;
}

function refuseItems(lote: Lote, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const cuantos = faults.length === FALTAS_EN_RESPUESTA ? `${FALTAS_EN_RESPUESTA} o más` : faults.length;
  throw new DomainError(loteErrors.items_no_admitidos, { cuantos, lote: lote.codigo }, { faults });
}

interface Publicable {
  readonly lote: Lote;
  readonly calendario: CalendarioVigente;
  readonly completo: DatasetCongelado;
  readonly publico: DatasetCongelado;
  readonly actor: Actor;
  readonly instante: Date;
}

async function publish(tx: TenantTx, acto: Publicable): Promise<LotePublicado> {
  const { lote, calendario, completo, publico, actor, instante } = acto;
  const entidad = await getEntidad(tx);
  const ventana = computeVentana({ publicadoEn: fechaEnBogota(instante), calendario: calendario.calendario });
  const url = `${entidad.direccionPublica}/publico/${actor.tenant}/lotes/${lote.codigo}`;
  await insertPublicacion(tx, {
    loteId: lote.id,
    url,
    publicadoEn: instante,
    primerDia: ventana.primerDia,
    dias: ventana.dias,
    ultimoDiaPrevisto: ventana.ultimoDia,
    calendarioId: calendario.version.id,
    umbral: entidad.umbralDisponibilidad,
    filas: completo.filas,
    sha256Completo: completo.sha256,
    sha256Publico: publico.sha256,
    claveCompleto: completo.clave,
    clavePublico: publico.clave,
  });
  const version = await moveLote(tx, lote.id, 'borrador', 'publicado', {
    publicadorId: actorId(actor),
    publicadoEn: instante,
  });
  const tipo = 'archive.eliminacion_lote_publicado';
  const datos = {
    codigo: lote.codigo,
    filas: completo.filas,
    sha256Completo: completo.sha256,
    sha256Publico: publico.sha256,
    ultimoDia: ventana.ultimoDia,
  };
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: lote.id,
    sujeto: lote.id,
    actor,
    ocurridoEn: instante,
    payload: { loteId: lote.id, ...datos },
  });
  await registrarAuditoria(tx, [
    { accion: tipo, actor, instante, sujeto: { tipo: 'lote', id: lote.id }, despues: completo.sha256, datos },
  ]);
  return {
    codigo: lote.codigo,
    version,
    url,
    primerDia: ventana.primerDia,
    ultimoDia: ventana.ultimoDia,
    sha256Completo: completo.sha256,
    sha256Publico: publico.sha256,
  };
}
