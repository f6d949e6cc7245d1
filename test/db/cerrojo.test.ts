import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERROJO_MIGRACIONES } from '../../src/db/advisory-keys.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { type BaseDePrueba, crearBaseVacia } from '../support/postgres.ts';
import { type CarpetaMigraciones, crearCarpetaMigraciones } from './carpeta-migraciones.ts';
import { asRole, asSuperuser } from './como-superusuario.ts';
import { abrirIntermediario, type Conducta } from './intermediario-de-prueba.ts';
import { rechazoDe } from './rechazo.ts';

let base: BaseDePrueba;
let carpeta: CarpetaMigraciones;

beforeAll(async () => {
  [base, carpeta] = await Promise.all([crearBaseVacia(), crearCarpetaMigraciones()]);
});
afterAll(async () => {
  await Promise.all([base.drop(), carpeta.drop()]);
});

const migrar = (url: string, lockTimeoutS = 30) => migrate({ url, drizzleDir: carpeta.ruta, lockTimeoutS });

describe('el cerrojo de las migraciones (ADR-041 C19)', () => {
  it('su número son los ocho bytes ASCII de ORPYCAM1', () => {
    expect(Buffer.from('ORPYCAM1', 'ascii').readBigInt64BE().toString()).toBe(CERROJO_MIGRACIONES);
  });

  it('mientras otro lo tiene se espera, y al soltarlo se sigue', async () => {
    const orden: string[] = [];
    await asRole(base.ownerUrl, async (otro) => {
      await otro.query(`SELECT pg_advisory_lock(${CERROJO_MIGRACIONES})`);
      const migracion = migrar(base.ownerUrl).then(() => orden.push('migrado'));
      await new Promise((resolve) => setTimeout(resolve, 700));
      orden.push('soltado');
      await otro.query(`SELECT pg_advisory_unlock(${CERROJO_MIGRACIONES})`);
      await migracion;
    });
    expect(orden).toEqual(['soltado', 'migrado']);
  });

  it('vencido el plazo el error nombra el proceso que lo tiene y los segundos', async () => {
    await asRole(base.ownerUrl, async (otro) => {
      await otro.query(`SELECT pg_advisory_lock(${CERROJO_MIGRACIONES})`);
      const { rows } = await otro.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const error = await rechazoDe(migrar(base.ownerUrl, 1));
      expect(error.code).toBe('migracion_cerrojo_ocupado');
      expect(error.message).toMatch(
        new RegExp(
          `^Otra migración tiene el cerrojo desde hace \\d+ s \\(pid ${rows[0]?.pid}\\); se esperó 1 s`,
        ),
      );
    });
  });

  it('no queda tomado al terminar', async () => {
    await migrar(base.ownerUrl);
    const tomados = await asSuperuser(base, (cliente) =>
      cliente.query(
        `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
          WHERE locktype = 'advisory' AND d.datname = current_database()`,
      ),
    );
    expect(tomados.rows).toEqual([]);
  });
});

describe('detrás de un intermediario de conexiones se niega', () => {
  const intentar = async (conducta: Conducta) => {
    const intermediario = await abrirIntermediario(base.ownerUrl, conducta);
    try {
      return await rechazoDe(migrar(intermediario.url, 2));
    } finally {
      await intermediario.close();
    }
  };
  const desde = (sentencia: string): Conducta['elegir'] => {
    let cambiado = false;
    return (_peticion, texto) => {
      cambiado ||= texto.includes(sentencia);
      return cambiado ? 1 : 0;
    };
  };
  const tras = (sentencia: string): Conducta['elegir'] => {
    let vista = false;
    return (_peticion, texto) => {
      const antes = vista;
      vista ||= texto.includes(sentencia);
      return antes ? 1 : 0;
    };
  };

  it('que alterna procesos de una sentencia a otra', async () => {
    const error = await intentar({ elegir: (peticion) => (peticion % 2 === 0 ? 0 : 1) });
    expect(error.code).toBe('migracion_conexion_intermediada');
    expect(error.message).toContain('directamente');
  });

  it('que no cambia de proceso, pero anuncia otro en el saludo', async () => {
    const error = await intentar({ elegir: () => 0, pidAnunciado: 123_456_789 });
    expect(error.code).toBe('migracion_conexion_intermediada');
  });

  it('que cambia justo al tomar el cerrojo: no llega a tomarlo', async () => {
    const error = await intentar({ elegir: desde('pg_try_advisory_lock') });
    expect(error.code).toBe('migracion_conexion_intermediada');
  });

  it('que cambia justo después de tomarlo: ningún archivo se aplica sin el cerrojo', async () => {
    await carpeta.write('global/0003_mas.sql', 'CREATE TABLE mas (a int);');
    const error = await intentar({ elegir: tras('pg_try_advisory_lock') });
    expect(error.code).toBe('migracion_cerrojo_perdido');
    const tabla = await asRole(base.ownerUrl, (cliente) =>
      cliente.query(`SELECT to_regclass('public.mas') AS mas`),
    );
    expect(tabla.rows).toEqual([{ mas: null }]);
    await carpeta.remove('global/0003_mas.sql');
  });

  it('que cambia justo al soltarlo: el `false` del servidor es un error', async () => {
    const error = await intentar({ elegir: desde('pg_advisory_unlock') });
    expect(error.code).toBe('migracion_cerrojo_perdido');
  });
});
