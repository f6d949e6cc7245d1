import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const carpeta = resolve(import.meta.dirname, '../../../shared/data');

/** Real files of the trade that live beside some checkouts. Where they must be there, their absence is a failure. */
export const hayDatosCompartidos = existsSync(carpeta);

/** Absolute path of one shared file; throws with a plain sentence where the folder is absent. */
export function datoCompartido(relativa: string): string {
  if (!hayDatosCompartidos) {
    throw new Error('Esta copia no tiene ../shared/data: las pruebas con archivos reales no pueden correr.');
  }
  return resolve(carpeta, relativa);
}

/** True when the suite must fail rather than announce that something external is missing (set by CI). */
export const exigirTodo = process.env['ELIMINACION_EXIGIR_TODO'] === '1';
