export const ROLES_COMITE = [
  'presidente',
  'secretario_tecnico',
  'miembro',
  'control_interno',
  'invitado',
] as const;

/** A member of the committee that decides, as an act designated them (REQ-DEC-1). */
export interface Integrante {
  readonly nombre: string;
  readonly cargo: string;
  readonly rol: (typeof ROLES_COMITE)[number];
  readonly vota: boolean;
}

/**
 * What is wrong with a composition, or null: one president, one technical secretary, nobody twice, and Control Interno
 * and guests with voice but no vote (REQ-DEC-1, Decreto 2578/2012 arts. 14–16).
 */
export function findFaltaComite(integrantes: readonly Integrante[]): string | null {
  const cuantos = (rol: Integrante['rol']): number =>
    integrantes.filter((integrante) => integrante.rol === rol).length;
  if (cuantos('presidente') !== 1) return 'debe tener exactamente un presidente.';
  if (cuantos('secretario_tecnico') !== 1) return 'debe tener exactamente un secretario técnico.';
  const sinVoto = integrantes.find(
    ({ rol, vota }) => vota && (rol === 'control_interno' || rol === 'invitado'),
  );
  if (sinVoto !== undefined) return `${sinVoto.nombre} tiene voz pero no voto.`;
  const distintos = new Set(integrantes.map(({ nombre, cargo }) => `${nombre}\n${cargo}`));
  return distintos.size === integrantes.length ? null : 'hay integrantes repetidos.';
}

export function isMismoIntegrante(uno: Integrante, otro: Integrante): boolean {
  return (
    uno.nombre === otro.nombre && uno.cargo === otro.cargo && uno.rol === otro.rol && uno.vota === otro.vota
  );
}
