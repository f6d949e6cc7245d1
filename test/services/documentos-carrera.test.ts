import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barrerDestruyendo } from '../../src/services/documentos/barrer-documentos.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { Banco, digestDe, SLUG } from './documentos-banco.ts';

/** Every boundary takes a random moment, so that each round meets in another order. */
const alAzar = {
  alcanzar: async () => {
    await sleep(Math.random() * 4);
  },
};

const VUELTAS = 120;

let base: BaseDePrueba;
let banco: Banco;
beforeAll(async () => {
  base = await crearBaseDePrueba();
  banco = await Banco.open(base.appUrl, { puntoDeFallo: alAzar, conexiones: 12 });
});
afterAll(async () => {
  await banco.close();
  await base.drop();
});

it(`cargar y purgar a la vez los mismos bytes, ${VUELTAS} veces: ningún anexo vivo se queda sin ellos`, {
  timeout: 240_000,
}, async () => {
  const vivos = [
    await banco.radicar(await banco.crearExpediente()),
    await banco.radicar(await banco.crearExpediente()),
  ];
  const desenlaces = new Map<string, number>();
  for (let vuelta = 0; vuelta < VUELTAS; vuelta += 1) {
    const texto = `disputado ${vuelta}`;
    const item = await banco.intencion(await banco.sembrar([texto]));
    const [[purgado], ...cargas] = await Promise.all([
      sleep(Math.random() * 12).then(() => banco.purgar(item)),
      ...vivos.map((radicado) => banco.subir(radicado, texto)),
    ]);
    expect(purgado?.resultado).toBe('purgado');
    expect(cargas).toHaveLength(2);
    const desenlace = purgado?.objetosDestruidos === 1 ? 'murió' : 'sobrevivió';
    desenlaces.set(desenlace, (desenlaces.get(desenlace) ?? 0) + 1);
    if (vuelta % 20 === 19) expect(await banco.mentiras()).toEqual([]);
  }
  // Both outcomes must have happened: otherwise nothing raced.
  expect([...desenlaces.keys()].sort()).toEqual(['murió', 'sobrevivió']);
  await barrerDestruyendo(banco.servicios, SLUG);
  expect(await banco.mentiras()).toEqual([]);
  expect(await banco.claves()).toHaveLength(VUELTAS);
  const [sin] = await banco.query<{ n: number }>(
    `SELECT count(*) AS n FROM objetos o WHERE NOT EXISTS (SELECT FROM anexos a WHERE a.objeto_id = o.id)`,
  );
  expect(sin?.n).toBe(0);
  expect((await banco.claves()).filter((clave) => clave.includes(digestDe('disputado 0')))).toHaveLength(1);
});
