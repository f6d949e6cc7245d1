import { findCalendarioVigente, type VersionCalendario } from '../../db/entidad/calendario.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { entidadErrors } from '../../domain/entidad/entidad.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { buildCalendario, type Calendario } from '../../domain/plazos/calendario.ts';
import { festivosColombia } from '../../domain/plazos/festivos-colombia.ts';

export interface CalendarioVigente {
  readonly version: VersionCalendario;
  readonly calendario: Calendario;
}

/** The calendar in force, as rows for SQL (`version.id`) and as rules for code. Throws `calendario_sin_definir`. */
export async function getCalendarioVigente(tx: TenantTx): Promise<CalendarioVigente> {
  const version = await findCalendarioVigente(tx);
  if (version === null) throw new DomainError(entidadErrors.calendario_sin_definir);
  return { version, calendario: rebuildCalendario(version) };
}

/** The rules of a stored version, computed again from what it was computed from, under its own code. */
export function rebuildCalendario(version: VersionCalendario): Calendario {
  const { codigo, ley, cierres } = version;
  return buildCalendario({ version: codigo, festivos: festivosColombia(ley), cierres });
}
