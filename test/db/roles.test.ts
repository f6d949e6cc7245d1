import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bootstrapRoles } from '../../src/db/migrate/bootstrap-roles.ts';
import { type BaseDePrueba, crearBaseDePrueba, crearBaseVacia } from '../support/postgres.ts';
import { asRole, asSuperuser } from './como-superusuario.ts';
import { sqlstateDe } from './rechazo.ts';

const SIN_PRIVILEGIO = '42501';
let base: BaseDePrueba;

beforeAll(async () => {
  base = await crearBaseDePrueba();
});
afterAll(async () => {
  await base.drop();
});

type Papel = 'owner' | 'app' | 'audit' | 'verifier';
const urlDe = (papel: Papel) => base[`${papel}Url`];
const sentencia = (papel: Papel, sql: string) => asRole(urlDe(papel), (cliente) => cliente.query(sql));
const comoEntidad = (sql: string) =>
  asRole(base.appUrl, async (cliente) => {
    await cliente.query('BEGIN; SET LOCAL ROLE tenant_demo; SET LOCAL search_path = tenant_demo');
    return cliente.query(sql);
  });

const CORRIDA = `INSERT INTO public.audit_chain_runs
  (iniciada_en, completa, cadenas, asientos, roturas, roturas_declaradas, detalle)
  VALUES (clock_timestamp(), true, 1, 0, 0, 0, '{}')`;

describe('los papeles de la base', () => {
  it('ninguno es superusuario; solo el dueño crea roles; la aplicación no hereda los de las entidades', async () => {
    const { rows } = await sentencia(
      'owner',
      `SELECT rolname, rolsuper, rolcreaterole, rolinherit, rolcreatedb, rolbypassrls, rolcanlogin
         FROM pg_roles WHERE rolname ~ '^orpycamcp_' OR rolname = 'tenant_demo' ORDER BY rolname`,
    );
    const nada = {
      rolsuper: false,
      rolcreaterole: false,
      rolinherit: false,
      rolcreatedb: false,
      rolbypassrls: false,
    };
    expect(rows).toEqual([
      { ...nada, rolname: 'orpycamcp_app', rolcanlogin: true },
      { ...nada, rolname: 'orpycamcp_audit', rolcanlogin: true },
      { ...nada, rolname: 'orpycamcp_owner', rolcanlogin: true, rolcreaterole: true, rolinherit: true },
      { ...nada, rolname: 'orpycamcp_verifier', rolcanlogin: true },
      { ...nada, rolname: 'tenant_demo', rolcanlogin: false, rolinherit: true },
    ]);
  });

  it('todo objeto de los esquemas es del dueño', async () => {
    const { rows } = await sentencia(
      'owner',
      `SELECT DISTINCT pg_get_userbyid(relowner) AS papel FROM pg_class
         JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' OR nspname ~ '^tenant_'`,
    );
    expect(rows).toEqual([{ papel: 'orpycamcp_owner' }]);
  });

  it.each(['app', 'audit', 'verifier'] as const)(
    '%s no crea tablas, ni temporales ni de las otras',
    async (papel) => {
      expect(await sqlstateDe(sentencia(papel, 'CREATE TEMP TABLE t (a int)'))).toBe(SIN_PRIVILEGIO);
      expect(await sqlstateDe(sentencia(papel, 'CREATE TABLE public.t (a int)'))).toBe(SIN_PRIVILEGIO);
      expect(await sqlstateDe(sentencia(papel, 'CREATE SCHEMA t'))).toBe(SIN_PRIVILEGIO);
    },
  );

  it('un papel ajeno no se conecta', async () => {
    await asSuperuser(base, (cliente) => cliente.query(`CREATE ROLE ajeno LOGIN PASSWORD 'x'`));
    const url = new URL(base.appUrl);
    url.username = 'ajeno';
    url.password = 'x';
    const cliente = new pg.Client({ connectionString: url.href });
    expect(await sqlstateDe(cliente.connect())).toBe(SIN_PRIVILEGIO);
    await asSuperuser(base, (superusuario) => superusuario.query('DROP ROLE ajeno'));
  });

  it('el verificador lee todo y no escribe nada', async () => {
    await sentencia('verifier', 'SELECT * FROM tenant_demo.audit_log, tenant_demo.outbox, public.tenants');
    for (const sql of [
      'DELETE FROM public.tenants',
      `INSERT INTO tenant_demo.idempotencia SELECT * FROM tenant_demo.idempotencia`,
      `SELECT tenant_demo.audit_registrar(ARRAY['{}'])`,
      'SET ROLE tenant_demo',
    ]) {
      expect(await sqlstateDe(sentencia('verifier', sql)), sql).toBe(SIN_PRIVILEGIO);
    }
  });

  it('solo el papel de auditoría anota una verificación, y nadie la corrige', async () => {
    await sentencia('audit', CORRIDA);
    for (const papel of ['owner', 'app', 'verifier'] as const) {
      expect(await sqlstateDe(sentencia(papel, CORRIDA)), papel).toBe(SIN_PRIVILEGIO);
    }
    for (const sql of [
      'UPDATE public.audit_chain_runs SET roturas = 0',
      'DELETE FROM public.audit_chain_runs',
    ]) {
      expect(await sqlstateDe(sentencia('audit', sql))).toBe(SIN_PRIVILEGIO);
      expect(await sqlstateDe(asSuperuser(base, (cliente) => cliente.query(sql)))).toBe('ORP01');
    }
  });

  it('el papel de auditoría lee las cadenas de todas las entidades y nada más de ellas', async () => {
    await sentencia('audit', 'SELECT * FROM tenant_demo.audit_log, tenant_otra.audit_head, public.audit_log');
    expect(await sqlstateDe(sentencia('audit', 'SELECT * FROM tenant_demo.outbox'))).toBe(SIN_PRIVILEGIO);
  });

  it('la aplicación no toca la lista de entidades ni el libro de migraciones', async () => {
    for (const sql of [
      `UPDATE public.tenants SET status = 'active'`,
      'DELETE FROM public.schema_migrations',
      `INSERT INTO public.audit_roturas_declaradas (cadena) VALUES ('public')`,
      'ALTER TABLE public.tenants ADD COLUMN x int',
      'ALTER DATABASE postgres SET search_path = x',
    ]) {
      expect(await sqlstateDe(sentencia('app', sql)), sql).toBe(SIN_PRIVILEGIO);
    }
  });

  it('ninguna función la ejecuta cualquiera, salvo el identificador', async () => {
    const { rows } = await sentencia(
      'owner',
      `SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE (n.nspname = 'public' OR n.nspname ~ '^tenant_')
          AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
                       WHERE grantee = 0 AND privilege_type = 'EXECUTE')`,
    );
    expect(rows).toEqual([{ proname: 'orpyca_uuidv7' }]);
  });

  it('toda función SECURITY DEFINER tiene camino fijo', async () => {
    const { rows } = await sentencia(
      'owner',
      `SELECT p.oid::regprocedure AS funcion FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE (n.nspname = 'public' OR n.nspname ~ '^tenant_') AND p.prosecdef
          AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE c ~ '^search_path=.*pg_temp$')`,
    );
    expect(rows).toEqual([]);
  });

  it('cada papel trae sus plazos y nota al cliente que se fue', async () => {
    const plazos = async (papel: Papel) => {
      const { rows } = await sentencia(
        papel,
        `SELECT current_setting('statement_timeout') AS sentencia, current_setting('lock_timeout') AS espera,
                current_setting('idle_in_transaction_session_timeout') AS ociosa,
                current_setting('client_connection_check_interval') AS cliente`,
      );
      return rows[0] as unknown;
    };
    expect(await plazos('app')).toEqual({ sentencia: '1min', espera: '10s', ociosa: '1min', cliente: '10s' });
    expect(await plazos('owner')).toEqual({ sentencia: '0', espera: '1min', ociosa: '5min', cliente: '10s' });
  });
});

