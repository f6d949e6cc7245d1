/** Security level of a record and, as *clearance*, the highest level a reader may see. */
export const NIVELES = [0, 1, 2, 3] as const;
export type NivelSeguridad = (typeof NIVELES)[number];

export const NIVEL_CLASIFICADA = 3;

const NOMBRES = ['PUBLICA', 'INTERNA', 'RESERVADA', 'CLASIFICADA'] as const;

export function renderNivel(nivel: NivelSeguridad): string {
  return NOMBRES[nivel];
}

export function isNivel(value: unknown): value is NivelSeguridad {
  return typeof value === 'number' && (NIVELES as readonly number[]).includes(value);
}
