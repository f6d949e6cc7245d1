import type { Hoja } from '../../domain/importacion/tabla.ts';

/**
 * Reads spreadsheets. `nombre` decides nothing but messages and the extension of text formats; what a file is, its
 * bytes say. Errors: `tabla_formato_no_admitido`, `tabla_ilegible`, `tabla_demasiado_grande`, also while iterating.
 */
export interface LectorTablas {
  /** Bytes of a file at most, so that a larger one need not be read to be refused. */
  readonly bytesMaximos: number;
  leerTabla(nombre: string, bytes: Uint8Array): AsyncIterable<Hoja>;
}
