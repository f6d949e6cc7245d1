import type pg from 'pg';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import { canonicalJson } from '../../domain/json-canonico.ts';
import { tenantSchema } from '../tenants/slug.ts';
import { COLUMNAS_TENANT, type Tenant } from '../tenants/tenant.ts';
import { crearEsquemaTenant } from './crear-esquema-tenant.ts';
import { readMigraciones } from './leer-migraciones.ts';
import { migrateAmbitos, migrateGlobal } from './migrate.ts';
import { type OpcionesMigracion, withSesionMigracion } from './sesion-migracion.ts';

export interface SolicitudTenant extends OpcionesMigracion {
  readonly slug: string;
  readonly nombre: string;
  readonly nit: string;
}

export interface ResultadoProvision {
  /** False if the tenant was already complete, by an earlier or a concurrent run. */
  readonly creado: boolean;
  readonly aplicadas: number;
}

/**
 * Makes a tenant: role, schema, row, files, and the entry in the SYSTEM chain, under the lock of migrators. A run
 * that died is finished by the next one; a complete tenant is left as it is.
 * Errors: `tenant_slug_invalido`, `tenant_ya_existe` (with another name or NIT), `migracion_*`.
 */
export async function provisionTenant(solicitud: SolicitudTenant): Promise<ResultadoProvision> {
  const schema = tenantSchema(solicitud.slug);
  const archivos = await readMigraciones(solicitud.drizzleDir);
  return withSesionMigracion(solicitud, async (client) => {
    await migrateGlobal(client, archivos, solicitud.onProgress);
    if (await isComplete(client, solicitud)) return { creado: false, aplicadas: 0 };
    await inTransaction(client, () => reservar(client, solicitud, schema));
    const aplicadas = await migrateAmbitos(client, [schema], archivos.tenant, solicitud.onProgress);
    await inTransaction(client, () => activar(client, solicitud));
    return { creado: true, aplicadas };
  });
}

async function isComplete(client: pg.Client, solicitud: SolicitudTenant): Promise<boolean> {
  const { rows } = await client.query<Tenant>(
    `SELECT ${COLUMNAS_TENANT} FROM public.tenants WHERE slug = $1`,
    [solicitud.slug],
  );
  const [tenant] = rows;
  if (tenant === undefined) return false;
  if (tenant.nombre !== solicitud.nombre || tenant.nit !== solicitud.nit) {
    throw new DomainError(generalErrors.tenant_ya_existe, {
      tenant: tenant.slug,
      nombre: tenant.nombre,
      nit: tenant.nit,
    });
  }
  return tenant.provisioningStatus === 'active';
}

async function reservar(client: pg.Client, solicitud: SolicitudTenant, schema: string): Promise<void> {
  await client.query(
    'INSERT INTO public.tenants (slug, nombre, nit) VALUES ($1, $2, $3) ON CONFLICT (slug) DO NOTHING',
    [solicitud.slug, solicitud.nombre, solicitud.nit],
  );
  await crearEsquemaTenant(client, schema);
}

async function activar(client: pg.Client, solicitud: SolicitudTenant): Promise<void> {
  await client.query(`UPDATE public.tenants SET provisioning_status = 'active' WHERE slug = $1`, [
    solicitud.slug,
  ]);
  const { rows } = await client.query<{ ahora: Date }>('SELECT clock_timestamp() AS ahora');
  const ahora = rows[0]?.ahora;
  if (ahora === undefined) throw new Error('the database did not tell the time');
  const contenido = renderAlta(solicitud, ahora);
  await client.query('SELECT public.audit_registrar($1::text[])', [[contenido]]);
}

/** The operator at the console is the actor: no token reaches this far. The clock is the database's. */
function renderAlta(solicitud: SolicitudTenant, ahora: Date): string {
  const { slug, nombre, nit } = solicitud;
  return canonicalJson({
    accion: 'sistema.tenant_creado',
    actor: { id: 'sistema|migraciones', kind: 'sistema', nombre: 'Migraciones' },
    agente: null,
    antes: null,
    canal: 'interno',
    datos: { nit, nombre },
    despues: null,
    instante: ahora.toISOString(),
    ip: null,
    requestId: null,
    resultado: 'hecho',
    sujeto: { id: slug, tipo: 'tenant' },
    v: 1,
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
