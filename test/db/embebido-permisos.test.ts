import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRoot } from '../../src/adapters/postgres-embebido/cuenta-sistema.ts';
import { type CarpetasEmbebido, makeCarpetasEmbebido, startRapido } from '../support/carpetas-embebido.ts';

let carpetas: CarpetasEmbebido;

beforeAll(async () => {
  carpetas = await makeCarpetasEmbebido();
});

afterAll(() => carpetas.remove());

it('una carpeta a la que la cuenta del servidor no puede entrar se dice, con lo que hay que cambiar', async () => {
  const carpeta = await carpetas.conDatos();
  const cerrada = isRoot() ? dirname(carpeta) : carpeta;
  await chmod(cerrada, isRoot() ? 0o700 : 0o500);
  const intento = startRapido(carpeta);
  await expect(intento).rejects.toMatchObject({ code: 'postgres_embebido_inaccesible' });
  await expect(intento).rejects.toThrow(/no tiene permiso para entrar.*ELIMINACION_DATOS/);
  await chmod(cerrada, 0o711);
  await (await startRapido(carpeta)).stop();
});
