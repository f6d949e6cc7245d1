import type { AlmacenLecturaPorEntidad, AlmacenPorEntidad } from '../ports/almacen.ts';
import type { Servicios } from '../servicios.ts';

/** What the embedded document module needs besides the rest of the house. */
export interface ServiciosDocumentos extends Pick<Servicios, 'db' | 'reloj' | 'puntoDeFallo'> {
  readonly almacen: AlmacenPorEntidad;
  /** A handle of its own that can't delete: with it an absence is proven. */
  readonly lectura: AlmacenLecturaPorEntidad;
  /** Bytes of one anexo at most. */
  readonly limiteAnexoBytes: number;
}
