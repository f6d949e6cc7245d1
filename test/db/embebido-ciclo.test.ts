import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgePostmaster } from '../../src/adapters/postgres-embebido/postmaster-pid.ts';
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

it('el primer arranque crea un PostgreSQL con sumas de verificación, texto UTF-8 y clave, solo en 127.0.0.1', async () => {
  const servidor = await startRapido(carpetas.vacia());
  const [ajustes] = await queryEmbebido(
    servidor.superuserUrl,
    `SELECT current_setting('data_checksums') AS sumas, current_setting('listen_addresses') AS escucha,
            current_setting('unix_socket_directories') AS sockets, current_setting('server_encoding') AS codificacion,
            current_setting('TimeZone') AS zona, datlocprovider::text AS proveedor, datlocale AS orden
     FROM pg_database WHERE datname = 'postgres'`,
  );
  expect(ajustes).toEqual({
    sumas: 'on',
    escucha: '127.0.0.1',
    sockets: '',
    codificacion: 'UTF8',
    zona: 'UTC',
    proveedor: 'b',
    orden: 'C.UTF-8',
  });
  const reglas = await queryEmbebido(
    servidor.superuserUrl,
    'SELECT DISTINCT auth_method FROM pg_hba_file_rules',
  );
  expect(reglas).toEqual([{ auth_method: 'scram-sha-256' }]);
  await servidor.stop();
});

it('la clave y el puerto quedan en un archivo que solo lee su cuenta, y el servidor nunca corre como root', async () => {
  const carpeta = await carpetas.conDatos();
  const servidor = await startRapido(carpeta);
  const archivo = join(carpeta, 'conexion.json');
  expect((await stat(archivo)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(archivo, 'utf8'))).toEqual({
    puerto: servidor.port,
    clave: servidor.password,
  });
  expect(await uidOf(servidor.pid)).not.toBe(0);
  const ajena = servidor.superuserUrl.replace(servidor.password, 'otra');
  await expect(queryEmbebido(ajena, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  await servidor.stop();
});

it('quien llega después adopta el servidor, y solo el último en salir lo detiene', async () => {
  const carpeta = await carpetas.conDatos();
  const primero = await startRapido(carpeta);
  const segundo = await startRapido(carpeta);
  expect([primero.adoptado, segundo.adoptado]).toEqual([false, true]);
  expect(segundo.pid).toBe(primero.pid);

  await primero.stop();
  await primero.stop();
  expect(await queryEmbebido(segundo.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await segundo.stop();
  expect(await judgePostmaster(join(carpeta, 'pgdata'))).toEqual({ tipo: 'ausente' });

  const tercero = await startRapido(carpeta);
  expect(tercero).toMatchObject({ adoptado: false, port: primero.port, password: primero.password });
  expect(await queryEmbebido(tercero.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await tercero.stop();
});

it('tras «kill -9» del programa, el siguiente arranque adopta el servidor con sus datos', async () => {
  const carpeta = await carpetas.conDatos();
  const hijo = spawnArrancador(carpeta);
  const dicho = await readArrancador(hijo);
  await killProceso(hijo);

  const servidor = await startRapido(carpeta);
  expect(servidor).toMatchObject({ adoptado: true, pid: dicho.pid, port: dicho.port });
  expect(await queryEmbebido(servidor.superuserUrl, 'SELECT n FROM testigo')).toEqual([{ n: 1 }]);
  await servidor.stop();
  expect(await judgePostmaster(join(carpeta, 'pgdata'))).toEqual({ tipo: 'ausente' });
});

it('un proceso que termina no detiene el servidor que otro proceso usa', async () => {
  const carpeta = await carpetas.conDatos();
  const hijo = spawnArrancador(carpeta);
  const dicho = await readArrancador(hijo);
  const lineas: string[] = [];
  const servidor = await startRapido(carpeta, (linea) => lineas.push(linea));
  await servidor.stop();
  expect(lineas.at(-1)).toBe('El PostgreSQL embebido sigue en marcha: otro proceso lo usa.');
  expect(await judgePostmaster(join(carpeta, 'pgdata'))).toMatchObject({
    tipo: 'vivo',
    datos: { pid: dicho.pid },
  });
  await killProceso(hijo);
});

it('tras «kill -9» del servidor con una sesión ocupada, el siguiente arranque lo recupera sin perder lo confirmado', async () => {
  const carpeta = await carpetas.conDatos();
  const antes = await startRapido(carpeta);
  await queryEmbebido(antes.superuserUrl, 'CREATE TABLE confirmada AS SELECT 7 AS n');
  const ocupada = queryEmbebido(
    antes.superuserUrl,
    `DO $$ BEGIN FOR i IN 1..2000000000 LOOP PERFORM i; END LOOP; END $$`,
  ).catch((error: unknown) => error);
  await waitOcupada(antes.superuserUrl);
  process.kill(antes.pid, 'SIGKILL');

  const despues = await startRapido(carpeta);
  expect(despues).toMatchObject({ adoptado: false, port: antes.port });
  expect(despues.pid).not.toBe(antes.pid);
  expect(await queryEmbebido(despues.superuserUrl, 'SELECT n FROM confirmada')).toEqual([{ n: 7 }]);
  expect(await ocupada).toBeInstanceOf(Error);
  await despues.stop();
});

it('con el puerto ocupado por otro programa toma uno nuevo y lo recuerda', async () => {
  const carpeta = await carpetas.conDatos();
  const { puerto } = JSON.parse(await readFile(join(carpeta, 'conexion.json'), 'utf8'));
  const intruso = createServer().listen(puerto, '127.0.0.1');
  await once(intruso, 'listening');
  const lineas: string[] = [];
  const servidor = await startRapido(carpeta, (linea) => lineas.push(linea));
  expect(servidor.port).not.toBe(puerto);
  expect(lineas[0]).toContain(`El puerto ${puerto} está ocupado`);
  await servidor.stop();
  intruso.close();
  const otra = await startRapido(carpeta);
  expect(otra.port).toBe(servidor.port);
  await otra.stop();
});

it('una sentencia que falla no deja su clave en el registro del servidor', async () => {
  const carpeta = await carpetas.conDatos();
  const servidor = await startRapido(carpeta);
  const sentencia = `CREATE ROLE postgres PASSWORD 'clave-que-no-debe-verse'`;
  await expect(queryEmbebido(servidor.superuserUrl, sentencia)).rejects.toMatchObject({ code: '42710' });
  await servidor.stop();
  const registro = await readFile(join(carpeta, 'postgres.log'), 'utf8');
  expect(registro).toContain('already exists');
  expect(registro).not.toContain('clave-que-no-debe-verse');
});

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

async function waitOcupada(url: string): Promise<void> {
  for (;;) {
    const filas = await queryEmbebido(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active' AND pid <> pg_backend_pid()`,
    );
    if (filas.length > 0) return;
  }
}
