import { z } from 'zod';
import { textoXml } from '../acta/texto-xml.ts';
import { DomainError } from '../errors/domain-error.ts';
import { loteErrors } from './lote.errors.ts';

/** Printed in the acta: what XML can't carry is refused here, not after the destruction. */
const texto = textoXml.trim().min(1).max(300);

export const ROLES_COMITE = [
  'presidente',
  'secretario_tecnico',
  'miembro',
  'control_interno',
  'invitado',
] as const;

export const asistenteSchema = z.strictObject({
  nombre: texto,
  cargo: texto,
  rol: z.enum(ROLES_COMITE),
  voto: z.enum(['favor', 'contra', 'abstencion', 'sin_voto']),
});
export type Asistente = z.infer<typeof asistenteSchema>;

const actoSchema = z.strictObject({ numero: textoXml.trim().min(1).max(60), fecha: z.iso.date() });

/** A session of the committee that decides on a lote (REQ-DEC-1, REQ-DEC-2). */
export const sesionSchema = z.strictObject({
  acta: actoSchema,
  concepto: actoSchema.extend({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Debe ser un SHA-256 en hexadecimal.'),
  }),
  asistentes: z.array(asistenteSchema).min(1).max(60),
});
export type Sesion = z.infer<typeof sesionSchema>;

/**
 * A session decides when presidente and secretario técnico attend, nobody votes who may not (Control Interno and
 * guests have a voice only) and more than half of those who vote are in favour. Throws `quorum_insuficiente`.
 */
export function exigirSesionFavorable(asistentes: readonly Asistente[]): void {
  const refuse = (motivo: string): never => {
    throw new DomainError(loteErrors.quorum_insuficiente, { motivo });
  };
  for (const rol of ['presidente', 'secretario_tecnico'] as const) {
    if (!asistentes.some((asistente) => asistente.rol === rol)) {
      refuse(
        `No asistió ${rol === 'presidente' ? 'quien preside el Comité' : 'la secretaría técnica del Comité'}.`,
      );
    }
  }
  const sinDerecho = asistentes.find(
    ({ rol, voto }) => (rol === 'control_interno' || rol === 'invitado') && voto !== 'sin_voto',
  );
  if (sinDerecho !== undefined) refuse(`${sinDerecho.nombre} asiste con voz, pero sin voto.`);
  const votos = asistentes.filter(({ voto }) => voto !== 'sin_voto');
  const favor = votos.filter(({ voto }) => voto === 'favor').length;
  if (favor * 2 <= votos.length)
    refuse(`Votaron a favor ${favor} de ${votos.length}: no hay mayoría simple.`);
}
