import { findCalendarioVigente, insertCalendario, listCierres } from '../../db/entidad/calendario.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { canonicalJson } from '../../domain/json-canonico.ts';
import { buildCalendarioColombia } from '../../domain/plazos/calendario.ts';
import { addDays } from '../../domain/plazos/fecha-civil.ts';
import { VERSION_VIGENTE } from '../../domain/plazos/festivos-colombia.ts';
import { generateNoHabiles } from '../../domain/plazos/no-habiles.ts';

export interface CalendarioMaterializado {
  readonly codigo: string;
  readonly nueva: boolean;
  readonly cierres: number;
}

/** Stores the calendar of the law in force and the entity's closures, unless the last version is already that. */
export async function materializeCalendario(tx: TenantTx, instante: Date): Promise<CalendarioMaterializado> {
  const cierres = await listCierres(tx);
  const vigente = await findCalendarioVigente(tx);
  const igual =
    vigente !== null &&
    vigente.ley === VERSION_VIGENTE &&
    canonicalJson(vigente.cierres.map(({ fecha, acto }) => ({ fecha, acto }))) ===
      canonicalJson(cierres.map(({ fecha, acto }) => ({ fecha, acto })));
  if (igual) return { codigo: vigente.codigo, nueva: false, cierres: cierres.length };
  const calendario = buildCalendarioColombia(VERSION_VIGENTE, cierres);
  const codigo = `${VERSION_VIGENTE}-v${(vigente?.id ?? 0) + 1}`;
  // The last days are left out: their next business day would fall outside the calendar.
  const hasta = addDays(calendario.hasta, -15);
  await insertCalendario(
    tx,
    { codigo, ley: VERSION_VIGENTE, cierres, desde: calendario.desde, hasta, creadoEn: instante },
    [...generateNoHabiles(calendario.desde, hasta, calendario)],
  );
  return { codigo, nueva: true, cierres: cierres.length };
}
