import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rutaEnRepositorio } from '../support/fuentes.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { asSuperuser } from './como-superusuario.ts';

const sql = readFileSync(rutaEnRepositorio('docs/sql/roles.sql'), 'utf8');

interface Papel {
  readonly login: boolean;
  readonly createrole: boolean;
  readonly inherit: boolean;
  readonly ajustes: readonly string[];
}

/** What an operator makes by hand, as the file says it. */
function readPapelesDelArchivo(): Record<string, Papel> {
  return Object.fromEntries(
    [...sql.matchAll(/^CREATE ROLE (\w+) ([A-Z ]+) PASSWORD/gm)].map(([, nombre = '', atributos = '']) => [
      nombre,
      {
        login: /\bLOGIN\b/.test(atributos),
        createrole: /\bCREATEROLE\b/.test(atributos),
        inherit: !/\bNOINHERIT\b/.test(atributos),
        ajustes: [...sql.matchAll(new RegExp(`^ALTER ROLE ${nombre} SET (\\w+) = '(.*)';$`, 'gm'))]
          .map(([, clave, valor]) => `${clave}=${valor}`)
          .sort(),
      },
    ]),
  );
}

let base: BaseDePrueba;

beforeAll(async () => {
  base = await crearBaseDePrueba();
});
afterAll(async () => {
  await base.drop();
});

describe('docs/sql/roles.sql', () => {
  it('crea los mismos papeles, con los mismos atributos y ajustes, que el servicio en su PostgreSQL embebido', async () => {
    const { rows } = await asSuperuser(base, (cliente) =>
      cliente.query<Papel & { nombre: string }>(
        `SELECT r.rolname AS nombre, r.rolcanlogin AS login, r.rolcreaterole AS createrole, r.rolinherit AS inherit,
                coalesce((SELECT array_agg(a ORDER BY a COLLATE "C") FROM unnest(s.setconfig) AS a), '{}') AS ajustes
           FROM pg_roles r LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = 0
          WHERE r.rolname LIKE 'orpycamcp\\_%'`,
      ),
    );
    const hechos = Object.fromEntries(rows.map(({ nombre, ...papel }) => [nombre, papel]));
    expect(readPapelesDelArchivo()).toEqual(hechos);
  });
});
