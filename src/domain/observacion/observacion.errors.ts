import { defineErrors } from '../errors/domain-error.ts';

/** Errors of receiving and answering observations. */
export const observacionErrors = defineErrors({
  observacion_no_encontrada: {
    kind: 'not_found',
    titulo: 'Observación no encontrada',
    mensaje: 'La observación no existe en este lote.',
  },
  observacion_fecha_invalida: {
    kind: 'validation',
    titulo: 'La fecha de recibo no es posible',
    mensaje: 'La fecha de recibo {fecha} es anterior a la publicación o todavía no ha llegado.',
  },
  observacion_ya_respondida: {
    kind: 'conflict',
    titulo: 'Una fila no espera respuesta',
    mensaje:
      'Alguna de las filas indicadas no espera respuesta en la observación {numero}: ya la tiene, o la observación no la menciona.',
  },
  lote_sin_publicar: {
    kind: 'conflict',
    titulo: 'El lote no está publicado',
    mensaje: 'Solo se reciben observaciones sobre inventarios publicados.',
  },
});
