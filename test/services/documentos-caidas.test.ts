import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barrerDestruyendo, barrerSubidas } from '../../src/services/documentos/barrer-documentos.ts';
import type { ItemPorPurgar, ItemPurgado } from '../../src/services/ports/documentos.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { Banco, digestDe, SLUG } from './documentos-banco.ts';
import type { Encargo } from './documentos-hijo.ts';

let base: BaseDePrueba;
let banco: Banco;
beforeAll(async () => {
  base = await crearBaseDePrueba();
  banco = await Banco.open(base.appUrl);
});
afterAll(async () => {
  await banco.close();
  await base.drop();
});

function lanzar(encargo: Omit<Encargo, 'appUrl' | 'carpeta'>): ChildProcess {
  const guion = resolve(import.meta.dirname, 'documentos-hijo.ts');
  const completo: Encargo = { appUrl: base.appUrl, carpeta: banco.carpeta, ...encargo };
  return spawn(process.execPath, [guion, JSON.stringify(completo)], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs it until it kills itself; a process that ends any other way never reached the instant. */
async function morirEn(encargo: Omit<Encargo, 'appUrl' | 'carpeta'>): Promise<void> {
  const [codigo, senal] = await once(lanzar(encargo), 'exit');
  expect({ codigo, senal }).toEqual({ codigo: null, senal: 'SIGKILL' });
}

/** What the housekeeping does after a restart, with its waits already over. */
async function barrer(): Promise<void> {
  await banco.query(`UPDATE subidas SET vence_en = clock_timestamp() - interval '1 second'`);
  await barrerSubidas(banco.servicios, SLUG);
  await barrerDestruyendo(banco.servicios, SLUG);
  await banco.servicios.almacen(SLUG).limpiarRecepcion(-1_000);
}

describe('kill -9 durante una carga', () => {
  it.each([
    ['almacen.recibido', 0],
    ['almacen.reservado', 0],
    ['almacen.renombrado', 0],
    ['almacen.guardado', 0],
    ['documentos.subida_antes_de_confirmar', 0],
    ['documentos.subida_confirmada', 1],
  ])('en %s: hay %i anexos, con sus bytes, y nada más', async (fallarEn, anexos) => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const texto = `carga ${fallarEn}`;
    await morirEn({ fallarEn, subir: { radicado, textos: [texto], sinFin: false } });
    expect(await banco.mentiras()).toEqual([]);
    expect(await banco.query('SELECT FROM anexos WHERE radicado_id = $1', [radicado])).toHaveLength(anexos);

    await barrer();
    const guardadas = async () =>
      (await banco.claves()).filter((clave) => clave.includes(digestDe(texto))).length;
    expect(await guardadas()).toBe(anexos);
    const repetida = await banco.subir(radicado, texto, { unaVez: true });
    expect(repetida.repetido).toBe(anexos === 1);
    await barrer();
    expect(await guardadas()).toBe(1);
    expect(await banco.query('SELECT FROM anexos WHERE radicado_id = $1', [radicado])).toHaveLength(1);
    expect(await banco.mentiras()).toEqual([]);
  });
});

/** Three ítems with bytes of their own, shared among them, and shared with an expediente that stays. */
async function tanda(nombre: string): Promise<ItemPorPurgar[]> {
  await banco.sembrar([`${nombre} de un vivo`]);
  const items: ItemPorPurgar[] = [];
  for (let k = 0; k < 3; k += 1) {
    const expediente = await banco.sembrar(
      [`${nombre} propio ${k}`, `${nombre} común`],
      [`${nombre} de un vivo`],
    );
    items.push(await banco.intencion(expediente));
  }
  return items;
}

const CUENTA_DE_LA_TANDA = [
  { resultado: 'purgado', objetosDestruidos: 1, objetosConservados: 2 },
  { resultado: 'purgado', objetosDestruidos: 1, objetosConservados: 2 },
  { resultado: 'purgado', objetosDestruidos: 2, objetosConservados: 1 },
];

describe('kill -9 durante una purga', () => {
  it('sin caída, la cuenta es esta', async () => {
    expect(await banco.purgar(...(await tanda('control')))).toMatchObject(CUENTA_DE_LA_TANDA);
  });

  it.each([
    'documentos.antes_de_marcar',
    'documentos.marcada',
    'documentos.entre_objetos',
    'documentos.entre_objetos:3',
    'almacen.borrados_sin_sincronizar',
    'almacen.borrados',
    'documentos.ausencia_probada',
    'documentos.antes_de_confirmar',
    'documentos.confirmada',
  ])('en %s: repetirla da la misma cuenta y nada vivo pierde sus bytes', async (fallarEn) => {
    const items = await tanda(fallarEn);
    await morirEn({ fallarEn, purgar: items });
    expect(await banco.mentiras()).toEqual([]);

    const repetida = await banco.purgar(...items);
    expect(repetida).toMatchObject(CUENTA_DE_LA_TANDA);
    expect(await banco.purgar(...items)).toEqual(repetida);
    expect(await banco.mentiras()).toEqual([]);
    await barrer();
    const restos = (await banco.claves()).filter((clave) =>
      [`${fallarEn} propio 0`, `${fallarEn} común`].some((texto) => clave.includes(digestDe(texto))),
    );
    expect(restos).toEqual([]);
  });

  it('repartida en mitades después de la caída destruye lo mismo, cada objeto una vez', async () => {
    const items = await tanda('mitades');
    await morirEn({ fallarEn: 'almacen.borrados', purgar: items });
    const resultado: ItemPurgado[] = [];
    for (const item of items) resultado.push(...(await banco.purgar(item)));
    const suma = (campo: 'objetosDestruidos' | 'objetosConservados') =>
      resultado.reduce((total, item) => total + item[campo], 0);
    expect([suma('objetosDestruidos'), suma('objetosConservados')]).toEqual([4, 5]);
    expect(await banco.mentiras()).toEqual([]);
  });
});

it('procesos que cargan y mueren en cualquier instante mientras se purgan los mismos bytes', async () => {
  const vivo = await banco.radicar(await banco.crearExpediente());
  const textos = ['disputado 0', 'disputado 1', 'disputado 2'];
  for (let muertes = 0; muertes < 5; muertes += 1) {
    const items = [];
    for (const texto of textos) items.push(await banco.intencion(await banco.sembrar([texto])));
    const hijo = lanzar({ fallarEn: null, subir: { radicado: vivo, textos, sinFin: true } });
    const salida = once(hijo, 'exit');
    if (hijo.stdout !== null) await once(hijo.stdout, 'data');
    const purgas = items.map(async (item) => {
      await sleep(Math.random() * 150);
      return banco.purgar(item);
    });
    await sleep(30 + Math.random() * 200);
    hijo.kill('SIGKILL');
    await salida;
    for (const [purgado] of await Promise.all(purgas)) expect(purgado?.resultado).toBe('purgado');
    expect(await banco.mentiras()).toEqual([]);
  }
  await barrer();
  expect(await banco.mentiras()).toEqual([]);
  expect(await banco.query(`SELECT FROM objetos WHERE estado = 'destruyendo'`)).toEqual([]);
  const disputadas = (await banco.claves()).filter((clave) =>
    textos.some((texto) => clave.includes(digestDe(texto))),
  );
  expect(disputadas.length).toBeLessThanOrEqual(textos.length);
});
