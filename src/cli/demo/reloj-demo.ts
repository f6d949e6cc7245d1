import type { Reloj } from '../../services/ports/reloj.ts';

/** A clock that a walk may move forward, never back. It runs at the machine's pace between moves. */
export interface RelojDemo extends Reloj {
  /** Moves to `instante` if it is later than now. */
  advanceTo(instante: Date): void;
}

/** Starts at the machine's time: legal instants of an earlier walk are caught up with by `advanceTo`. */
export function createRelojDemo(): RelojDemo {
  let desfase = 0;
  return {
    now: () => new Date(Date.now() + desfase),
    advanceTo: (instante) => {
      desfase = Math.max(desfase, instante.getTime() - Date.now());
    },
  };
}
