import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { provisionTenant } from '../../src/db/migrate/provision-tenant.ts';
import type { Progreso } from '../../src/db/migrate/sesion-migracion.ts';
import { verificarEsquema } from '../../src/db/migrate/verificar-esquema.ts';
import { type BaseDePrueba, crearBaseVacia } from '../support/postgres.ts';
import { type CarpetaMigraciones, crearCarpetaMigraciones } from './carpeta-migraciones.ts';
import { asRole } from './como-superusuario.ts';
import { rechazoDe } from './rechazo.ts';

let base: BaseDePrueba;
let carpeta: CarpetaMigraciones;

beforeEach(async () => {
  [base, carpeta] = await Promise.all([crearBaseVacia(), crearCarpetaMigraciones()]);
});
afterEach(async () => {
  await Promise.all([base.drop(), carpeta.drop()]);
});

const migrar = () => migrate({ url: base.ownerUrl, drizzleDir: carpeta.ruta });
const provisionar = (slug: string) =>
  provisionTenant({
    url: base.ownerUrl,
    slug,
    nombre: `Entidad ${slug}`,
    nit: '1',
    drizzleDir: carpeta.ruta,
  });

async function consultar<R extends object>(sql: string): Promise<R[]> {
  return asRole(base.ownerUrl, async (cliente) => (await cliente.query<R>(sql)).rows);
}
const libro = () =>
  consultar<{ ambito: string; nombre: string }>(
    'SELECT ambito, nombre FROM public.schema_migrations ORDER BY ambito, nombre',
  );

describe('migrar', { timeout: 240_000 }, () => {
  it('aplica lo que falta, una vez, y deja cada archivo en el libro con su huella', async () => {
    expect(await migrar()).toEqual({ aplicadas: 2, tenants: 0 });
    expect(await migrar()).toEqual({ aplicadas: 0, tenants: 0 });
    await carpeta.write('global/0003_mas.sql', 'CREATE TABLE mas (a int);');
    expect(await migrar()).toEqual({ aplicadas: 1, tenants: 0 });
    const filas = await consultar<{ sha256: string; reciente: boolean }>(
      `SELECT sha256, aplicada_en > clock_timestamp() - interval '1 minute' AS reciente
         FROM public.schema_migrations WHERE nombre = '0003_mas'`,
    );
    expect(filas).toEqual([{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string, reciente: true }]);
  });

  it('20 migradores a la vez, en cuatro procesos: cada archivo se aplica exactamente una vez', async () => {
    const run = promisify(execFile);
    const salidas = await Promise.all(
      [1, 2, 3, 4].map(() =>
        run(process.execPath, ['test/db/migrador.ts', base.ownerUrl, carpeta.ruta, '5'], {
          cwd: process.cwd(),
        }),
      ),
    );
    const aplicadas = salidas.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
    expect(aplicadas).toHaveLength(20);
    expect(aplicadas.toSorted()).toEqual([...Array.from({ length: 19 }, () => 0), 2]);
    expect(await libro()).toHaveLength(2);
  });

  it('lleva cada entidad al día y dice por dónde va', async () => {
    await provisionar('uno');
    await provisionar('dos');
    await carpeta.write('tenant/0002_nota.sql', 'CREATE TABLE nota (a int);');
    const pasos: Progreso[] = [];
    const resultado = await migrate({
      url: base.ownerUrl,
      drizzleDir: carpeta.ruta,
      onProgress: (paso) => pasos.push(paso),
    });
    expect(resultado).toEqual({ aplicadas: 2, tenants: 2 });
    expect(pasos).toEqual([
      { ambito: 'tenant_dos', archivo: '0002_nota', hechos: 1, total: 2 },
      { ambito: 'tenant_uno', archivo: '0002_nota', hechos: 2, total: 2 },
    ]);
    expect(await consultar(`SELECT to_regclass('tenant_uno.nota') IS NOT NULL AS si`)).toEqual([
      { si: true },
    ]);
  });

  it('una entidad suspendida también se migra: volverá', async () => {
    await provisionar('uno');
    await consultar(`UPDATE public.tenants SET status = 'suspended'`);
    await carpeta.write('tenant/0002_nota.sql', 'CREATE TABLE nota (a int);');
    expect(await migrar()).toEqual({ aplicadas: 1, tenants: 1 });
  });
});

