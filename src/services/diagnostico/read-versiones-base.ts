import {
  readVersionesBase as queryVersiones,
  type VersionesBase,
} from '../../db/diagnostico/versiones.queries.ts';
import type { Servicios } from '../servicios.ts';

/** Versions of the database, for its operator. Throws `base_no_disponible`. */
export function readVersionesBase({ db }: Pick<Servicios, 'db'>): Promise<VersionesBase> {
  return queryVersiones(db);
}
