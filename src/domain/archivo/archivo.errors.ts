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
  expediente_en_lote: {
    kind: 'conflict',
    titulo: 'El expediente está en un lote de eliminación',
    mensaje:
      'El expediente {detalle} está en un lote de eliminación: mientras no salga de él no se presta, no se transfiere, no se traslada ni cambia de serie.',
  },
  movimiento_sin_ejecucion: {
    kind: 'conflict',
    titulo: 'No está en destrucción',
    mensaje:
      'La unidad {detalle} no puede llevarse a destrucción: su expediente no está en un lote en ejecución que ya haya fijado qué destruye.',
  },
  indice_inmutable: {
    kind: 'conflict',
    titulo: 'El índice ya está bajo custodia inalterable',
    mensaje: 'El índice con SHA-256 {detalle} está bajo custodia inalterable: no se reemplaza.',
  },
  revision_con_impedimentos: {
    kind: 'conflict',
    titulo: 'La revisión tiene impedimentos',
    mensaje:
      'La revisión no puede resolverse todavía: lo impiden expedientes de esa TRD/TVD que están en lotes de eliminación ({detalle}).',
  },
  prestamo_ya_activo: {
    kind: 'conflict',
    titulo: 'El expediente ya está prestado',
    mensaje: 'El expediente {expediente} está prestado desde antes y no se ha devuelto.',
  },
  prestamo_no_activo: {
    kind: 'conflict',
    titulo: 'El expediente no está prestado',
    mensaje: 'El expediente {expediente} no tiene ningún préstamo por devolver.',
  },
  transferencia_ya_en_curso: {
    kind: 'conflict',
    titulo: 'El expediente ya se está transfiriendo',
    mensaje: 'El expediente {expediente} tiene una transferencia sin terminar.',
  },
  transferencia_no_iniciada: {
    kind: 'conflict',
    titulo: 'El expediente no se está transfiriendo',
    mensaje: 'El expediente {expediente} no tiene ninguna transferencia por terminar.',
  },
  unidad_no_encontrada: {
    kind: 'not_found',
    titulo: 'Unidad no encontrada',
    mensaje: 'La unidad de almacenamiento no existe o no está a su alcance.',
  },
  unidad_ya_ubicada: {
    kind: 'conflict',
    titulo: 'La unidad ya está ahí',
    mensaje: 'La unidad de almacenamiento ya está en ese lugar: no hay nada que mover.',
  },
  vinculo_no_encontrado: {
    kind: 'not_found',
    titulo: 'Vínculo no encontrado',
    mensaje: 'El vínculo no existe o no está a su alcance.',
  },
  vinculo_propio: {
    kind: 'validation',
    titulo: 'El vínculo es consigo mismo',
    mensaje: 'El radicado pertenece al mismo expediente que lo citaría: no hay nada que vincular.',
  },
  vinculo_ya_resuelto: {
    kind: 'conflict',
    titulo: 'El vínculo ya se resolvió',
    mensaje: 'El vínculo ya estaba resuelto: su resolución no cambia.',
  },
  expediente_ya_abierto: {
    kind: 'conflict',
    titulo: 'El expediente ya está abierto',
    mensaje: 'El expediente {expediente} no está cerrado: no hay nada que reabrir.',
  },
  serie_no_encontrada: {
    kind: 'not_found',
    titulo: 'La serie no existe',
    mensaje: 'La versión {version} no tiene la serie {serie} con esa dependencia y esa subserie.',
  },
  amarre_misma_version: {
    kind: 'conflict',
    titulo: 'Es la misma versión',
    mensaje: 'El expediente {expediente} ya está amarrado a la versión {version}: se reamarra a otra.',
  },
  muestra_sin_seleccion: {
    kind: 'conflict',
    titulo: 'La serie no se selecciona',
    mensaje:
      'La disposición final del expediente {expediente} es {disposicion}: solo la selección (S) tiene muestra.',
  },
  correccion_sin_cambio: {
    kind: 'conflict',
    titulo: 'La corrección no cambia nada',
    mensaje: 'El campo {campo} ya dice {nuevo}.',
  },
  revision_no_encontrada: {
    kind: 'not_found',
    titulo: 'Revisión no encontrada',
    mensaje: 'No hay ninguna revisión con ese número.',
  },
  revision_ya_abierta: {
    kind: 'conflict',
    titulo: 'Ya hay una revisión abierta',
    mensaje: 'La versión {version} ya tiene una revisión pendiente sobre lo mismo.',
  },
  revision_ya_resuelta: {
    kind: 'conflict',
    titulo: 'La revisión ya se resolvió',
    mensaje: 'La revisión ya estaba resuelta: su resolución no cambia.',
  },
});
