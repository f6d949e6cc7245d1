import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../src/config/environment.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

interface Proceso {
  readonly hijo: ChildProcess;
  /** What it has said so far, on both outputs. */
  texto(): string;
  /** Address it says it works at. */
  direccion(): Promise<string>;
  /** Exit code once it ends. */
  fin(): Promise<number | null>;
}

/** Those a failed test left behind are asked to end before the next one: their database would outlive its folder. */
const vivos = new Map<ChildProcess, Promise<unknown>>();

afterEach(async () => {
  for (const hijo of vivos.keys()) hijo.kill('SIGTERM');
  await Promise.all(vivos.values());
});

function lanzar(env: Environment): Proceso {
  const hijo = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...env } });
  let texto = '';
  for (const salida of [hijo.stdout, hijo.stderr]) salida.on('data', (parte) => (texto += String(parte)));
  const cerrado = once(hijo, 'close').finally(() => vivos.delete(hijo));
  vivos.set(hijo, cerrado);
  return {
    hijo,
    texto: () => texto,
    direccion: () =>
      expect
        .poll(() => /documental en (\S+)/.exec(texto)?.[1], { timeout: 60_000, interval: 50 })
        .toBeDefined()
        .then(() => /documental en (\S+)/.exec(texto)?.[1] ?? ''),
    fin: async () => {
      await cerrado;
      return hijo.exitCode;
    },
  };
}

let base: BaseDePrueba;
let carpeta: string;
let comun: Environment;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-proceso-'));
  await chmod(carpeta, 0o711);
  comun = { DATABASE_URL: base.appUrl, ELIMINACION_DATOS: carpeta, ELIMINACION_HTTP_PUERTO: '0' };
});

afterAll(async () => {
  await base.drop();
  await rm(carpeta, { recursive: true, force: true });
});

describe('el proceso', () => {
  it('con una configuración insegura no arranca: sale con 2 y dice todas las razones, sin secretos', async () => {
    const proceso = lanzar({
      ELIMINACION_ENTORNO: 'production',
      DATABASE_URL: 'postgres://eliminacion:eliminacion@db/archivo',
      ELIMINACION_FIRMA_CONTRASENA: 'frase-secretisima',
      ELIMINACION_RELOJ_PRUEBA: '2026-12-01T00:00:00-05:00',
    });
    expect(await proceso.fin()).toBe(2);
    const texto = proceso.texto();
    for (const clave of [
      'DATABASE_URL',
      'ELIMINACION_OIDC_EMISORES',
      'ELIMINACION_RELOJ_PRUEBA',
      'ELIMINACION_URL_PUBLICA',
    ]) {
      expect(texto).toContain(`- ${clave}: `);
    }
    expect(texto).not.toContain('frase-secretisima');
    expect(texto).not.toContain('@db/archivo');
    expect(texto).not.toContain('    at ');
  });

  it('sin su base sale con 3 y una frase', async () => {
    const proceso = lanzar({
      ...comun,
      DATABASE_URL: 'postgres://app:frase-secretisima@127.0.0.1:1/archivo',
    });
    expect(await proceso.fin()).toBe(3);
    expect(proceso.texto()).toContain('No se puede arrancar: La base de datos no responde.');
    expect(proceso.texto()).not.toContain('frase-secretisima');
  });

  it('con el puerto ocupado sale con 3 y una frase', async () => {
    const ocupante = createServer();
    await new Promise<void>((listo) => ocupante.listen(0, '127.0.0.1', listo));
    const address = ocupante.address();
    const puerto = typeof address === 'object' && address !== null ? String(address.port) : '';
    const proceso = lanzar({ ...comun, ELIMINACION_HTTP_PUERTO: puerto });
    expect(await proceso.fin()).toBe(3);
    expect(proceso.texto()).toContain('están ocupados');
    ocupante.close();
  });

  it('arranca, responde, y con SIGTERM termina en orden con 0', async () => {
    const proceso = lanzar(comun);
    const url = await proceso.direccion();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    proceso.hijo.kill('SIGTERM');
    expect(await proceso.fin()).toBe(0);
    expect(proceso.texto()).toContain('Apagando (SIGTERM)…');
  });

  it('una señal que llega mientras arranca también lo termina en orden', async () => {
    const proceso = lanzar(comun);
    await expect.poll(() => proceso.hijo.pid).toBeDefined();
    await new Promise((listo) => setTimeout(listo, 900));
    proceso.hijo.kill('SIGINT');
    await proceso.fin();
    expect(proceso.texto()).not.toContain('Error inesperado');
  });

  it('sin ninguna configuración usa su propio PostgreSQL, y lo detiene al terminar', {
    timeout: 180_000,
  }, async () => {
    const solo = { ELIMINACION_DATOS: join(carpeta, 'solo'), ELIMINACION_HTTP_PUERTO: '0' };
    const primero = lanzar(solo);
    const disponible = await fetch(`${await primero.direccion()}/readyz`);
    expect(await disponible.json()).toMatchObject({ estado: 'listo' });
    primero.hijo.kill('SIGTERM');
    expect(await primero.fin()).toBe(0);
    expect(primero.texto()).toContain('PostgreSQL embebido detenido.');
    const segundo = lanzar(solo);
    expect((await fetch(`${await segundo.direccion()}/readyz`)).status).toBe(200);
    expect(segundo.texto()).not.toContain('Creando una base de datos');
    segundo.hijo.kill('SIGTERM');
    expect(await segundo.fin()).toBe(0);
  });
});
