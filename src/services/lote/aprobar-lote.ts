import { z } from 'zod';
import { withdrawNoAdmitidos } from '../../db/admision/admision.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { insertAplazamientos, insertDecision } from '../../db/lote/decisiones.queries.ts';
import { countMiembros, insertRetiros, listItemIds, type Retiro } from '../../db/lote/items.queries.ts';
import { type Lote, lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import {
  closeVentana,
  countObservacionesPendientes,
  findPublicacion,
  type Publicacion,
} from '../../db/lote/publicaciones.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirOtraPersona, exigirPersonaConNivel, exigirTransicion } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { exigirSesionFavorable, sesionSchema } from '../../domain/lote/sesion-comite.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requireLoginReciente } from '../../domain/personas/require-login-reciente.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import { findVistaRepetida, type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import { evaluarVentana } from '../publicacion/evaluar-ventana.ts';
import type { Servicios } from '../servicios.ts';
import { exigirAlRepetir } from './exigir-al-repetir.ts';
import { readDigestInventario } from './read-digest-inventario.ts';

const motivo = textoXml.trim().min(5).max(1_000);

export const aprobarLoteSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  sesion: sesionSchema,
  excluidos: z
    .array(z.strictObject({ expedienteId: z.uuid(), motivo }))
    .max(10_000)
    .default([]),
  aplazados: z
    .array(z.strictObject({ expedienteId: z.uuid(), hasta: z.iso.date(), motivo }))
    .max(10_000)
    .default([]),
});
type Aprobacion = z.output<typeof aprobarLoteSchema>;

export interface LoteAprobado {
  readonly codigo: string;
  readonly version: number;
  readonly estado: 'aprobado' | 'anulado';
  readonly aprobados: number;
  readonly retirados: number;
}

/**
 * The committee approves a published lote (REQ-DEC-1..3): the window is over and evidenced, in-time observations are
 * answered, the session may decide; excluded and postponed rows leave, and so do those no longer admitted. Binds to the
 * SHA-256 of the published dataset. If nothing is left the lote is annulled. Needs PERM_ELIMINACION_APROBAR, a recent
 * login, and another person than who proposed.
 */
export async function aprobarLote(
  servicios: Pick<Servicios, 'db' | 'reloj' | 'worm'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<LoteAprobado> {
  const aprobacion = parseEntrada(aprobarLoteSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_APROBAR');
  requireLoginReciente(actor, new Date());
  const instante = servicios.reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'aprobar', aprobacion.loteId, actor),
  };
  const repetida = await findVistaRepetida<LoteAprobado>(servicios.db, solicitado);
  if (repetida !== null) return repetida;
  const digest = await readDigestInventario(servicios, actor, aprobacion.loteId);
  return withActoTx(servicios.db, solicitado, async (tx) => {
    const lote = await lockLote(tx, aprobacion.loteId, aprobacion.version);
    exigirPersonaConNivel('aprobar', lote, actor);
    exigirTransicion('aprobar', lote);
    exigirOtraPersona('aprobar', lote, actor);
    exigirSesionFavorable(aprobacion.sesion.asistentes);
    const publicacion = await exigirVentanaCerrada(tx, lote, instante);
    if (publicacion.sha256Completo !== digest) {
      throw new DomainError(loteErrors.inventario_alterado, { lote: lote.codigo });
    }
    const retirados = await retirar(tx, { lote, aprobacion, actor, instante });
    return approve(tx, { lote, publicacion, aprobacion, retirados, actor, instante });
  });
}

async function exigirVentanaCerrada(tx: TenantTx, lote: Lote, instante: Date): Promise<Publicacion> {
  const publicacion = await findPublicacion(tx, lote.id);
  if (publicacion === null)
    throw new DomainError(loteErrors.transicion_invalida, { detalle: 'sin publicación' });
  const ventana = await evaluarVentana(tx, publicacion, instante);
  if (!ventana.completa) {
    throw new DomainError(loteErrors.ventana_abierta, {
      contados: ventana.contados,
      dias: ventana.dias,
      ultimo_dia: ventana.ultimoDia,
    });
  }
  const pendientes = await countObservacionesPendientes(tx, lote.id);
  if (pendientes > 0) throw new DomainError(loteErrors.observaciones_sin_responder, { cuantas: pendientes });
  if (publicacion.ultimoDia === null)
    await closeVentana(tx, publicacion.id, ventana.ultimoDia, ventana.cierre);
  return publicacion;
}

