import { defineErrors } from '../errors/domain-error.ts';

/** What can be wrong with the retention of an expediente. */
export const retencionErrors = defineErrors({
  retencion_invalida: {
    kind: 'validation',
    titulo: 'Retención inválida',
    mensaje:
      'La retención {campo} «{valor}» no es válida: se espera un número entero de años entre 0 y {maximo}.',
  },
});
