import { z } from 'zod';
import type { LectorTablas } from '../ports/tablas.ts';
import type { Servicios } from '../servicios.ts';

/** What imports need besides the rest of the house. */
export interface ServiciosImportacion extends Pick<Servicios, 'db' | 'reloj'> {
  readonly tablas: LectorTablas;
}

/** A file as it was handed in: its name is for messages and extension, its bytes are what is read and digested. */
export const archivoSchema = z.strictObject({
  nombre: z.string().trim().min(1).max(255),
  bytes: z.instanceof(Uint8Array, { error: 'Debe ser el contenido del archivo.' }),
});
