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
});
