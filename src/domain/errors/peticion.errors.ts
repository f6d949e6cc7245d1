import { defineErrors } from './domain-error.ts';

/** Refusals of a request before anything of the domain is looked at. */
export const peticionErrors = defineErrors({
  ruta_inexistente: {
    kind: 'not_found',
    titulo: 'Dirección inexistente',
    mensaje: 'Esta dirección no existe en el servicio.',
  },
  metodo_no_permitido: {
    kind: 'validation',
    titulo: 'Método no permitido',
    mensaje: 'Esta dirección admite {metodos}, no {metodo}.',
  },
  cuerpo_ilegible: {
    kind: 'validation',
    titulo: 'Cuerpo ilegible',
    mensaje: 'El cuerpo de la solicitud no es un JSON válido en UTF-8.',
  },
  tipo_no_admitido: {
    kind: 'validation',
    titulo: 'Tipo de contenido no admitido',
    mensaje: 'El cuerpo debe enviarse como {esperado}.',
  },
  cuerpo_demasiado_grande: {
    kind: 'limit',
    titulo: 'Solicitud demasiado grande',
    mensaje: 'El cuerpo de la solicitud pasa de {maximo} bytes.',
  },
  idempotencia_requerida: {
    kind: 'validation',
    titulo: 'Falta la clave de idempotencia',
    mensaje:
      'Esta solicitud cambia datos: envíe en la cabecera Idempotency-Key un valor propio de 8 a 128 letras, cifras, puntos o guiones.',
  },
  version_requerida: {
    kind: 'precondition',
    titulo: 'Falta la versión',
    mensaje:
      'Diga en la cabecera If-Match qué versión leyó (el ETag de la consulta, como "3"), para no pisar el trabajo de otra persona.',
  },
});
