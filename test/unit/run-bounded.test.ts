import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runBounded } from '../../src/domain/run-bounded.ts';

it('da los resultados en el orden de lo pedido y nunca pasa del límite', async () => {
  let activos = 0;
  let maximo = 0;
  const resultados = await runBounded([5, 1, 4, 2, 3], 2, async (n) => {
    activos += 1;
    maximo = Math.max(maximo, activos);
    await sleep(n);
    activos -= 1;
    return n * 10;
  });
  expect(resultados).toEqual([50, 10, 40, 20, 30]);
  expect(maximo).toBe(2);
});

it('el primer fallo detiene los que no han empezado y espera a los que sí', async () => {
  const hechos: number[] = [];
  const todo = runBounded([1, 2, 3, 4, 5], 2, async (n) => {
    if (n === 1) throw new Error('falló');
    await sleep(5);
    hechos.push(n);
  });
  await expect(todo).rejects.toThrow('falló');
  expect(hechos).toEqual([2]);
});

it('sin nada que hacer no hace nada', async () => {
  expect(await runBounded([], 3, () => Promise.reject(new Error('nadie la llama')))).toEqual([]);
});
