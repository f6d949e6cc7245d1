import type { Database } from '../db/database.ts';
import type { AlmacenWormPorEntidad } from './ports/almacen-worm.ts';
import type { Documentos } from './ports/documentos.ts';
import type { Firmante, FirmarActa } from './ports/firma.ts';
import type { PuntoDeFallo } from './ports/punto-de-fallo.ts';
import type { Reloj } from './ports/reloj.ts';

/** Everything the verbs may need, built once by the composition root; each verb takes only its share. */
export interface Servicios {
  readonly db: Database;
  readonly reloj: Reloj;
  readonly documentos: Documentos;
  readonly worm: AlmacenWormPorEntidad;
  readonly firmante: Firmante;
  readonly firmarActa: FirmarActa;
  readonly puntoDeFallo: PuntoDeFallo;
  /** Folder for files being emitted; lost files are emitted again. */
  readonly carpetaTrabajo: string;
}