interface Acto {
  readonly lote: Lote;
  readonly aprobacion: Aprobacion;
  readonly actor: Actor;
  readonly instante: Date;
}

/** Withdraws what the committee excludes or postpones and what admission no longer lets through; gives how many. */
async function retirar(tx: TenantTx, { lote, aprobacion, actor, instante }: Acto): Promise<number> {
  const { excluidos, aplazados, sesion } = aprobacion;
  const pedidos = [...excluidos, ...aplazados].map(({ expedienteId }) => expedienteId);
  const items = new Map(
    (await listItemIds(tx, lote.id, pedidos)).map((row) => [row.expedienteId, row.itemId]),
  );
  const itemIdOf = (expedienteId: string): number => {
    const itemId = items.get(expedienteId);
    if (itemId === undefined) throw new DomainError(loteErrors.fila_no_pertenece, { lote: lote.codigo });
    return itemId;
  };
  const acto = `Acta del Comité ${sesion.acta.numero} de ${sesion.acta.fecha}`;
  const delComite: Retiro[] = [
    ...excluidos.map((fila) => ({ ...fila, causa: 'excluido_comite' })),
    ...aplazados.map((fila) => ({ ...fila, causa: 'aplazado_comite' })),
  ].map((fila) => ({
    itemId: itemIdOf(fila.expedienteId),
    causa: fila.causa,
    detalle: acto,
    motivo: fila.motivo,
  }));
  if (new Set(delComite.map(({ itemId }) => itemId)).size !== delComite.length) {
    throw new DomainError(loteErrors.fila_no_pertenece, { lote: lote.codigo });
  }
  const quien = { actor: actorId(actor), instante };
  await insertRetiros(tx, lote.id, delComite, quien);
  await insertAplazamientos(tx, aplazados, {
    mandato: acto,
    autoridad: 'Comité de archivo',
    actor: quien.actor,
    instante,
  });
  // What the committee took out is no longer a member, so this looks at the rest.
  const { version: calendario } = await getCalendarioVigente(tx);
  const contexto = { hoy: fechaEnBogota(instante), calendarioId: calendario.id };
  const caidos = await withdrawNoAdmitidos(tx, lote.id, contexto, {
    ...quien,
    detalle: 'Revisión de requisitos al aprobar',
  });
  return delComite.length + caidos;
}

async function approve(
  tx: TenantTx,
  acto: Acto & { readonly publicacion: Publicacion; readonly retirados: number },
): Promise<LoteAprobado> {
  const { lote, publicacion, aprobacion, retirados, actor, instante } = acto;
  const quien = { aprobadorId: actorId(actor), aprobadorNombre: actor.nombre };
  await insertDecision(tx, {
    loteId: lote.id,
    sesion: aprobacion.sesion,
    sha256Completo: publicacion.sha256Completo,
    retirados,
    ...quien,
    decididoEn: instante,
  });
  const aprobados = await countMiembros(tx, lote.id);
  const estado = aprobados === 0 ? 'anulado' : 'aprobado';
  const version = await moveLote(
    tx,
    lote.id,
    'publicado',
    estado,
    estado === 'anulado'
      ? {
          anuladoEn: instante,
          anuladoCausa: 'todos_retirados',
          anuladoMotivo: 'Todos los expedientes fueron retirados.',
        }
      : { ...quien, aprobadoEn: instante },
  );
  const tipo = `archive.eliminacion_lote_${estado}`;
  const datos = {
    codigo: lote.codigo,
    actaComite: aprobacion.sesion.acta.numero,
    aprobados,
    retirados,
    sha256Completo: publicacion.sha256Completo,
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
    { accion: tipo, actor, instante, sujeto: { tipo: 'lote', id: lote.id }, datos },
  ]);
  return { codigo: lote.codigo, version, estado, aprobados, retirados };
}
