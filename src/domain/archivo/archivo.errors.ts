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
});
