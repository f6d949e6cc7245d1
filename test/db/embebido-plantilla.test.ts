import pg from 'pg';
import { expect, it } from 'vitest';
import { crearBaseDePrueba, crearBaseVacia } from '../support/postgres.ts';

it('cada archivo de pruebas recibe su propia base migrada, con las entidades demo y otra', async () => {
  const [una, dos] = await Promise.all([crearBaseDePrueba(), crearBaseDePrueba()]);
  expect(una.nombre).not.toBe(dos.nombre);
  for (const base of [una, dos]) {
    for (const url of [base.appUrl, base.ownerUrl, base.auditUrl, base.verifierUrl, base.superuserUrl]) {
      const filas = await query(url, 'SELECT slug, provisioning_status FROM tenants ORDER BY slug');
      expect(filas).toEqual([
        { slug: 'demo', provisioning_status: 'active' },
        { slug: 'otra', provisioning_status: 'active' },
      ]);
    }
  }
  await una.drop();
  await expect(query(una.appUrl, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  await dos.drop();
});

it('una base vacía tiene los papeles y ninguna tabla', async () => {
  const base = await crearBaseVacia();
  const filas = await query(
    base.ownerUrl,
    `SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'`,
  );
  expect(filas).toEqual([{ n: 0 }]);
  await base.drop();
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const cliente = new pg.Client({ connectionString });
  try {
    await cliente.connect();
    return (await cliente.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await cliente.end();
  }
}
