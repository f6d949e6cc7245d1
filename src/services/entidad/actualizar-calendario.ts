import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { findCalendarioVigente, insertCalendario, listCierres } from '../../db/entidad/calendario.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { canonicalJson } from '../../domain/json-canonico.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { buildCalendarioColombia } from '../../domain/plazos/calendario.ts';
import { addDays } from '../../domain/plazos/fecha-civil.ts';
import { VERSION_VIGENTE } from '../../domain/plazos/festivos-colombia.ts';
import { generateNoHabiles } from '../../domain/plazos/no-habiles.ts';
import type { Servicios } from '../servicios.ts';

/**
 * Materialises the calendar of the law in force and the entity's closures, if the last version is not already that.
 * Gives its code. Repeating it changes nothing.
 */
export async function actualizarCalendario(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
): Promise<{ codigo: string; nueva: boolean }> {
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  return withTenantTx(db, actor.tenant, async (tx) => {
    const cierres = await listCierres(tx);
    const vigente = await findCalendarioVigente(tx);
    const igual =
      vigente !== null &&
      vigente.ley === VERSION_VIGENTE &&
      canonicalJson(vigente.cierres.map(({ fecha, acto }) => ({ fecha, acto }))) ===
        canonicalJson(cierres.map(({ fecha, acto }) => ({ fecha, acto })));
    if (igual) return { codigo: vigente.codigo, nueva: false };
    const calendario = buildCalendarioColombia(VERSION_VIGENTE, cierres);
    const codigo = `${VERSION_VIGENTE}-v${(vigente?.id ?? 0) + 1}`;
    // The last days are left out: their next business day would fall outside the calendar.
    const hasta = addDays(calendario.hasta, -15);
    const instante = reloj.now();
    await insertCalendario(
      tx,
      {
        codigo,
        ley: VERSION_VIGENTE,
        cierres,
        desde: calendario.desde,
        hasta,
        creadoEn: instante,
      },
      [...generateNoHabiles(calendario.desde, hasta, calendario)],
    );
    await registrarAuditoria(tx, [
      {
        accion: 'archive.calendario_actualizado',
        actor,
        instante,
        sujeto: { tipo: 'calendario', id: codigo },
        datos: { ley: VERSION_VIGENTE, cierres: cierres.length },
      },
    ]);
    return { codigo, nueva: true };
  });
}
