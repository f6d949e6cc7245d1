/** Reasons for which an expediente can't be eliminated, in the order in which the first one is *the* reason. */
export const MOTIVOS = [
  'ya_en_otro_lote',
  'expediente_abierto',
  'disposicion_no_eliminable',
  'retencion_vigente',
  'instrumento_sin_datos',
  'trd_revision_pendiente',
  'indice_sin_worm',
  'retencion_legal',
  'en_prestamo',
  'transferencia_en_curso',
  'vinculado_a_otro_expediente',
  'fisico_sin_ubicacion',
] as const;
export type Motivo = (typeof MOTIVOS)[number];

const TEXTOS: Readonly<Record<Motivo, string>> = {
  ya_en_otro_lote: 'ya está en otro lote',
  expediente_abierto: 'sigue abierto',
  disposicion_no_eliminable: 'su disposición final no es la eliminación',
  retencion_vigente: 'su retención no ha vencido',
  instrumento_sin_datos: 'a su TRD/TVD le faltan datos',
  trd_revision_pendiente: 'su TRD/TVD tiene una revisión pendiente',
  indice_sin_worm: 'fue reamarrado y su índice no está bajo custodia inalterable',
  retencion_legal: 'tiene una retención legal',
  en_prestamo: 'está en préstamo',
  transferencia_en_curso: 'está en transferencia',
  vinculado_a_otro_expediente: 'otro expediente cita uno de sus radicados',
  fisico_sin_ubicacion: 'no se sabe dónde está la parte física',
};

/** The reason as a person reads it, without a capital or a final period. */
export function renderMotivo(motivo: Motivo): string {
  return TEXTOS[motivo];
}
