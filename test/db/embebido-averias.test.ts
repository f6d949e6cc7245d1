import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CarpetasEmbebido,
  killProceso,
  makeCarpetasEmbebido,
  queryEmbebido,
  readArrancador,
  spawnArrancador,
  startRapido,
} from '../support/carpetas-embebido.ts';

let carpetas: CarpetasEmbebido;

beforeAll(async () => {
  carpetas = await makeCarpetasEmbebido();
});

afterAll(() => carpetas.remove());

it('una creación interrumpida por «kill -9» no pasa por completa: el siguiente arranque empieza de nuevo', async () => {
  const carpeta = carpetas.vacia();
  const hijo = spawnArrancador(carpeta);
  await waitObra(carpeta);
  await killProceso(hijo);
  expect(await readdir(carpeta)).not.toContain('pgdata');

  const servidor = await startRapido(carpeta);
  expect(await queryEmbebido(servidor.superuserUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  expect((await readdir(carpeta)).filter((nombre) => nombre.startsWith('inicio-'))).toEqual([]);
  await servidor.stop();
});

it('los restos de una creación de otro día se retiran', async () => {
  const carpeta = carpetas.vacia();
  await mkdir(join(carpeta, 'inicio-abc', 'pgdata'), { recursive: true });
  await writeFile(join(carpeta, 'inicio-abc', 'pgdata', 'PG_VERSION'), '18\n');
  const servidor = await startRapido(carpeta);
  expect(await readdir(carpeta)).not.toContain('inicio-abc');
  await servidor.stop();
});

it('cuatro procesos que arrancan a la vez terminan con un solo servidor', async () => {
  const carpeta = carpetas.vacia();
  const hijos = [1, 2, 3, 4].map(() => spawnArrancador(carpeta));
  const dichos = await Promise.all(hijos.map(readArrancador));
  expect(new Set(dichos.map(({ pid }) => pid)).size).toBe(1);
  expect(dichos.filter(({ adoptado }) => !adoptado)).toHaveLength(1);
  await Promise.all(hijos.map(killProceso));
});

it('un postmaster.pid de un servidor ajeno y vivo no se pisa: el mensaje dice quién es', async () => {
  const vecino = await startRapido(await carpetas.conDatos());
  const carpeta = await carpetas.conDatos();
  const archivo = join(carpeta, 'pgdata', 'postmaster.pid');
  const ajeno = await readFile(join(vecino.carpeta, 'pgdata', 'postmaster.pid'), 'utf8');
  await writeFile(archivo, ajeno);

  await expect(startRapido(carpeta)).rejects.toMatchObject({
    code: 'postgres_embebido_ajeno',
    params: { archivo, pid: vecino.pid, puerto: vecino.port, carpeta: join(vecino.carpeta, 'pgdata') },
  });
  expect(await readFile(archivo, 'utf8')).toBe(ajeno);
  expect(await queryEmbebido(vecino.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await vecino.stop();
});

it.each([
  ['el número es hoy de otro programa', String(process.pid)],
  ['el número no es de nadie', '4194305'],
])('un postmaster.pid viejo no impide arrancar: %s', async (_caso, pid) => {
  const carpeta = await carpetas.conDatos();
  const pgdata = join(carpeta, 'pgdata');
  await writeFile(
    join(pgdata, 'postmaster.pid'),
    `${pid}\n${pgdata}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
  );
  const servidor = await startRapido(carpeta);
  expect(servidor.adoptado).toBe(false);
  expect(await queryEmbebido(servidor.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await servidor.stop();
});

it('un postmaster.pid vacío, como lo deja un corte de luz, no impide arrancar', async () => {
  const carpeta = await carpetas.conDatos();
  await writeFile(join(carpeta, 'pgdata', 'postmaster.pid'), '');
  const servidor = await startRapido(carpeta);
  expect(await queryEmbebido(servidor.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await servidor.stop();
});

it('sin el archivo de la clave, los datos no se tocan y el mensaje lo nombra', async () => {
  const carpeta = await carpetas.conDatos();
  await rm(join(carpeta, 'conexion.json'));
  await expect(startRapido(carpeta)).rejects.toMatchObject({
    code: 'postgres_embebido_clave',
    params: { archivo: join(carpeta, 'conexion.json') },
  });
});

it.each([
  ['con otra clave', '{"puerto":PUERTO,"clave":"otra"}'],
  ['roto', '{"puerto":'],
])('un archivo de la clave %s se dice, y el servidor en marcha sigue', async (_caso, contenido) => {
  const carpeta = await carpetas.conDatos();
  const servidor = await startRapido(carpeta);
  await writeFile(join(carpeta, 'conexion.json'), contenido.replace('PUERTO', String(servidor.port)));
  await expect(startRapido(carpeta)).rejects.toMatchObject({ code: 'postgres_embebido_clave' });
  expect(await queryEmbebido(servidor.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await servidor.stop();
});

it('los datos de otra versión de PostgreSQL no se abren', async () => {
  const carpeta = await carpetas.conDatos();
  await writeFile(join(carpeta, 'pgdata', 'PG_VERSION'), '14\n');
  await expect(startRapido(carpeta)).rejects.toMatchObject({
    code: 'postgres_embebido_version',
    params: { datos: 14, binarios: 18 },
  });
});

it('un servidor que no arranca dice por qué, con las palabras de su registro', async () => {
  const carpeta = await carpetas.conDatos();
  await rm(join(carpeta, 'pgdata', 'global', 'pg_control'));
  await expect(startRapido(carpeta)).rejects.toThrow(/no arrancó:[\s\S]*(control file|database system)/);
});

async function waitObra(carpeta: string): Promise<void> {
  for (;;) {
    try {
      const obra = (await readdir(carpeta)).find((nombre) => nombre.startsWith('inicio-'));
      if (obra !== undefined && (await readdir(join(carpeta, obra))).includes('pgdata')) return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    await sleep(5);
  }
}
