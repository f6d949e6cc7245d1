import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  esperarCandadoExclusivo,
  tryCandadoCompartido,
  tryCandadoExclusivo,
} from '../../../src/adapters/postgres-embebido/candado.ts';

let carpeta: string;
let archivo: string;

beforeEach(async () => {
  carpeta = await mkdtemp(join(tmpdir(), 'candado-'));
  archivo = join(carpeta, 'uso.lock');
});

afterEach(() => rm(carpeta, { recursive: true }));

it('un candado exclusivo no se toma dos veces hasta que se suelta', () => {
  const primero = tryCandadoExclusivo(archivo);
  expect(tryCandadoExclusivo(archivo)).toBeNull();
  expect(tryCandadoCompartido(archivo)).toBeNull();
  primero?.soltar();
  primero?.soltar();
  expect(tryCandadoExclusivo(archivo)).not.toBeNull();
});

it('varios comparten el candado, y nadie lo toma para sí mientras uno lo tenga', () => {
  const uno = tryCandadoCompartido(archivo);
  const dos = tryCandadoCompartido(archivo);
  uno?.soltar();
  expect(dos).not.toBeNull();
  expect(tryCandadoExclusivo(archivo)).toBeNull();
  dos?.soltar();
  expect(tryCandadoExclusivo(archivo)).not.toBeNull();
});

it('quien espera lo recibe cuando se suelta, y se rinde cuando vence el plazo', async () => {
  const primero = tryCandadoExclusivo(archivo);
  expect(await esperarCandadoExclusivo(archivo, 150)).toBeNull();
  const espera = esperarCandadoExclusivo(archivo, 10_000);
  primero?.soltar();
  expect(await espera).not.toBeNull();
});

it('un proceso muerto con «kill -9» no deja su candado puesto', async () => {
  const modulo = resolve(import.meta.dirname, '../../../src/adapters/postgres-embebido/candado.ts');
  const guion = `
    const { tryCandadoExclusivo } = await import(process.argv[1]);
    const candado = tryCandadoExclusivo(process.argv[2]);
    process.stdout.write(candado === null ? 'no' : 'tomado');
    setInterval(() => candado, 60_000);`;
  const hijo = spawn(process.execPath, ['--input-type=module', '-e', guion, modulo, archivo], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [dicho] = await once(hijo.stdout, 'data');
  expect(String(dicho)).toBe('tomado');
  expect(tryCandadoExclusivo(archivo)).toBeNull();
  const salida = once(hijo, 'exit');
  hijo.kill('SIGKILL');
  await salida;
  expect(tryCandadoExclusivo(archivo)).not.toBeNull();
});
