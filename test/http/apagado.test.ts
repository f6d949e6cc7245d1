import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readDatabaseClock } from '../../src/db/read-database-clock.ts';
import { arrancarApp } from './arrancar-app.ts';

/** Holds back every request that looks at the entity, until told. */
async function detenerPeticiones(superuserUrl: string): Promise<() => Promise<void>> {
  const cliente = new pg.Client({ connectionString: superuserUrl });
  await cliente.connect();
  await cliente.query('BEGIN; LOCK TABLE public.tenants IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await cliente.query('ROLLBACK');
    await cliente.end();
  };
}

const pausa = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('al apagar', () => {
  it('la petición en curso termina, ninguna nueva entra, y la base se cierra al final', async () => {
    const orden: string[] = [];
    const prueba = await arrancarApp(
      {},
      {
        roles: ({ db }) => [
          {
            nombre: 'prueba',
            start: async () => void orden.push('rol empieza'),
            stop: async () => {
              await readDatabaseClock(db);
              orden.push('rol termina, con base');
            },
          },
        ],
      },
    );
    const soltar = await detenerPeticiones(prueba.base.superuserUrl);
    const enCurso = prueba.api('/sesion', { como: 'dev:archivo' });
    await pausa(300);
    const apagado = prueba.app.stop().then(() => orden.push('apagado'));
    await pausa(100);
    await expect(fetch(`${prueba.url}/healthz`)).rejects.toThrow('fetch failed');
    await soltar();
    const respuesta = await enCurso;
    expect([respuesta.status, respuesta.headers.get('Connection')]).toEqual([200, 'close']);
    await apagado;
    expect(orden).toEqual(['rol empieza', 'rol termina, con base', 'apagado']);
    await expect(readDatabaseClock(prueba.app.db)).rejects.toThrow();
    await prueba.stop();
  });

  it('una conexión ociosa que se mantiene abierta no lo demora', async () => {
    const prueba = await arrancarApp();
    await (await fetch(`${prueba.url}/healthz`)).text();
    const inicio = performance.now();
    await prueba.app.stop();
    expect(performance.now() - inicio).toBeLessThan(2_000);
    await prueba.stop();
  });

  it('una petición que no termina se corta al cumplirse el plazo', async () => {
    const prueba = await arrancarApp({ ELIMINACION_APAGADO_MAXIMO_S: '1' });
    const soltar = await detenerPeticiones(prueba.base.superuserUrl);
    const enCurso = prueba.api('/sesion', { como: 'dev:archivo' });
    const cortada = expect(enCurso).rejects.toThrow('fetch failed');
    await pausa(300);
    const apagado = prueba.app.stop();
    await cortada;
    await soltar();
    await apagado;
    await prueba.stop();
  });

  it('un rol que falla al terminar no impide cerrar lo demás', async () => {
    const prueba = await arrancarApp(
      {},
      {
        roles: () => [
          {
            nombre: 'terco',
            start: () => Promise.resolve(),
            stop: () => Promise.reject(new Error('no quiero')),
          },
        ],
      },
    );
    await prueba.app.stop();
    expect(prueba.log.join()).toContain('no quiero');
    await expect(readDatabaseClock(prueba.app.db)).rejects.toThrow();
    await prueba.stop();
  });
});
