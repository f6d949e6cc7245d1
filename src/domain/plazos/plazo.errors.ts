import { defineErrors } from '../errors/domain-error.ts';

/** What can be wrong with a civil date, a calendar or a term of business days. */
export const plazoErrors = defineErrors({
  fecha_invalida: {
    kind: 'validation',
    titulo: 'Fecha inválida',
    mensaje: 'La fecha «{valor}» no es válida: se espera un día que exista, escrito AAAA-MM-DD.',
  },
  fecha_fuera_de_calendario: {
    kind: 'precondition',
    titulo: 'Fecha fuera del calendario',
    mensaje:
      'El calendario «{calendario}» va de {desde} a {hasta}: no dice si el {fecha} es hábil y no se supone.',
  },
  calendario_desconocido: {
    kind: 'validation',
    titulo: 'Calendario desconocido',
    mensaje: 'No existe el calendario «{calendario}». Los conocidos son: {conocidos}.',
  },
  plazo_invalido: {
    kind: 'validation',
    titulo: 'Plazo inválido',
    mensaje:
      'El plazo «{valor}» no es válido: se espera un número entero de días hábiles entre 1 y {maximo}.',
  },
  disponibilidad_invalida: {
    kind: 'validation',
    titulo: 'Evidencia de disponibilidad inválida',
    mensaje: 'La evidencia de disponibilidad no es válida: {motivo}.',
  },
});
