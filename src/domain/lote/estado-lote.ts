/** States of a lote. The database refuses every move that is not in `TRANSICIONES`, and so do we, before asking it. */
export const ESTADOS_LOTE = [
  'borrador',
  'publicado',
  'aprobado',
  'en_ejecucion',
  'ejecutado',
  'ejecutado_parcial',
  'anulado',
] as const;
export type EstadoLote = (typeof ESTADOS_LOTE)[number];

/** Acts that move a lote, with the states they may start from and the one they lead to. */
export const TRANSICIONES = {
  publicar: { desde: ['borrador'], hasta: 'publicado' },
  aprobar: { desde: ['publicado'], hasta: 'aprobado' },
  ejecutar: { desde: ['aprobado'], hasta: 'en_ejecucion' },
  cerrar: { desde: ['en_ejecucion'], hasta: 'ejecutado' },
  cerrar_parcial: { desde: ['en_ejecucion'], hasta: 'ejecutado_parcial' },
  reintentar: { desde: ['ejecutado_parcial'], hasta: 'en_ejecucion' },
  completar: { desde: ['ejecutado_parcial'], hasta: 'ejecutado' },
  anular: { desde: ['borrador', 'publicado', 'aprobado'], hasta: 'anulado' },
  vaciar: { desde: ['publicado', 'aprobado', 'ejecutado_parcial'], hasta: 'anulado' },
} as const satisfies Record<string, { desde: readonly EstadoLote[]; hasta: EstadoLote }>;

export type ActoLote = keyof typeof TRANSICIONES;

/** The state an act leads to, or null where the act is not lawful from `estado`. */
export function findDestino(acto: ActoLote, estado: EstadoLote): EstadoLote | null {
  const { desde, hasta } = TRANSICIONES[acto];
  return (desde as readonly EstadoLote[]).includes(estado) ? hasta : null;
}
