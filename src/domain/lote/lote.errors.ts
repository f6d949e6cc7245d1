import { defineErrors } from '../errors/domain-error.ts';

/** Errors of a lote and of its ítems, whoever finds them: the code or a trigger of the database. */
export const loteErrors = defineErrors({
  lote_no_encontrado: {
    kind: 'not_found',
    titulo: 'Lote no encontrado',
    mensaje: 'El lote no existe o no está a su alcance.',
  },
  sin_items_admitidos: {
    kind: 'validation',
    titulo: 'Ningún expediente fue admitido',
    mensaje:
      'De {evaluados} expedientes evaluados, ninguno puede eliminarse todavía. Motivos principales: {motivos}.',
  },
  items_no_admitidos: {
    kind: 'conflict',
    titulo: 'Hay expedientes que ya no pueden eliminarse',
    mensaje:
      '{cuantos} expedientes del lote {lote} dejaron de cumplir los requisitos. Retírelos del borrador para publicar.',
  },
  expediente_en_otro_lote: {
    kind: 'conflict',
    titulo: 'Un expediente entró a otro lote',
    mensaje:
      'Mientras se proponía el lote, otro lote tomó al menos uno de los expedientes. No se guardó nada: vuelva a proponer.',
  },
  instrumento_sin_datos: {
    kind: 'conflict',
    titulo: 'Al instrumento le faltan datos',
    mensaje:
      'A la TRD/TVD de un expediente le falta el nombre de la serie, el acto de convalidación o el acta de aprobación: no puede entrar a un lote.',
  },
  lote_vacio: {
    kind: 'precondition',
    titulo: 'El lote no tiene expedientes',
    mensaje: 'El lote {lote} no tiene ningún expediente.',
  },
  transicion_invalida: {
    kind: 'conflict',
    titulo: 'El acto no corresponde al estado',
    mensaje: 'El acto no es posible en el estado actual ({detalle}).',
  },
  inventario_congelado: {
    kind: 'conflict',
    titulo: 'El inventario ya fue publicado',
    mensaje:
      'El inventario del lote {detalle} está congelado desde su publicación: no admite filas nuevas ni cambios.',
  },
  campo_congelado: {
    kind: 'conflict',
    titulo: 'Dato congelado',
    mensaje: 'Ese dato quedó congelado y no puede cambiarse ({detalle}).',
  },
  eliminacion_pertenencia_directa: {
    kind: 'internal',
    titulo: 'Escritura directa de la pertenencia',
    mensaje: 'La pertenencia de un expediente a un lote solo la escribe el motor de la base ({detalle}).',
  },
  eliminacion_lote_ejecutado_con_pertenencia: {
    kind: 'internal',
    titulo: 'El lote aún tiene expedientes',
    mensaje:
      'El lote {detalle} no puede quedar ejecutado: todavía tiene expedientes sin destruir ni retirar.',
  },
  omision_transicion_invalida: {
    kind: 'internal',
    titulo: 'Cambio de omisión inválido',
    mensaje: 'Una omisión no puede pasar a ese estado ({detalle}).',
  },
  separacion_de_personas: {
    kind: 'forbidden',
    titulo: 'La misma persona no puede hacer ambos actos',
    mensaje: 'Quien {acto_previo} el lote {lote} no puede además {acto}.',
  },
  lote_sobre_su_clearance: {
    kind: 'forbidden',
    titulo: 'El lote supera su nivel de acceso',
    mensaje: 'Para {acto} el lote {lote} se exige el nivel de acceso {nivel}.',
  },
  revision_publica_pendiente: {
    kind: 'precondition',
    titulo: 'Faltan filas por revisar',
    mensaje: 'La versión pública de {cuantas} filas del lote {lote} no ha sido revisada por una persona.',
  },
  ventana_abierta: {
    kind: 'precondition',
    titulo: 'La publicación no ha terminado',
    mensaje:
      'Van {contados} de {dias} días hábiles con disponibilidad demostrada; el último día previsto es {ultimo_dia}.',
  },
  observaciones_sin_responder: {
    kind: 'precondition',
    titulo: 'Hay observaciones sin responder',
    mensaje: 'Faltan por responder {cuantas} observaciones recibidas dentro del plazo.',
  },
  quorum_insuficiente: {
    kind: 'precondition',
    titulo: 'La sesión no puede decidir',
    mensaje: '{motivo}',
  },
  inventario_alterado: {
    kind: 'internal',
    titulo: 'El inventario publicado no coincide',
    mensaje:
      'El inventario guardado del lote {lote} no coincide con el SHA-256 publicado. Avise a quien administra el servicio.',
  },
  confirmacion_no_coincide: {
    kind: 'validation',
    titulo: 'La confirmación no coincide',
    mensaje: 'Para ejecutar debe escribirse exactamente el código del lote: {lote}.',
  },
  retencion_legal: {
    kind: 'conflict',
    titulo: 'Hay una retención legal',
    mensaje: 'Una retención legal impide destruir ({detalle}).',
  },
  retencion_inmutable: {
    kind: 'conflict',
    titulo: 'La retención no se modifica',
    mensaje: 'Una retención legal solo puede levantarse, una vez, por otra persona ({detalle}).',
  },
  numeracion_con_salto: {
    kind: 'internal',
    titulo: 'Numeración con salto',
    mensaje: 'El número {detalle} dejaría un salto en la numeración.',
  },
  borrador_ajeno: {
    kind: 'forbidden',
    titulo: 'El borrador es de otra persona',
    mensaje: 'Solo quien propuso el lote {lote} puede modificar su borrador.',
  },
  fila_no_pertenece: {
    kind: 'validation',
    titulo: 'Una fila no es del lote',
    mensaje: 'Hay expedientes indicados que no están en el lote {lote}.',
  },
  lote_demasiado_grande: {
    kind: 'limit',
    titulo: 'El lote es demasiado grande para este medio',
    mensaje:
      'El lote {lote} pasa de {maximo} expedientes: este acto recorre el inventario entero y debe hacerse desde la línea de órdenes («eliminacion lote {orden}»).',
  },
});
