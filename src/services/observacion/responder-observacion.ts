import { z } from 'zod';
import { countMiembros } from '../../db/lote/items.queries.ts';
import { type Lote, lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import {
  answerFilas,
  findObservacionId,
  withdrawAceptados,
} from '../../db/observacion/observaciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { observacionErrors } from '../../domain/observacion/observacion.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { announceLote } from '../lote/announce-lote.ts';
import { exigirAlRepetir } from '../lote/exigir-al-repetir.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

const respuestaSchema = z.strictObject({
  /** Rows by number; without them, every row that still waits. */
  filas: z.array(z.int().positive()).min(1).max(1_000).optional(),
  desenlace: z.enum(['aceptada', 'rechazada']),
  motivacion: textoXml.trim().min(10).max(2_000),
});

export const responderObservacionSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  numero: z.string().trim().min(1).max(60),
  respuestas: z.array(respuestaSchema).min(1).max(100),
});
type Entrada = z.output<typeof responderObservacionSchema>;

export interface ObservacionRespondida {
  readonly version: number;
  readonly respondidas: number;
  readonly retirados: number;
  readonly estado: 'publicado' | 'anulado';
}

/**
 * The committee answers an observation row by row (REQ-OBS-2): accepted → the row leaves the lote
 * (`observacion_aceptada`); rejected → written reason. Withdrawing the last row annuls the lote. Needs
 * PERM_ELIMINACION_APROBAR, a person, and clearance over the whole lote.
 */
export async function responderObservacion(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<ObservacionRespondida> {
  const datos = parseEntrada(responderObservacionSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_APROBAR');
  const instante = reloj.now();
  const alRepetir = (tx: TenantTx): Promise<void> => exigirAlRepetir(tx, 'aprobar', datos.loteId, actor);
  return withActoTx(db, { actor, solicitud, alRepetir }, async (tx) => {
    const lote = await lockLote(tx, datos.loteId, datos.version);
    exigirPersonaConNivel('aprobar', lote, actor);
    if (lote.estado !== 'publicado') {
      throw new DomainError(loteErrors.transicion_invalida, {
        detalle: `responder observaciones desde ${lote.estado}`,
      });
    }
    return answer(tx, { lote, datos, actor, instante });
  });
}

interface Acto {
  readonly lote: Lote;
  readonly datos: Entrada;
  readonly actor: Actor;
  readonly instante: Date;
}

async function answer(tx: TenantTx, { lote, datos, actor, instante }: Acto): Promise<ObservacionRespondida> {
  const observacionId = await findObservacionId(tx, lote.id, datos.numero);
  if (observacionId === null) throw new DomainError(observacionErrors.observacion_no_encontrada);
  const acto = { en: instante, por: actorId(actor) };
  let respondidas = 0;
  let retirados = 0;
  for (const { filas, desenlace, motivacion } of datos.respuestas) {
    const ordenes = filas === undefined ? null : [...new Set(filas)];
    const items = await answerFilas(tx, observacionId, { ordenes, desenlace, motivacion }, acto);
    if (ordenes === null ? items.length === 0 : items.length !== ordenes.length) {
      throw new DomainError(observacionErrors.observacion_ya_respondida, { numero: datos.numero });
    }
    respondidas += items.length;
    if (desenlace === 'rechazada') continue;
    const detalle = `Observación ${datos.numero}`;
    retirados += await withdrawAceptados(tx, lote.id, items, { ...acto, detalle, motivo: motivacion });
  }
  const vacio = (await countMiembros(tx, lote.id)) === 0;
  const estado = vacio ? 'anulado' : 'publicado';
  const anulacion = {
    anuladoEn: instante,
    anuladoCausa: 'todos_retirados',
    anuladoMotivo: 'Todos los expedientes fueron retirados.',
  };
  const version = await moveLote(tx, lote.id, 'publicado', estado, vacio ? anulacion : {});
  await announceLote(tx, {
    tipo: 'archive.eliminacion_observacion_respondida',
    loteId: lote.id,
    actor,
    instante,
    datos: { codigo: lote.codigo, numero: datos.numero, respondidas, retirados, estado },
  });
  return { version, respondidas, retirados, estado };
}
