import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { bootstrapRoles, restringirBase, type UrlsPorPapel } from '../../src/db/migrate/bootstrap-roles.ts';

/** A database of one test file, with one address per role; `superuserUrl` is for preparing and spoiling things. */
export interface BaseDePrueba extends UrlsPorPapel {
  readonly nombre: string;
  readonly superuserUrl: string;
  /** Removes it, ending whatever is still connected. */
  drop(): Promise<void>;
}

/** A number of ours for the lock under which databases are cloned: a template allows one copier at a time. */
const CERROJO_CLONES = 7_205_759;

/** A migrated database with two empty tenants, `demo` and `otra`: a clone of the run's template. */
export async function crearBaseDePrueba(): Promise<BaseDePrueba> {
  const { superuserUrl, plantilla } = inject('servidor');
  const nombre = newNombre();
  await asSuperuser(superuserUrl, async (cliente) => {
    await cliente.query('SELECT pg_advisory_lock($1)', [CERROJO_CLONES]);
    await cliente.query(
      `CREATE DATABASE ${nombre} TEMPLATE ${plantilla} STRATEGY FILE_COPY OWNER orpycamcp_owner`,
    );
    await cliente.query('SELECT pg_advisory_unlock($1)', [CERROJO_CLONES]);
    await restringirBase(cliente, nombre);
  });
  return describeBase(nombre, {
    ownerUrl: urlDe(nombre, 'owner'),
    appUrl: urlDe(nombre, 'app'),
    auditUrl: urlDe(nombre, 'audit'),
    verifierUrl: urlDe(nombre, 'verifier'),
  });
}

/** A database with the roles and nothing else, for what migrates and provisions by itself. */
export async function crearBaseVacia(): Promise<BaseDePrueba> {
  const { superuserUrl, passwords } = inject('servidor');
  const nombre = newNombre();
  return describeBase(nombre, await bootstrapRoles(superuserUrl, { database: nombre, passwords }));
}

function describeBase(nombre: string, urls: UrlsPorPapel): BaseDePrueba {
  const { superuserUrl } = inject('servidor');
  const propia = new URL(superuserUrl);
  propia.pathname = `/${nombre}`;
  return {
    ...urls,
    nombre,
    superuserUrl: propia.href,
    drop: () =>
      asSuperuser(superuserUrl, async (cliente) => {
        await cliente.query(`DROP DATABASE IF EXISTS ${nombre} WITH (FORCE)`);
      }),
  };
}

function newNombre(): string {
  return `prueba_${randomBytes(6).toString('hex')}`;
}

function urlDe(base: string, papel: 'owner' | 'app' | 'audit' | 'verifier'): string {
  const { superuserUrl, passwords } = inject('servidor');
  const url = new URL(superuserUrl);
  url.username = `orpycamcp_${papel}`;
  url.password = encodeURIComponent(passwords[papel]);
  url.pathname = `/${base}`;
  return url.href;
}

async function asSuperuser(url: string, tarea: (cliente: pg.Client) => Promise<void>): Promise<void> {
  const cliente = new pg.Client({ connectionString: url });
  await cliente.connect();
  try {
    await tarea(cliente);
  } finally {
    await cliente.end();
  }
}
