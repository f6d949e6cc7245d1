import { defineErrors } from '../errors/domain-error.ts';

/** What the entity itself still lacks. */
export const entidadErrors = defineErrors({
  calendario_sin_definir: {
    kind: 'precondition',
    titulo: 'Falta el calendario',
    mensaje:
      'La entidad no tiene un calendario de días hábiles. Pida a quien la administra que lo actualice.',
  },
  entidad_sin_definir: {
    kind: 'precondition',
    titulo: 'Faltan los datos de la entidad',
    mensaje:
      'Faltan el nombre, el NIT o la dirección pública de la entidad. Pida a quien la administra que los registre.',
  },
});
