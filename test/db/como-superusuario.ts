import pg from 'pg';
import type { BaseDePrueba } from '../support/postgres.ts';

/** Runs something in the test's database as superuser, who may spoil what the service can't. */
export async function asSuperuser<T>(
  base: BaseDePrueba,
  work: (cliente: pg.Client) => Promise<T>,
): Promise<T> {
  return asRole(base.superuserUrl, work);
}

export async function asRole<T>(url: string, work: (cliente: pg.Client) => Promise<T>): Promise<T> {
  const cliente = new pg.Client({ connectionString: url });
  await cliente.connect();
  try {
    return await work(cliente);
  } finally {
    await cliente.end();
  }
}
