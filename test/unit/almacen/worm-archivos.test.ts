import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wormsEnCarpeta } from '../../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { sistemaArchivosNode } from '../../../src/adapters/almacen/sistema-archivos-node.ts';
import type { AlmacenWorm } from '../../../src/services/ports/almacen-worm.ts';
import {
  type CarpetaDePrueba,
  discoCon,
  enBloques,
  errorDeSistema,
  juntar,
  leerTodo,
  makeCarpeta,
} from './carpeta-de-prueba.ts';

const CLAVE = 'actas/ACTA-2026-0001.xml';

let carpeta: CarpetaDePrueba;
let worm: AlmacenWorm;
beforeEach(async () => {
  carpeta = await makeCarpeta();
  worm = wormsEnCarpeta({ carpeta: carpeta.ruta })('demo');
});
afterEach(() => carpeta.remove());

describe('almacén WORM', () => {
  it('guarda de solo lectura, con su digesto, y se lee igual', async () => {
    const guardado = await worm.put(CLAVE, enBloques('<acta/>'));
    expect(guardado).toMatchObject({ tamano: 7, yaExistia: false });
    const { mode } = await stat(join(carpeta.ruta, 'demo', CLAVE));
    expect(mode & 0o777).toBe(0o400);
    expect((await leerTodo((await worm.get(CLAVE)).contenido)).toString()).toBe('<acta/>');
    expect(await carpeta.listArchivos()).toEqual([`demo/${CLAVE}`]);
  });

  it('guardar otra vez los mismos bytes es un éxito que lo dice', async () => {
    const primera = await worm.put(CLAVE, enBloques('<acta/>'));
    expect(await worm.put(CLAVE, enBloques('<ac', 'ta/>'))).toEqual({ ...primera, yaExistia: true });
    expect(await carpeta.listArchivos()).toEqual([`demo/${CLAVE}`]);
  });

  it('otros bytes bajo la misma clave son una alarma y los primeros quedan', async () => {
    await worm.put(CLAVE, enBloques('<acta/>'));
    await expect(worm.put(CLAVE, enBloques('<acta falsa/>'))).rejects.toMatchObject({
      code: 'worm_contenido_distinto',
      kind: 'internal',
    });
    expect(await readFile(join(carpeta.ruta, 'demo', CLAVE), 'utf8')).toBe('<acta/>');
    expect(await carpeta.listArchivos()).toEqual([`demo/${CLAVE}`]);
  });

  it('de veinte que escriben a la vez bajo una clave gana uno entero y los demás lo saben', async () => {
    const intentos = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => worm.put(CLAVE, enBloques(`versión ${n % 2}`, '.'.repeat(5_000)))),
    );
    const ganador = await readFile(join(carpeta.ruta, 'demo', CLAVE), 'utf8');
    intentos.forEach((intento, n) => {
      const esGanador = ganador.startsWith(`versión ${n % 2}`);
      expect(intento.status).toBe(esGanador ? 'fulfilled' : 'rejected');
    });
    expect(ganador).toHaveLength(5_009);
  });

  it('no tiene cómo borrar', () => {
    expect('delete' in worm).toBe(false);
  });

  it.each([
    '../fuera',
    '/abs',
    'a//b',
    'a/../b',
    '.oculto',
    'a/.b',
    'ñ',
    '',
    'a\0b',
    'a/',
    `x/${'a'.repeat(201)}`,
  ])('una clave que podría ser otra ruta se rechaza: %j', async (clave) => {
    await expect(worm.put(clave, enBloques('x'))).rejects.toMatchObject({ code: 'clave_invalida' });
    await expect(worm.get(clave)).rejects.toMatchObject({ code: 'clave_invalida' });
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('lista por prefijo, en orden, con carpetas dentro de carpetas', async () => {
    const claves = [
      'libro/LOTE-2026-0001/2.1.jsonl',
      'libro/LOTE-2026-0001/10.1.jsonl',
      'libro/LOTE-2026-0002/1.1.jsonl',
      'libro.txt',
      CLAVE,
    ];
    for (const clave of claves) await worm.put(clave, enBloques(clave));
    expect(await juntar(worm.list(''))).toEqual(claves.toSorted());
    expect(await juntar(worm.list('libro/LOTE-2026-0001/'))).toEqual([
      'libro/LOTE-2026-0001/10.1.jsonl',
      'libro/LOTE-2026-0001/2.1.jsonl',
    ]);
    expect(await juntar(worm.list('libro/LOTE-2026-000'))).toHaveLength(3);
    expect(await juntar(worm.list('nada'))).toEqual([]);
  });

  it('si no se pudo sincronizar la carpeta no se da por guardado, y repetirlo sirve', async () => {
    let enfermo = true;
    const archivos = discoCon({
      syncFolder: (ruta) =>
        enfermo ? Promise.reject(errorDeSistema('EIO')) : sistemaArchivosNode.syncFolder(ruta),
    });
    const otro = wormsEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo');
    await expect(otro.put(CLAVE, enBloques('x'))).rejects.toMatchObject({ code: 'almacen_no_disponible' });
    enfermo = false;
    expect(await otro.put(CLAVE, enBloques('x'))).toMatchObject({ yaExistia: true });
  });

  it('un disco sin montar se dice, no se escribe debajo', async () => {
    await rename(carpeta.ruta, `${carpeta.ruta}-desmontado`);
    await expect(worm.put(CLAVE, enBloques('x'))).rejects.toMatchObject({ code: 'almacen_no_disponible' });
    await expect(worm.head(CLAVE)).rejects.toMatchObject({ code: 'almacen_no_disponible' });
  });
});
