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
  comite_invalido: {
    kind: 'validation',
    titulo: 'El comité no puede quedar así',
    mensaje: 'El comité no se registró: {motivo}',
  },
  cierre_ya_registrado: {
    kind: 'conflict',
    titulo: 'El cierre ya está registrado',
    mensaje: 'El {fecha} ya figura como día de cierre, por otro acto ({acto}).',
  },
  cierre_en_dia_no_habil: {
    kind: 'validation',
    titulo: 'Ese día ya no es hábil',
    mensaje: 'El {fecha} no es día hábil ({motivo}): no hay cierre que registrar.',
  },
  cierre_en_dias_contados: {
    kind: 'precondition',
    titulo: 'El día ya se contó en una publicación abierta',
    mensaje:
      'El {fecha} ya se contó como hábil en {cuantas} publicaciones abiertas. Para que deje de contar y su plazo se alargue, confirme el recálculo.',
  },
});