describe('lo que solo admite añadir', () => {
  it.each(['audit_log', 'audit_head'])(
    '%s no se modifica, borra ni vacía: ni la entidad ni el dueño',
    async (tabla) => {
      const cambios = [`DELETE FROM ${tabla}`, `TRUNCATE ${tabla}`, `UPDATE ${tabla} SET hash = hash`];
      for (const sql of cambios) {
        expect(await sqlstateDe(comoEntidad(sql)), sql).toBe(SIN_PRIVILEGIO);
        const comoDueno = asRole(base.ownerUrl, async (cliente) => {
          await cliente.query('SET search_path = tenant_demo');
          return cliente.query(sql);
        });
        expect(await sqlstateDe(comoDueno), sql).toBe('ORP01');
      }
    },
  );

  it('la entidad no inserta en la cadena sino por su función', async () => {
    const directo = `INSERT INTO audit_log (seq, prev_hash, hash, contenido)
      SELECT 1, hash, hash, '{}' FROM audit_head`;
    expect(await sqlstateDe(comoEntidad(directo))).toBe(SIN_PRIVILEGIO);
  });

  it('la cabeza no retrocede ni apunta a un asiento que no existe', async () => {
    const mover = (seq: number) =>
      sentencia('owner', `UPDATE tenant_demo.audit_head SET seq = ${seq}, hash = sha256('x')`);
    expect(await sqlstateDe(mover(0))).toBe('ORP01');
    expect(await sqlstateDe(mover(99))).toBe('ORP01');
  });
});

describe('preparar los papeles', () => {
  it('a la vez y repetido da lo mismo, y las claves son las últimas', async () => {
    const { superuserUrl, passwords } = inject('servidor');
    const database = `papeles_${process.pid}`;
    const urls = await Promise.all(
      Array.from({ length: 8 }, () => bootstrapRoles(superuserUrl, { database, passwords })),
    );
    expect(new Set(urls.map(({ appUrl }) => appUrl)).size).toBe(1);
    for (const url of Object.values(urls[0] ?? {})) {
      await asRole(url as string, (cliente) => cliente.query('SELECT 1'));
    }
    await asRole(superuserUrl, (cliente) => cliente.query(`DROP DATABASE ${database}`));
  });

  it('la base nueva ordena el texto por punto de código, en UTF-8, con ñ', async () => {
    const vacia = await crearBaseVacia();
    const { rows } = await asRole(vacia.ownerUrl, (cliente) =>
      cliente.query(
        `SELECT pg_encoding_to_char(encoding) AS codificacion, upper('ñandú') AS mayusculas, 'Z' < 'a' AS por_punto
           FROM pg_database WHERE datname = current_database()`,
      ),
    );
    expect(rows).toEqual([{ codificacion: 'UTF8', mayusculas: 'ÑANDÚ', por_punto: true }]);
    await vacia.drop();
  });
});
