import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveCarpetaDatos } from '../../../src/adapters/postgres-embebido/carpeta-datos.ts';
import { isRoot } from '../../../src/adapters/postgres-embebido/cuenta-sistema.ts';

let proyecto: string;

beforeEach(async () => {
  proyecto = await mkdtemp(join(tmpdir(), 'proyecto ñ '));
});

afterEach(() => rm(proyecto, { recursive: true }));

it('la carpeta configurada se usa tal cual y se crea de modo que otra cuenta pueda pasar por ella', async () => {
  const configurada = join(proyecto, 'con', 'datos');
  const antes = process.umask(0o077);
  try {
    expect(await resolveCarpetaDatos({ proyecto, configurada })).toBe(configurada);
  } finally {
    process.umask(antes);
  }
  expect((await stat(configurada)).mode & 0o777).toBe(0o711);
  expect((await stat(join(proyecto, 'con'))).mode & 0o777).toBe(0o711);
});

it('sin configurar, la misma copia del proyecto vuelve siempre a la misma carpeta, y otra copia a otra', async () => {
  const otro = await mkdtemp(join(tmpdir(), 'proyecto ñ '));
  const carpetas = [
    await resolveCarpetaDatos({ proyecto, configurada: null }),
    await resolveCarpetaDatos({ proyecto, configurada: null }),
    await resolveCarpetaDatos({ proyecto: otro, configurada: null }),
  ];
  expect(carpetas[0]).toBe(carpetas[1]);
  expect(carpetas[2]).not.toBe(carpetas[0]);
  const esperada = isRoot() ? '/var/lib/orpycamcp/proyecto_' : join(proyecto, '.data');
  expect(carpetas[0]?.startsWith(esperada)).toBe(true);
  if (isRoot()) await Promise.all(carpetas.map((carpeta) => rm(carpeta, { recursive: true, force: true })));
  await rm(otro, { recursive: true });
});
