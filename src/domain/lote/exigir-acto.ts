import { DomainError } from '../errors/domain-error.ts';
import { type Actor, actorId } from '../personas/actor.ts';
import type { NivelSeguridad } from '../personas/nivel-seguridad.ts';
import { renderNivel } from '../personas/nivel-seguridad.ts';
import { requirePersona } from '../personas/require-persona.ts';
import { type ActoLote, type EstadoLote, findDestino } from './estado-lote.ts';
import { loteErrors } from './lote.errors.ts';

/** What a decision about a lote needs to know of it. */
export interface LoteDecidible {
  readonly codigo: string;
  readonly estado: EstadoLote;
  readonly nivelSeguridad: NivelSeguridad;
  readonly proponenteId: string;
  readonly aprobadorId: string | null;
}

/** Infinitive and past of the acts, as people read them. */
const VERBO: Partial<Record<ActoLote, string>> = {
  publicar: 'publicar',
  aprobar: 'aprobar',
  ejecutar: 'ejecutar',
  anular: 'anular',
};

/** The act must be lawful from the lote's state; gives the state it leads to. */
export function exigirTransicion(acto: ActoLote, lote: LoteDecidible): EstadoLote {
  const destino = findDestino(acto, lote.estado);
  if (destino === null) {
    throw new DomainError(loteErrors.transicion_invalida, {
      detalle: `${nombreActo(acto)} desde ${lote.estado}`,
    });
  }
  return destino;
}

/** Acts that can't be undone need a person, and one whose clearance reaches the lote's level. */
export function exigirPersonaConNivel(acto: ActoLote, lote: LoteDecidible, actor: Actor): void {
  requirePersona(actor, `${nombreActo(acto)} un lote`);
  if (actor.clearance < lote.nivelSeguridad) {
    throw new DomainError(loteErrors.lote_sobre_su_clearance, {
      acto: nombreActo(acto),
      lote: lote.codigo,
      nivel: renderNivel(lote.nivelSeguridad),
    });
  }
}

/** REQ-DEC-3: no person does two neighbouring acts. The engine says the same with a CHECK. */
export function exigirOtraPersona(
  acto: ActoLote,
  lote: LoteDecidible,
  actor: Actor,
  opciones: { readonly ejecutorPuedeSerProponente?: boolean } = {},
): void {
  const quien = actorId(actor);
  const refuse = (previo: string): never => {
    throw new DomainError(loteErrors.separacion_de_personas, {
      acto_previo: previo,
      lote: lote.codigo,
      acto: nombreActo(acto),
    });
  };
  if (acto === 'aprobar' && quien === lote.proponenteId) refuse('propuso');
  if (acto === 'ejecutar') {
    if (quien === lote.aprobadorId) refuse('aprobó');
    if (quien === lote.proponenteId && opciones.ejecutorPuedeSerProponente !== true) refuse('propuso');
  }
}

function nombreActo(acto: ActoLote): string {
  return VERBO[acto] ?? acto;
}
