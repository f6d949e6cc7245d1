import { defineErrors } from '../errors/domain-error.ts';

/** Errors of radicados, anexos and the stores that hold their bytes. */
export const documentosErrors = defineErrors({
  almacen_no_disponible: {
    kind: 'unavailable',
    titulo: 'Almacén no disponible',
    mensaje: 'El almacén de documentos no puede usarse: {motivo}.',
  },
  objeto_ausente: {
    kind: 'not_found',
    titulo: 'El archivo no está en el almacén',
    mensaje: 'El almacén no tiene el objeto {clave}.',
  },
  clave_invalida: {
    kind: 'internal',
    titulo: 'Clave de almacén inválida',
    mensaje: 'La clave «{clave}» no puede ser de un objeto del almacén.',
  },
  worm_contenido_distinto: {
    kind: 'internal',
    titulo: 'Intento de reescribir lo inalterable',
    mensaje:
      'La clave {clave} ya guarda otro contenido ({guardado}); no se reescribió con {recibido}. Avise a quien administra el servicio.',
  },
  documento_demasiado_grande: {
    kind: 'limit',
    titulo: 'El archivo es demasiado grande',
    mensaje: 'El archivo supera el límite de {limite} bytes.',
  },
  subida_vencida: {
    kind: 'conflict',
    titulo: 'La carga tardó demasiado',
    mensaje: 'La carga del archivo tardó más de lo permitido y se descartó. Vuelva a enviarlo.',
  },
  radicado_no_encontrado: {
    kind: 'not_found',
    titulo: 'Radicado no encontrado',
    mensaje: 'El radicado no existe o no está a su alcance.',
  },
  radicado_ya_existe: {
    kind: 'conflict',
    titulo: 'El radicado ya existe',
    mensaje: 'Ya existe un radicado con el número {numero}.',
  },
  radicado_ya_eliminado: {
    kind: 'gone',
    titulo: 'Radicado eliminado',
    mensaje: 'El número {numero} perteneció a un radicado que ya fue eliminado: no puede volver a usarse.',
  },
  expediente_no_encontrado: {
    kind: 'not_found',
    titulo: 'Expediente no encontrado',
    mensaje: 'El expediente no existe o no está a su alcance.',
  },
  expediente_cerrado: {
    kind: 'conflict',
    titulo: 'El expediente está cerrado',
    mensaje: 'El expediente {expediente} está cerrado: no recibe documentos.',
  },
  expediente_en_eliminacion: {
    kind: 'conflict',
    titulo: 'El expediente está en eliminación',
    mensaje: 'El expediente está en eliminación y ya no admite cambios ni documentos ({detalle}).',
  },
  radicado_en_eliminacion: {
    kind: 'conflict',
    titulo: 'El radicado está en eliminación',
    mensaje: 'El radicado está en eliminación y no recibe anexos ({detalle}).',
  },
  anexo_padre_ajeno: {
    kind: 'validation',
    titulo: 'El anexo original no es de este radicado',
    mensaje: 'El anexo del que este sería una versión no está en el radicado {radicado}.',
  },
  manifiesto_invalido: {
    kind: 'validation',
    titulo: 'La lista de documentos tiene faltas',
    mensaje: 'No se importó ningún documento: {faltas} faltas en la lista {archivo}.',
  },
  anexo_en_destruccion: {
    kind: 'internal',
    titulo: 'El anexo ya está en destrucción',
    mensaje: 'Un anexo en destrucción no vuelve atrás, y uno vivo no se borra ({detalle}).',
  },
  objeto_en_destruccion: {
    kind: 'internal',
    titulo: 'El objeto ya está en destrucción',
    mensaje: 'Un objeto en destrucción no vuelve a usarse, y uno vivo no se borra ({detalle}).',
  },
  objeto_en_uso: {
    kind: 'internal',
    titulo: 'El objeto está en uso',
    mensaje: 'Un anexo vivo usa el objeto {detalle}: no puede destruirse.',
  },
});
