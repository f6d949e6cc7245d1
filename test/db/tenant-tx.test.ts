import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { type TenantTx, withSystemTx, withTenantTx } from '../../src/db/tenant-tx.ts';
import { assertTenantOperable } from '../../src/db/tenants/assert-tenant-operable.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { asSuperuser } from './como-superusuario.ts';
import { rechazoDe, sqlstateDe } from './rechazo.ts';

let base: BaseDePrueba;
/** One connection: whatever one borrower leaves behind, the next one gets. */
let db: Database;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  db = createDatabase({ url: base.appUrl, max: 1, applicationName: 'prueba' });
  await asSuperuser(base, (cliente) =>
    cliente.query(`
      CREATE TABLE tenant_demo.nota (id int PRIMARY KEY, texto text);
      CREATE TABLE tenant_otra.nota (id int PRIMARY KEY, texto text);
      GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_demo.nota TO tenant_demo;
      GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_otra.nota TO tenant_otra;
      INSERT INTO tenant_demo.nota VALUES (1, 'de demo');
      INSERT INTO tenant_otra.nota VALUES (1, 'de otra')`),
  );
});

afterAll(async () => {
  await db.close();
  await base.drop();
});

const quienSoy = (tx: TenantTx) =>
  tx.query<{ rol: string; camino: string; esquema: string }>(
    `SELECT current_user::text AS rol, current_setting('search_path') AS camino, current_schema()::text AS esquema`,
  );

/** What the next borrower of the only connection would start with. */
async function conexionLimpia(): Promise<boolean> {
  const { rows } = await db.pool.query<{ limpia: boolean }>(
    `SELECT current_user = session_user AND current_user = 'orpycamcp_app'
        AND current_setting('search_path') !~ 'tenant' AS limpia`,
  );
  return rows[0]?.limpia === true;
}

describe('dentro de la transacción de una entidad', () => {
  it('el rol y el camino son exactamente los suyos', async () => {
    expect(await withTenantTx(db, 'demo', quienSoy)).toEqual([
      { rol: 'tenant_demo', camino: 'tenant_demo', esquema: 'tenant_demo' },
    ]);
  });

  it('un nombre sin esquema es el de cada entidad, también por el ORM', async () => {
    const textos = async (slug: string) =>
      withTenantTx(db, slug, async (tx) => {
        const [row] = await tx.query<{ texto: string }>('SELECT texto FROM nota');
        const orm = await tx.orm.execute<{ texto: string }>(sql`SELECT texto FROM nota`);
        return [row?.texto, orm.rows[0]?.texto];
      });
    expect(await textos('demo')).toEqual(['de demo', 'de demo']);
    expect(await textos('otra')).toEqual(['de otra', 'de otra']);
  });

  it('el esquema de otra entidad es un error, no una fuga', async () => {
    const ajena = withTenantTx(db, 'demo', (tx) => tx.query('SELECT * FROM tenant_otra.nota'));
    expect(await sqlstateDe(ajena)).toBe('42501');
    const porCamino = withTenantTx(db, 'demo', async (tx) => {
      await tx.query(`SELECT set_config('search_path', 'tenant_otra', true)`);
      return tx.query('SELECT * FROM nota');
    });
    expect(await sqlstateDe(porCamino)).toBe('42P01');
  });

  it('una entidad que no existe, o cuyo nombre no es válido, se rechaza', async () => {
    expect((await rechazoDe(withTenantTx(db, 'fantasma', quienSoy))).code).toBe('tenant_desconocido');
    expect((await rechazoDe(withTenantTx(db, 'demo"; DROP', quienSoy))).code).toBe('tenant_slug_invalido');
    expect((await rechazoDe(withTenantTx(db, 'Demo', quienSoy))).code).toBe('tenant_slug_invalido');
  });

  it('si el camino no lleva a su esquema, el trabajo ni empieza', async () => {
    await asSuperuser(base, (cliente) => cliente.query('ALTER SCHEMA tenant_otra RENAME TO escondido'));
    let empezo = false;
    const sinEsquema = withTenantTx(db, 'otra', async () => {
      empezo = true;
    });
    expect((await rechazoDe(sinEsquema)).code).toBe('tenant_desconocido');
    expect(empezo).toBe(false);
    await asSuperuser(base, (cliente) => cliente.query('ALTER SCHEMA escondido RENAME TO tenant_otra'));
    expect(await conexionLimpia()).toBe(true);
  });

  it('no se pueden crear tablas temporales ni objetos', async () => {
    const temporal = withTenantTx(db, 'demo', (tx) => tx.query('CREATE TEMP TABLE t (a int)'));
    expect(await sqlstateDe(temporal)).toBe('42501');
    const objeto = withTenantTx(db, 'demo', (tx) => tx.query('CREATE TABLE t (a int)'));
    expect(await sqlstateDe(objeto)).toBe('42501');
  });

  it('las fechas civiles llegan como texto y los enteros grandes, exactos o como error', async () => {
    const [row] = await withTenantTx(db, 'demo', (tx) =>
      tx.query(`SELECT date '2028-02-29' AS dia, ARRAY[date '2028-02-29'] AS dias, 9007199254740991::bigint AS n,
                       ARRAY[1::bigint, NULL] AS enes, timestamptz '2026-03-02 15:04:05.678Z' AS instante`),
    );
    expect(row).toEqual({
      dia: '2028-02-29',
      dias: ['2028-02-29'],
      n: 9007199254740991,
      enes: [1, null],
      instante: new Date('2026-03-02T15:04:05.678Z'),
    });
    const grande = withTenantTx(db, 'demo', (tx) => tx.query('SELECT 9007199254740992::bigint AS n'));
    await expect(grande).rejects.toThrow('9007199254740992');
    expect(await conexionLimpia()).toBe(true);
  });

  it('de solo lectura no escribe', async () => {
    const escribe = withTenantTx(db, 'demo', (tx) => tx.query('DELETE FROM nota'), { readOnly: true });
    expect(await sqlstateDe(escribe)).toBe('25006');
  });

  it('los plazos pedidos valen solo dentro', async () => {
    const dormir = withTenantTx(db, 'demo', (tx) => tx.query('SELECT pg_sleep(30)'), {
      statementTimeoutMs: 50,
    });
    expect((await rechazoDe(dormir)).code).toBe('tiempo_agotado');
    const { rows } = await db.pool.query<{ plazo: string }>(
      `SELECT current_setting('statement_timeout') AS plazo`,
    );
    expect(rows[0]?.plazo).toBe('1min');
  });
});

