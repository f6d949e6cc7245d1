import { chainExists } from '../../db/auditoria/cadena.queries.ts';
import {
  type CorridaCadenas,
  insertCorrida,
  readUltimasAnclas,
} from '../../db/auditoria/corridas.queries.ts';
import { type ResultadoCadena, verifyAuditChain } from '../../db/auditoria/verificar-cadena.ts';
import type { Database } from '../../db/database.ts';
import { readDatabaseClock } from '../../db/read-database-clock.ts';
import { getTenant } from '../../db/tenants/get-tenant.ts';
import { listTenants } from '../../db/tenants/list-tenants.ts';
import { tenantSchema } from '../../db/tenants/slug.ts';
import type { PuntoCadena } from '../../domain/auditoria/eslabon.ts';
import { buildRotura } from '../../domain/auditoria/rotura.ts';

export interface OpcionesVerificacion {
  /** Only this tenant's chain: the run is then partial and never counts as a verification. */
  readonly tenant?: string;
  readonly onProgress?: (resultado: ResultadoCadena) => void;
}

export interface ResultadoVerificacion extends CorridaCadenas {
  /** No break that nobody declared, and no chain that could not be read. */
  readonly integra: boolean;
  /** Whether the run was written in `public.audit_chain_runs`; if not, why. */
  readonly registrada: boolean;
  readonly motivoNoRegistrada: string | null;
}

const SYSTEM = 'public';

/**
 * Walks the audit chain of SYSTEM and of every tenant, the suspended included, those being provisioned not; each
 * also against the point that the last complete run anchored. Recording the run is best effort: it needs the audit role.
 * Errors: `tenant_desconocido`, `base_no_disponible`.
 */
export async function verificarCadenas(
  db: Database,
  options: OpcionesVerificacion = {},
): Promise<ResultadoVerificacion> {
  const iniciadaEn = await readDatabaseClock(db);
  const anteriores = await readUltimasAnclas(db);
  const cadenas: ResultadoCadena[] = [];
  const fallidas: Record<string, string> = {};
  for (const cadena of await listCadenas(db, options.tenant, anteriores)) {
    try {
      const resultado = await verifyOne(db, cadena, anteriores.get(cadena));
      cadenas.push(resultado);
      options.onProgress?.(resultado);
    } catch (error) {
      fallidas[cadena] = reasonOf(error);
    }
  }
  const completa = options.tenant === undefined && Object.keys(fallidas).length === 0;
  const anclas = cadenas.map((resultado) => nextAncla(resultado, anteriores.get(resultado.cadena)));
  return record(db, { iniciadaEn, completa, cadenas, fallidas, anclas: new Map(anclas) });
}

/** A broken chain keeps its earlier anchor: a cut tail must not be forgotten by verifying it once. */
function nextAncla(
  { cadena, cabeza, roturas }: ResultadoCadena,
  anterior: PuntoCadena | undefined,
): [string, PuntoCadena | null] {
  return [cadena, roturas.length === 0 ? cabeza : (anterior ?? cabeza)];
}

/** A chain that the last run saw stays in the list: if it is gone, that is the finding. */
async function listCadenas(
  db: Database,
  tenant: string | undefined,
  anteriores: ReadonlyMap<string, PuntoCadena>,
): Promise<readonly string[]> {
  if (tenant !== undefined) {
    await getTenant(db, tenant);
    return [tenantSchema(tenant)];
  }
  const tenants = (await listTenants(db)).filter(({ provisioningStatus }) => provisioningStatus === 'active');
  return [...new Set([SYSTEM, ...tenants.map(({ slug }) => tenantSchema(slug)), ...anteriores.keys()])];
}

async function verifyOne(
  db: Database,
  cadena: string,
  anterior: PuntoCadena | undefined,
): Promise<ResultadoCadena> {
  if (await chainExists(db, cadena)) {
    return verifyAuditChain(db, cadena, anterior === undefined ? [] : [anterior]);
  }
  const ausente = buildRotura('cadena_ausente', 1, anterior?.seq ?? 1);
  return { cadena, asientos: 0, cabeza: anterior ?? null, roturas: [ausente], declaradas: [] };
}

async function record(db: Database, corrida: CorridaCadenas): Promise<ResultadoVerificacion> {
  const integra =
    Object.keys(corrida.fallidas).length === 0 &&
    corrida.cadenas.every(({ roturas }) => roturas.length === 0);
  try {
    await insertCorrida(db, corrida);
    return { ...corrida, integra, registrada: true, motivoNoRegistrada: null };
  } catch (error) {
    return { ...corrida, integra, registrada: false, motivoNoRegistrada: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
