import { defineErrors } from '../errors/domain-error.ts';

/** Errors of placing and lifting holds. */
export const retencionLegalErrors = defineErrors({
  retencion_no_encontrada: {
    kind: 'not_found',
    titulo: 'Retención no encontrada',
    mensaje: 'La retención legal no existe o no está a su alcance.',
  },
  retencion_ya_levantada: {
    kind: 'conflict',
    titulo: 'La retención ya fue levantada',
    mensaje: 'La retención {id} ya fue levantada.',
  },
  retencion_levanta_otro: {
    kind: 'forbidden',
    titulo: 'Debe levantarla otra persona',
    mensaje: 'Quien impuso la retención {id} no puede levantarla: debe hacerlo otra persona.',
  },
  alcance_desconocido: {
    kind: 'validation',
    titulo: 'La retención no cubre nada conocido',
    mensaje: 'No existe, o no está a su alcance, lo que la retención dice cubrir.',
  },
});
