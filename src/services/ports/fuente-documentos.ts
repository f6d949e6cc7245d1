import type { Contenido } from './almacen.ts';

/** Where the files that a list names are taken from. The names come from outside and may be hostile. */
export interface FuenteDocumentos {
  /** Why that file can't be taken, in Spanish, or null if it can. */
  revisar(archivo: string): Promise<string | null>;
  /** Its bytes, and its own name without any folder. */
  abrir(archivo: string): Promise<{ readonly nombre: string; readonly contenido: Contenido }>;
}
