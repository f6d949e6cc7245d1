/** Attempts whose outcome is a failure or unknown, before the ítem becomes an omisión. */
export const MAX_INTENTOS = 5;

const BASE_MS = 500;
const TECHO_MS = 60_000;

/** How long to leave a tramo alone after its `intentos`-th failure: doubles, with a ceiling. `azar` in [0, 1). */
export function computeEspera(intentos: number, azar: number): number {
  const techo = Math.min(TECHO_MS, BASE_MS * 2 ** Math.max(0, intentos - 1));
  return Math.round(techo / 2 + (techo / 2) * azar);
}