describe('un archivo que falla', () => {
  it('no deja nada, dice archivo, línea y motivo, y al corregirlo sigue', async () => {
    await carpeta.write('global/0003_mala.sql', 'CREATE TABLE a_medias (a int);\n\nSELECT no_existe;\n');
    const error = await rechazoDe(migrar());
    expect(error.code).toBe('migracion_fallida');
    expect(error.params).toMatchObject({ ambito: 'public', archivo: '0003_mala', linea: 3 });
    expect(error.message).toContain('no_existe');
    expect(await consultar(`SELECT to_regclass('public.a_medias') AS tabla`)).toEqual([{ tabla: null }]);
    expect((await libro()).map(({ nombre }) => nombre)).toEqual(['0001_tenants', '0002_auditoria']);
    await carpeta.write('global/0003_mala.sql', 'CREATE TABLE a_medias (a int);');
    expect((await migrar()).aplicadas).toBe(1);
  });

  it('que se sale de la transacción por dentro tampoco queda a medias', async () => {
    await carpeta.write(
      'global/0003_mala.sql',
      'CREATE TABLE a_medias (a int);\nDO $$ BEGIN COMMIT; END $$;\nSELECT 1;',
    );
    expect((await rechazoDe(migrar())).code).toBe('migracion_fallida');
    expect(await consultar(`SELECT to_regclass('public.a_medias') AS tabla`)).toEqual([{ tabla: null }]);
  });

  it('suelta el cerrojo: el siguiente migrador no espera', async () => {
    await carpeta.write('global/0003_mala.sql', 'SELECT no_existe;');
    await rechazoDe(migrar());
    await carpeta.remove('global/0003_mala.sql');
    expect(await migrate({ url: base.ownerUrl, drizzleDir: carpeta.ruta, lockTimeoutS: 0 })).toMatchObject({
      aplicadas: 0,
    });
  });
});

describe('se niega a migrar', () => {
  it('con un archivo aplicado y después editado, aunque sea en un blanco', async () => {
    await carpeta.write('global/0003_mas.sql', 'CREATE TABLE mas (a int);');
    await migrar();
    await carpeta.write('global/0003_mas.sql', 'CREATE TABLE mas (a int); ');
    expect((await rechazoDe(migrar())).code).toBe('migracion_archivo_editado');
  });

  it('con un archivo que llegó tarde, sin tocar a las demás entidades', async () => {
    await provisionar('uno');
    await carpeta.write('tenant/0003_tarde.sql', 'CREATE TABLE tarde (a int);');
    await migrar();
    await carpeta.write('tenant/0002_antes.sql', 'CREATE TABLE antes (a int);');
    expect((await rechazoDe(migrar())).code).toBe('migracion_archivo_saltado');
    expect(await consultar(`SELECT to_regclass('tenant_uno.antes') AS tabla`)).toEqual([{ tabla: null }]);
  });

  it('un programa anterior a la base', async () => {
    await carpeta.write('global/0003_mas.sql', 'CREATE TABLE mas (a int);');
    await migrar();
    await carpeta.remove('global/0003_mas.sql');
    expect((await rechazoDe(migrar())).code).toBe('migracion_programa_antiguo');
  });

  it.each([
    ['global/0003_mas.sql', 'CREATE INDEX CONCURRENTLY i ON a (b);', 'migracion_sentencia_prohibida'],
    ['global/3_mas.sql', 'SELECT 1;', 'migracion_nombre_invalido'],
    ['global/0002_repetida.sql', 'SELECT 1;', 'migracion_nombre_invalido'],
  ])('con %s: antes de conectarse', async (archivo, sql, codigo) => {
    await carpeta.write(archivo, sql);
    const url = new URL(base.ownerUrl);
    url.port = '1';
    expect((await rechazoDe(migrate({ url: url.href, drizzleDir: carpeta.ruta }))).code).toBe(codigo);
  });
});

describe('verificar el esquema al arrancar', () => {
  it('pasa con la base al día y dice qué falta o sobra si no', async () => {
    const db = createDatabase({ url: base.appUrl, applicationName: 'prueba' });
    try {
      expect((await rechazoDe(verificarEsquema(db, carpeta.ruta))).code).toBe('migracion_pendiente');
      await provisionar('uno');
      await verificarEsquema(db, carpeta.ruta);
      await carpeta.write('tenant/0002_nota.sql', 'CREATE TABLE nota (a int);');
      const pendiente = await rechazoDe(verificarEsquema(db, carpeta.ruta));
      expect(pendiente.params).toEqual({ ambito: 'tenant_uno', archivo: '0002_nota' });
      await migrar();
      await carpeta.remove('tenant/0002_nota.sql');
      expect((await rechazoDe(verificarEsquema(db, carpeta.ruta))).code).toBe('migracion_programa_antiguo');
    } finally {
      await db.close();
    }
  });
});
