import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresEmbebido } from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import { Proceso } from '../crash/proceso.ts';
import { eliminacion, objetoDe } from './orden.ts';

let datos: string;
beforeAll(async () => {
  datos = await mkdtemp(join(tmpdir(), 'eliminacion embebida ñ '));
  await chmod(datos, 0o711);
});
afterAll(async () => {
  await (await startPostgresEmbebido({ carpeta: join(datos, 'postgres') })).stop();
  await rm(datos, { recursive: true, force: true });
});

describe('las órdenes sin ninguna base configurada', () => {
  it('usan la embebida, también mientras el servicio la usa, y no se la quitan', async () => {
    const env = { ELIMINACION_DATOS: datos };
    const crear = [
      'tenant',
      'create',
      'demo',
      '--nombre',
      'Arroyo Verde',
      '--nit',
      '800.000.001-1',
      '--json',
    ];
    expect(objetoDe(await eliminacion(env, ...crear))).toEqual({ slug: 'demo', creado: true });
    const servicio = Proceso.servicio({ ...env, ELIMINACION_LOG_NIVEL: 'warn' });
    try {
      const [, url = ''] = await servicio.diga(/documental en (\S+)/);
      expect(objetoDe(await eliminacion(env, ...crear))).toEqual({ slug: 'demo', creado: false });
      const lista = await eliminacion(env, 'lote', 'listar');
      expect([lista.codigo, lista.salida]).toEqual([0, 'No hay lotes.\n']);
      const auditada = await eliminacion(env, 'audit', 'verify', '--json');
      expect(objetoDe(auditada)).toMatchObject({ integra: true, registrada: true });
      const listo = await fetch(`${url}/readyz`);
      expect([listo.status, await listo.json()]).toEqual([200, expect.objectContaining({ estado: 'listo' })]);
      expect(await servicio.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
    } finally {
      await servicio.eliminar();
    }
  });
});
