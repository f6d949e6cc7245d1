import type { Reloj } from '../../services/ports/reloj.ts';

/** The time of the machine: the only clock of production. */
export const relojSistema: Reloj = { now: () => new Date() };

/** A clock that was set to `inicio` when it was made and runs at the pace of the machine's. For demos only. */
export function crearRelojDesde(inicio: Date): Reloj {
  const desfase = inicio.getTime() - Date.now();
  return { now: () => new Date(Date.now() + desfase) };
}