describe('la conexión que vuelve al fondo no conserva rol ni camino', () => {
  it('cuando el trabajo termina bien', async () => {
    await withTenantTx(db, 'demo', quienSoy);
    expect(await conexionLimpia()).toBe(true);
  });

  it('cuando el trabajo falla, con o sin error de SQL, y nada queda escrito', async () => {
    const falla = withTenantTx(db, 'demo', async (tx) => {
      await tx.query(`INSERT INTO nota VALUES (2, 'no queda')`);
      throw new Error('a mitad');
    });
    await expect(falla).rejects.toThrow('a mitad');
    expect(await conexionLimpia()).toBe(true);
    await expect(withTenantTx(db, 'demo', (tx) => tx.query('SELECT 1/0'))).rejects.toThrow('zero');
    expect(await conexionLimpia()).toBe(true);
    expect(await withTenantTx(db, 'demo', (tx) => tx.query('SELECT id FROM nota'))).toEqual([{ id: 1 }]);
  });

  it('cuando el trabajo los fija para toda la sesión', async () => {
    await withTenantTx(db, 'demo', (tx) => tx.query('SET SESSION search_path = tenant_otra'));
    expect(await conexionLimpia()).toBe(true);
    await withTenantTx(db, 'demo', (tx) => tx.query('SET SESSION ROLE tenant_otra'));
    expect(await conexionLimpia()).toBe(true);
    const falla = withTenantTx(db, 'demo', async (tx) => {
      await tx.query('COMMIT');
      await tx.query('SET ROLE tenant_otra');
      throw new Error('a mitad');
    });
    await expect(falla).rejects.toThrow('a mitad');
    expect(await conexionLimpia()).toBe(true);
  });

  it('cuando alguien suelta la conexión dentro de una transacción abierta', async () => {
    const cliente = await db.pool.connect();
    await cliente.query('BEGIN; SET LOCAL ROLE tenant_demo; SET LOCAL search_path = tenant_demo');
    cliente.release();
    expect(await conexionLimpia()).toBe(true);
    expect(await withTenantTx(db, 'otra', (tx) => tx.query('SELECT texto FROM nota'))).toEqual([
      { texto: 'de otra' },
    ]);
  });

  it('cuando el servidor corta la conexión a mitad del trabajo', async () => {
    const cortada = withTenantTx(db, 'demo', async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await asSuperuser(base, (cliente) => cliente.query('SELECT pg_terminate_backend($1)', [row?.pid]));
      await tx.query('SELECT pg_sleep(5)');
    });
    expect((await rechazoDe(cortada)).code).toBe('base_no_disponible');
    expect(await conexionLimpia()).toBe(true);
  });

  it('cuando el servidor corta la conexión mientras el trabajo espera otra cosa: el proceso sigue', async () => {
    const cortada = withTenantTx(db, 'demo', async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await asSuperuser(base, (cliente) =>
        cliente.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.query('SELECT 1');
    });
    expect((await rechazoDe(cortada)).code).toBe('base_no_disponible');
    expect(await conexionLimpia()).toBe(true);
  });

  it('cuando el servidor corta una conexión ociosa: se informa y el proceso sigue', async () => {
    const avisos: Error[] = [];
    const ociosa = createDatabase({
      url: base.appUrl,
      max: 1,
      applicationName: 'ociosa',
      onError: (error) => avisos.push(error),
    });
    const { rows } = await ociosa.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await asSuperuser(base, (cliente) =>
      cliente.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]),
    );
    await expect.poll(() => avisos.length).toBeGreaterThan(0);
    expect(await withTenantTx(ociosa, 'demo', quienSoy)).toHaveLength(1);
    await ociosa.close();
  });
});

