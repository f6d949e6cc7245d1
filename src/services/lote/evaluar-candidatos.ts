import {
  type ContextoAdmision,
  listRechazados,
  type Rechazado,
  type ResumenAdmision,
  summarizeAdmision,
} from '../../db/admision/admision.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { criterioSchema } from '../../domain/lote/criterio-propuesta.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { getCalendarioVigente } from '../entidad/calendario-vigente.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export interface CandidatosEvaluados {
  readonly resumen: ResumenAdmision;
  /** A page of those refused, by code, each with every reason. */
  readonly rechazados: readonly Rechazado[];
}

/**
 * What a proposal of this criterion would admit and refuse today, by the same evaluation, changing nothing: expedientes
 * above the reader's clearance do not exist for it. Throws `calendario_sin_definir`. Needs PERM_ELIMINACION_PROPONER.
 */
export async function evaluarCandidatos(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  pagina: { readonly despuesDe?: string; readonly limite: number },
): Promise<CandidatosEvaluados> {
  const criterio = parseEntrada(criterioSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PROPONER');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const { version: calendario } = await getCalendarioVigente(tx);
      const contexto: ContextoAdmision = {
        hoy: fechaEnBogota(reloj.now()),
        calendarioId: calendario.id,
        clearance: actor.clearance,
      };
      return {
        resumen: await summarizeAdmision(tx, criterio, contexto),
        rechazados: await listRechazados(tx, criterio, contexto, pagina),
      };
    },
    { readOnly: true },
  );
}
