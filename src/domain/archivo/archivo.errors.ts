import { defineErrors } from '../errors/domain-error.ts';

/** Errors of the archive's own acts. */
export const archivoErrors = defineErrors({
  cierre_invalido: {
    kind: 'validation',
    titulo: 'Hay cierres que no pueden registrarse',
    mensaje: 'No se registró ningún cierre: {cuantos} filas tienen faltas.',
  },
  constancia_invalida: {
    kind: 'validation',
    titulo: 'La constancia no corresponde',
    mensaje: 'No se registró la constancia: {motivo}',
  },
});