describe('lo que no se esperó', () => {
  it('una sentencia sin esperar, llegada tarde, no corre en la transacción de otro', async () => {
    let guardada: TenantTx | undefined;
    await withTenantTx(db, 'demo', async (tx) => {
      guardada = tx;
    });
    await expect(guardada?.query('DELETE FROM nota')).rejects.toThrow('the transaction is over');
    await expect(guardada?.orm.execute(sql`DELETE FROM nota`)).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('the transaction is over'),
    );
    expect(await withTenantTx(db, 'demo', (tx) => tx.query('SELECT id FROM nota'))).toEqual([{ id: 1 }]);
  });

  it('un error de SQL que el trabajo se calla no pasa por confirmado', async () => {
    const callado = withTenantTx(db, 'demo', async (tx) => {
      await tx.query(`INSERT INTO nota VALUES (3, 'no queda')`);
      await tx.query('SELECT 1/0').catch(() => null);
      return 'listo';
    });
    await expect(callado).rejects.toThrow('rolled back');
    expect(await conexionLimpia()).toBe(true);
  });
});

describe('reintentos', () => {
  const serializacion = (intentos: number[]) => async (tx: TenantTx) => {
    intentos.push(intentos.length);
    if (intentos.length < 3) {
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'otra ganó' USING ERRCODE = '40001'; END $$`);
    }
    return intentos.length;
  };

  it('un conflicto de serialización se repite solo si se pide', async () => {
    const sinPedir: number[] = [];
    const error = await rechazoDe(withTenantTx(db, 'demo', serializacion(sinPedir)));
    expect([error.code, sinPedir.length]).toEqual(['conflicto_de_concurrencia', 1]);
    expect(await withTenantTx(db, 'demo', serializacion([]), { reintentar: true })).toBe(3);
  });

  it('se desiste tras tres repeticiones, y lo demás no se repite', async () => {
    let veces = 0;
    const siempre = withTenantTx(
      db,
      'demo',
      async (tx) => {
        veces += 1;
        await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'otra ganó' USING ERRCODE = '40P01'; END $$`);
      },
      { reintentar: true },
    );
    expect((await rechazoDe(siempre)).code).toBe('conflicto_de_concurrencia');
    expect(veces).toBe(4);
    let unica = 0;
    const repetida = withTenantTx(
      db,
      'demo',
      async (tx) => {
        unica += 1;
        await tx.query(`INSERT INTO nota VALUES (1, 'repetida')`);
      },
      { reintentar: true },
    );
    expect(await sqlstateDe(repetida)).toBe('23505');
    expect(unica).toBe(1);
  });
});

describe('fuera de la transacción de una entidad', () => {
  it('el rol de la aplicación no alcanza ningún esquema de entidad', async () => {
    expect(await sqlstateDe(db.pool.query('SELECT * FROM tenant_demo.nota'))).toBe('42501');
    expect(await sqlstateDe(withSystemTx(db, (tx) => tx.query('SELECT * FROM tenant_demo.nota')))).toBe(
      '42501',
    );
  });

  it('la transacción de sistema ve public con el rol de la aplicación', async () => {
    const rows = await withSystemTx(db, (tx) =>
      tx.query('SELECT slug, current_user::text AS rol FROM tenants ORDER BY slug'),
    );
    expect(rows).toEqual([
      { slug: 'demo', rol: 'orpycamcp_app' },
      { slug: 'otra', rol: 'orpycamcp_app' },
    ]);
  });

  it('una entidad suspendida, a medio preparar o desconocida no es operable', async () => {
    await assertTenantOperable(db, 'demo');
    expect((await rechazoDe(assertTenantOperable(db, 'fantasma'))).code).toBe('tenant_desconocido');
    const estado = (cambio: string) =>
      asSuperuser(base, (cliente) =>
        cliente.query(`UPDATE public.tenants SET ${cambio} WHERE slug = 'otra'`),
      );
    await estado(`status = 'suspended'`);
    expect((await rechazoDe(assertTenantOperable(db, 'otra'))).kind).toBe('forbidden');
    await estado(`status = 'active', provisioning_status = 'pending'`);
    expect((await rechazoDe(assertTenantOperable(db, 'otra'))).code).toBe('tenant_en_aprovisionamiento');
    await estado(`provisioning_status = 'active'`);
    await assertTenantOperable(db, 'otra');
  });

  it('la base que no responde es base_no_disponible', async () => {
    const url = new URL(base.appUrl);
    url.port = '1';
    const caida = createDatabase({ url: url.href, applicationName: 'caida' });
    expect((await rechazoDe(withTenantTx(caida, 'demo', quienSoy))).code).toBe('base_no_disponible');
    expect((await rechazoDe(assertTenantOperable(caida, 'demo'))).code).toBe('base_no_disponible');
    await caida.close();
  });
});
