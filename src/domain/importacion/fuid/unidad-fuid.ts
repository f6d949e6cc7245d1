import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import type { Soporte } from './soporte.ts';

/** One row of an inventory: a unit of conservation, not an expediente. Texts are as written, on one line. */
export interface UnidadFuid {
  readonly hoja: string;
  readonly fila: number;
  readonly orden: string | null;
  /** Segments of the code as written; never empty. */
  readonly codigo: readonly string[];
  readonly serieNombre: string | null;
  readonly subserieNombre: string | null;
  readonly oficina: string | null;
  readonly titulo: string;
  /** Null = without date. */
  readonly fechaInicial: FechaCivil | null;
  readonly fechaFinal: FechaCivil | null;
  readonly caja: string | null;
  readonly carpeta: string | null;
  readonly tomo: string | null;
  readonly otro: string | null;
  readonly ubicacion: string | null;
  /** Null where the text gives no count. */
  readonly folios: number | null;
  readonly foliosTexto: string | null;
  readonly soporte: Soporte;
  readonly frecuencia: string | null;
  readonly notas: string | null;
  /** What the column chosen for it says; null where none was chosen. */
  readonly expediente: string | null;
  /** From the column chosen for it, never from the final date (REQ-RET-1). Null = open. */
  readonly cierre: FechaCivil | null;
  /** Letters of the columns that the report names. */
  readonly columnas: Readonly<Partial<Record<'codigo' | 'titulo' | 'cierre' | 'expediente', string>>>;
}
