import { defineErrors } from '../errors/domain-error.ts';

/** Errors of a run: what its phases and the triggers that watch them refuse. */
export const ejecucionErrors = defineErrors({
  bytes_presentes: {
    kind: 'unavailable',
    titulo: 'Los bytes siguen ahí',
    mensaje: 'Después de la purga todavía hay {cuantos} objetos en el almacén. Se volverá a intentar.',
  },
  eliminacion_lapida_sin_intencion: {
    kind: 'internal',
    titulo: 'Lápida sin intención',
    mensaje: 'La lápida del expediente {detalle} no coincide con la intención registrada.',
  },
  eliminacion_sin_lapida: {
    kind: 'internal',
    titulo: 'Expediente sin lápida',
    mensaje: 'El expediente {detalle} no puede borrarse: no tiene lápida.',
  },
  eliminacion_sin_intencion: {
    kind: 'internal',
    titulo: 'Borrado fuera de intención',
    mensaje: 'Ninguna intención lista {detalle}: no puede borrarse.',
  },
  expediente_ya_eliminado: {
    kind: 'conflict',
    titulo: 'Expediente ya eliminado',
    mensaje: 'El expediente {detalle} fue eliminado: su número no puede volver a usarse.',
  },
  intencion_inmutable: {
    kind: 'internal',
    titulo: 'Intención inmutable',
    mensaje: 'La intención del ítem {detalle} ya está fijada y no cambia.',
  },
  artefacto_distinto: {
    kind: 'internal',
    titulo: 'Artefacto distinto',
    mensaje:
      'El artefacto {detalle} ya está anclado con otro contenido. Avise a quien administra el servicio.',
  },
});
