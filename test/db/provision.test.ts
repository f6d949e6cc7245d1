import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { provisionTenant } from '../../src/db/migrate/provision-tenant.ts';
import { withTenantTx } from '../../src/db/tenant-tx.ts';
import { listTenants } from '../../src/db/tenants/list-tenants.ts';
import { type BaseDePrueba, crearBaseVacia } from '../support/postgres.ts';
import { type CarpetaMigraciones, crearCarpetaMigraciones } from './carpeta-migraciones.ts';
import { asRole, asSuperuser } from './como-superusuario.ts';
import { rechazoDe } from './rechazo.ts';

let base: BaseDePrueba;
let carpeta: CarpetaMigraciones;

beforeEach(async () => {
  [base, carpeta] = await Promise.all([crearBaseVacia(), crearCarpetaMigraciones()]);
});
afterEach(async () => {
  await Promise.all([base.drop(), carpeta.drop()]);
});

const provisionar = (slug: string, cambios: { nombre?: string; nit?: string } = {}) =>
  provisionTenant({
    url: base.ownerUrl,
    slug,
    nombre: `Alcaldía de ${slug}`,
    nit: '800000001-1',
    drizzleDir: carpeta.ruta,
    ...cambios,
  });

async function consultar<R extends object>(sql: string): Promise<R[]> {
  return asRole(base.ownerUrl, async (cliente) => (await cliente.query<R>(sql)).rows);
}

const altas = () =>
  consultar<{ sujeto_id: string }>(
    `SELECT sujeto_id FROM public.audit_log WHERE accion = 'sistema.tenant_creado' ORDER BY seq`,
  );

describe('preparar una entidad', () => {
  it('deja rol, esquema, fila activa, sus archivos y el asiento en la cadena del sistema', async () => {
    expect(await provisionar('guacamayas')).toEqual({ creado: true, aplicadas: 1 });
    expect(await altas()).toEqual([{ sujeto_id: 'guacamayas' }]);
    const db = createDatabase({ url: base.appUrl, applicationName: 'prueba' });
    try {
      expect(await listTenants(db, { soloOperables: true })).toEqual([
        {
          slug: 'guacamayas',
          nombre: 'Alcaldía de guacamayas',
          nit: '800000001-1',
          status: 'active',
          provisioningStatus: 'active',
          clusterKey: 'principal',
        },
      ]);
      expect(await withTenantTx(db, 'guacamayas', (tx) => tx.query('SELECT seq FROM audit_head'))).toEqual([
        { seq: 0 },
      ]);
    } finally {
      await db.close();
    }
  });

  it('dos a la vez de la misma entidad: una la crea, la otra la encuentra hecha', async () => {
    const resultados = await Promise.all([provisionar('gemela'), provisionar('gemela')]);
    expect(resultados.map(({ creado }) => creado).toSorted()).toEqual([false, true]);
    expect(await altas()).toEqual([{ sujeto_id: 'gemela' }]);
  });

  it('varias a la vez, con migradores de por medio y en dos bases del mismo servidor', async () => {
    const otra = await crearBaseVacia();
    try {
      await Promise.all([
        ...['aaa', 'bbb', 'ccc'].map((slug) => provisionar(slug)),
        migrate({ url: base.ownerUrl, drizzleDir: carpeta.ruta }),
        ...['aaa', 'bbb', 'ccc'].map((slug) =>
          provisionTenant({ url: otra.ownerUrl, slug, nombre: slug, nit: '1', drizzleDir: carpeta.ruta }),
        ),
      ]);
      expect(await altas()).toHaveLength(3);
      const esquemas = await asSuperuser(otra, (cliente) =>
        cliente.query(`SELECT nspname FROM pg_namespace WHERE nspname ~ '^tenant_'`),
      );
      expect(esquemas.rows).toHaveLength(3);
    } finally {
      await otra.drop();
    }
  });

  it('repetida no cambia nada; con otro nombre o NIT se rechaza', async () => {
    await provisionar('unica');
    expect(await provisionar('unica')).toEqual({ creado: false, aplicadas: 0 });
    const error = await rechazoDe(provisionar('unica', { nit: '900000009-9' }));
    expect(error.code).toBe('tenant_ya_existe');
    expect(error.message).toContain('800000001-1');
  });
});

describe('una preparación interrumpida', () => {
  it('por un archivo que falla no deja nada de ese archivo, ni entidad operable, ni asiento; y se retoma', async () => {
    await carpeta.write('tenant/0002_mala.sql', 'CREATE TABLE a_medias (a int);\nSELECT no_existe;');
    const error = await rechazoDe(provisionar('terca'));
    expect(error.params).toMatchObject({ ambito: 'tenant_terca', archivo: '0002_mala', linea: 2 });
    expect(await consultar(`SELECT to_regclass('tenant_terca.a_medias') AS tabla`)).toEqual([
      { tabla: null },
    ]);
    expect(await consultar('SELECT provisioning_status FROM public.tenants')).toEqual([
      { provisioning_status: 'pending' },
    ]);
    expect(await altas()).toEqual([]);
    expect(await migrate({ url: base.ownerUrl, drizzleDir: carpeta.ruta })).toEqual({
      aplicadas: 0,
      tenants: 0,
    });
    await carpeta.write('tenant/0002_mala.sql', 'CREATE TABLE a_medias (a int);');
    expect(await provisionar('terca')).toEqual({ creado: true, aplicadas: 1 });
    expect(await altas()).toEqual([{ sujeto_id: 'terca' }]);
  });

  it('por la muerte del proceso se retoma donde iba', async () => {
    await migrate({ url: base.ownerUrl, drizzleDir: carpeta.ruta });
    await carpeta.write('tenant/0002_lenta.sql', 'SELECT pg_sleep(30);');
    const matada = rechazoDe(provisionar('matada'));
    await expect
      .poll(
        () =>
          asSuperuser(base, async (cliente) => {
            const { rows } = await cliente.query<{ muerto: boolean }>(
              `SELECT pg_terminate_backend(pid) AS muerto FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid()`,
            );
            return rows.length;
          }),
        { timeout: 20_000 },
      )
      .toBe(1);
    expect(['base_no_disponible', 'migracion_fallida']).toContain((await matada).code);
    await carpeta.write('tenant/0002_lenta.sql', 'SELECT 1;');
    expect(await provisionar('matada')).toEqual({ creado: true, aplicadas: 1 });
    expect(await altas()).toEqual([{ sujeto_id: 'matada' }]);
  });
});
