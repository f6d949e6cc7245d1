/** `LOTE-2026-0001`; wider past 9999. */
export function renderCodigoLote(ejercicio: number, consecutivo: number): string {
  return `LOTE-${ejercicio}-${String(consecutivo).padStart(4, '0')}`;
}

/** `ACTA-2026-0001`; wider past 9999. */
export function renderNumeroActa(ejercicio: number, consecutivo: number): string {
  return `ACTA-${ejercicio}-${String(consecutivo).padStart(4, '0')}`;
}
