import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RedisDePrueba, startRedisDePrueba } from '../support/redis.ts';

let redis: RedisDePrueba;

beforeAll(async () => {
  redis = await startRedisDePrueba(['--appendfsync', 'always']);
});

afterAll(() => redis.stop());

it('el Redis de las pruebas conserva lo escrito cuando muere con «kill -9» y vuelve en el mismo puerto', async () => {
  expect(await send(redis.port, 'SET lote 7')).toBe('+OK');
  const antes = redis.pid;
  await redis.kill();
  await expect(send(redis.port, 'GET lote')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await redis.start();
  expect(redis.pid).not.toBe(antes);
  expect(await send(redis.port, 'GET lote')).toBe('$1\r\n7');
});

async function send(port: number, orden: string): Promise<string> {
  const enchufe = connect({ port, host: '127.0.0.1' });
  await once(enchufe, 'connect');
  enchufe.write(`${orden}\r\n`);
  const [respuesta] = await once(enchufe, 'data');
  enchufe.destroy();
  return String(respuesta).trim();
}
