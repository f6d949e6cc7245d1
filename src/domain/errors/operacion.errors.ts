import { defineErrors } from './domain-error.ts';

/** What the operator of an installation still has to give, or hands in wrong. */
export const operacionErrors = defineErrors({
  falta_direccion_migraciones: {
    kind: 'precondition',
    titulo: 'Falta la dirección del propietario',
    mensaje: 'Este proceso no tiene la dirección del propietario de la base: defina MIGRATIONS_DATABASE_URL.',
  },
  archivo_de_orden_invalido: {
    kind: 'validation',
    titulo: 'No se pudo leer el archivo',
    mensaje: 'No se pudo leer «{archivo}»: {detalle}.',
  },
  ejecucion_bloqueada: {
    kind: 'conflict',
    titulo: 'La ejecución está detenida',
    mensaje: 'La ejecución del lote {lote} se detuvo y espera a una persona: {detalle}',
  },
});
