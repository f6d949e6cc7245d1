import {
  listArtefactosFallidos,
  listEjecucionesBloqueadas,
} from '../../db/diagnostico/pendientes.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { listTenants } from '../../db/tenants/list-tenants.ts';
import type { Servicios } from '../servicios.ts';

/** Something that will not mend itself. It names lotes and actas, never expedientes. */
export interface PendienteDeAtencion {
  readonly entidad: string;
  readonly que: 'ejecución bloqueada' | 'acta sin terminar';
  readonly detalle: string;
}

/** Of every entity: runs that were blocked because their counts don't balance, and actas whose making keeps failing. */
export async function listPendientes({ db }: Pick<Servicios, 'db'>): Promise<PendienteDeAtencion[]> {
  const pendientes: PendienteDeAtencion[] = [];
  for (const { slug } of await listTenants(db, { soloOperables: true })) {
    const { bloqueadas, fallidos } = await withTenantTx(
      db,
      slug,
      async (tx) => ({
        bloqueadas: await listEjecucionesBloqueadas(tx),
        fallidos: await listArtefactosFallidos(tx),
      }),
      { readOnly: true },
    );
    for (const { codigo, bloqueo } of bloqueadas) {
      pendientes.push({ entidad: slug, que: 'ejecución bloqueada', detalle: `${codigo}: ${bloqueo}` });
    }
    for (const { numero, intentos, error } of fallidos) {
      pendientes.push({
        entidad: slug,
        que: 'acta sin terminar',
        detalle: `${numero}, ${intentos} intentos: ${error}`,
      });
    }
  }
  return pendientes;
}
