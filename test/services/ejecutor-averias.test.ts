import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { claimTramo } from '../../src/db/ejecucion/tramos.queries.ts';
import { procesarTramo } from '../../src/services/ejecucion/procesar-tramo.ts';
import { type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { BancoEjecutor } from './ejecutor-banco.ts';

let banco: BancoEjecutor;
beforeAll(async () => {
  banco = await BancoEjecutor.abrir();
});
afterEach(() => banco.detener());
afterAll(() => banco.cerrar());

interface Item {
  readonly estado: string;
  readonly intentos: number;
  readonly error: string | null;
  readonly causa: string | null;
}

function items(lote: LoteDePrueba): Promise<Item[]> {
  return banco.escenario.query<Item>(
    `SELECT p.estado, p.intentos_purga AS intentos, p.ultimo_error AS error, o.causa FROM eliminacion_lote_progreso p
       LEFT JOIN eliminacion_lote_omision o ON o.item_id = p.item_id WHERE p.lote_id = $1 ORDER BY p.orden`,
    [lote.id],
  );
}

/** Path of the bytes of the only anexo of an expediente. */
async function rutaDe(expedienteId: string): Promise<string> {
  const { clave } = await banco.escenario.fila<{ clave: string }>(
    `SELECT o.clave FROM objetos o JOIN anexos a ON a.objeto_id = o.id JOIN radicados r ON r.id = a.radicado_id
      WHERE r.expediente_id = $1`,
    [expedienteId],
  );
  return join(banco.vivo, SLUG, clave);
}

const falla = (code: string): Error => Object.assign(new Error(code), { code });

describe('un almacén averiado', () => {
  it('que no deja borrar: cada vez más tarde, hasta el tope; entonces se omite con «almacen» y nunca más se intenta', async () => {
    const [vedado = '', ...otros] = await banco.sembrar(3);
    const ruta = await rutaDe(vedado);
    const lote = await banco.ordenar([vedado, ...otros]);
    const intentos: number[] = [];
    const unlink = async (pedida: string): Promise<boolean> => {
      if (pedida !== ruta) return sistemaArchivosNode.unlink(pedida);
      intentos.push(Date.now());
      throw falla('EACCES');
    };
    await banco.arrancar({ archivos: { unlink } });
    expect(await banco.cerrado(lote)).toBe('ejecutado_parcial');
    // Rows come by code, which is not the order in which they were sown.
    const todos = await items(lote);
    const buenos = todos.filter(({ estado }) => estado === 'destruido');
    expect(todos.filter(({ estado }) => estado !== 'destruido')).toEqual([
      {
        estado: 'omitido',
        intentos: 5,
        error: 'el servicio no tiene permiso sobre la carpeta',
        causa: 'almacen',
      },
    ]);
    expect(buenos.map(({ estado, intentos: n }) => [estado, n])).toEqual([
      ['destruido', 0],
      ['destruido', 0],
    ]);
    const esperas = intentos.slice(1).map((instante, n) => instante - (intentos[n] ?? 0));
    expect(intentos).toHaveLength(5);
    for (const [n, espera] of esperas.entries()) expect(espera).toBeGreaterThanOrEqual(250 * 2 ** n);
    await sleep(1_500);
    expect(intentos).toHaveLength(5);
  });

  it('que se repone a tiempo: destruye, y cuenta los intentos que falló', async () => {
    const [id = ''] = await banco.sembrar(1);
    const lote = await banco.ordenar([id]);
    let faltan = 2;
    const unlink = async (pedida: string): Promise<boolean> => {
      faltan -= 1;
      if (faltan >= 0) throw falla('EROFS');
      return sistemaArchivosNode.unlink(pedida);
    };
    await banco.arrancar({ archivos: { unlink } });
    expect(await banco.cerrado(lote)).toBe('ejecutado');
    expect(await items(lote)).toEqual([{ estado: 'destruido', intentos: 2, error: null, causa: null }]);
  });

  it('que no deja leer un objeto: los demás del tramo se destruyen en la misma pasada, y solo ese cuenta intentos', async () => {
    const ids = await banco.sembrar(9);
    const ruta = await rutaDe(ids[4] ?? '');
    const lote = await banco.ordenar(ids);
    const openFile = async (pedida: string) => {
      if (pedida === ruta) throw falla('EIO');
      return sistemaArchivosNode.openFile(pedida);
    };
    await banco.arrancar({ archivos: { openFile } });
    await banco.hasta(async () => (await banco.progreso(lote)).destruidos === 8);
    const alPrincipio = await items(lote);
    expect(alPrincipio.map(({ estado }) => estado).filter((estado) => estado !== 'destruido')).toEqual([
      'en_curso',
    ]);
    expect(alPrincipio.reduce((total, { intentos }) => total + intentos, 0)).toBeLessThanOrEqual(2);
    expect(await banco.cerrado(lote)).toBe('ejecutado_parcial');
    expect((await items(lote)).filter(({ estado }) => estado !== 'destruido')).toEqual([
      {
        estado: 'omitido',
        intentos: 5,
        error: 'El almacén de documentos no puede usarse: el disco falló al leer o escribir.',
        causa: 'almacen',
      },
    ]);
  });

  it('cuyo disco no está montado: no se toma por ausencia, y nada se da por destruido', async () => {
    const ids = await banco.sembrar(2);
    const lote = await banco.ordenar(ids);
    const stat = async (pedida: string) =>
      pedida.endsWith('.orpycamcp-almacen') && pedida.startsWith(banco.vivo)
        ? null
        : sistemaArchivosNode.stat(pedida);
    await banco.arrancar({ archivos: { stat } });
    expect(await banco.cerrado(lote)).toBe('ejecutado_parcial');
    expect((await items(lote)).map(({ estado, intentos, causa }) => [estado, intentos, causa])).toEqual([
      ['omitido', 5, 'almacen'],
      ['omitido', 5, 'almacen'],
    ]);
    expect(await banco.escenario.cuenta('eliminacion_actas', 'lote_id = $1', [lote.id])).toBe(0);
  });
});

describe('un ítem que no se puede contar', () => {
  it('no arrastra a sus vecinos: el lote se destruye y él queda omitido con su error', async () => {
    const ids = await banco.sembrar(5);
    const lote = await banco.ordenar(ids);
    await banco.escenario.comoDuenio(async (cliente) => {
      await cliente.query('ALTER TABLE eliminacion_lote_items DISABLE TRIGGER USER');
      // What no acta can hold, and input would have refused.
      await cliente.query(
        `UPDATE eliminacion_lote_items SET fundamento = E'\\x01' WHERE lote_id = $1 AND orden = 3`,
        [lote.id],
      );
      await cliente.query('ALTER TABLE eliminacion_lote_items ENABLE TRIGGER USER');
    });
    await banco.arrancar();
    await banco.hasta(async () => (await banco.progreso(lote)).destruidos === 4);
    expect(await banco.cerrado(lote)).toBe('ejecutado_parcial');
    const [malo] = (await items(lote)).filter(({ estado }) => estado === 'omitido');
    expect(malo).toMatchObject({ intentos: 5, causa: 'servicio_documentos' });
  });
});

describe('lo que cambia entre el inventario y el cerrojo', () => {
  it('un anexo que aparece reinicia el intento: la intención lo lista y la lápida lo cuenta', async () => {
    const [id = ''] = await banco.sembrar(1);
    const lote = await banco.ordenar([id]);
    const intenciones: number[] = [];
    let aparecido = false;
    const alcanzar = async (nombre: string): Promise<void> => {
      if (nombre === 'intencion.registrada')
        intenciones.push(
          await banco.escenario.cuenta(
            'eliminacion_lote_progreso',
            'intencion_en IS NOT NULL AND lote_id = $1',
            [lote.id],
          ),
        );
      if (nombre !== 'intencion.inventariada' || aparecido) return;
      aparecido = true;
      await banco.escenario.query(
        `INSERT INTO anexos (radicado_id, nombre, media_type, tamano, sha256, objeto_id, creado_en)
         SELECT a.radicado_id, 'tardío.txt', a.media_type, a.tamano, a.sha256, a.objeto_id, a.creado_en
           FROM anexos a JOIN radicados r ON r.id = a.radicado_id WHERE r.expediente_id = $1`,
        [id],
      );
    };
    await banco.arrancar({ puntoDeFallo: { alcanzar } });
    expect(await banco.cerrado(lote)).toBe('ejecutado');
    expect(intenciones).toEqual([0, 1]);
    expect(await items(lote)).toEqual([{ estado: 'destruido', intentos: 0, error: null, causa: null }]);
    const lapida = await banco.escenario.fila<{ anexos: number }>(
      'SELECT anexos_eliminados AS anexos FROM eliminacion_lapidas WHERE lote_id = $1',
      [lote.id],
    );
    expect(lapida.anexos).toBe(2);
  });
});

describe('quien perdió el tramo', () => {
  it('no anota nada, tampoco que falló', async () => {
    const [id = ''] = await banco.sembrar(1);
    const lote = await banco.ordenar([id]);
    const tramo = await banco.escenario.tx((tx) => claimTramo(tx, 'alguien'));
    if (tramo === null) throw new Error('no hay tramo');
    const alcanzar = async (nombre: string): Promise<void> => {
      if (nombre !== 'purga.antes') return;
      await banco.escenario.query('UPDATE eliminacion_lote_tramos SET ficha = ficha + 1 WHERE id = $1', [
        tramo.id,
      ]);
      throw new Error('y además falla');
    };
    const servicios = banco.servicios({ puntoDeFallo: { alcanzar } });
    const obra = { servicios, slug: SLUG, tramo, signal: new AbortController().signal };
    expect(await procesarTramo(obra)).toEqual({ destruidos: 0, terminado: false, perdido: true, fallos: [] });
    expect(await items(lote)).toEqual([{ estado: 'en_curso', intentos: 0, error: null, causa: null }]);
    await banco.arrancar();
    await banco.escenario.query('UPDATE eliminacion_lote_tramos SET vence_en = NULL WHERE id = $1', [
      tramo.id,
    ]);
    expect(await banco.cerrado(lote)).toBe('ejecutado');
  });
});

describe('un ejecutor al que se le pide parar', () => {
  it('suelta el tramo que tiene entre manos, sin contarle un intento, y otro sigue al instante', async () => {
    const [id = ''] = await banco.sembrar(1);
    const lote = await banco.ordenar([id]);
    let parar: Promise<void> | null = null;
    const alcanzar = async (nombre: string): Promise<void> => {
      if (nombre === 'intencion.registrada') parar = ejecutor.stop();
    };
    const ejecutor = await banco.arrancar({ puntoDeFallo: { alcanzar } });
    await banco.hasta(async () => parar !== null);
    await parar;
    expect(await items(lote)).toEqual([{ estado: 'en_curso', intentos: 0, error: null, causa: null }]);
    const tramo = await banco.escenario.fila(
      `SELECT estado, propietario, vence_en AS vence FROM eliminacion_lote_tramos WHERE lote_id = $1`,
      [lote.id],
    );
    expect(tramo).toEqual({ estado: 'pendiente', propietario: null, vence: null });
    await banco.arrancar();
    expect(await banco.cerrado(lote, 10_000)).toBe('ejecutado');
  });
});

describe('una cuenta que no cuadra', () => {
  it('bloquea la ejecución, dice por qué y no mueve nada, por más veces que se pase', async () => {
    const ids = await banco.sembrar(3);
    const lote = await banco.ordenar(ids);
    await banco.escenario.comoDuenio(async (cliente) => {
      await cliente.query('ALTER TABLE eliminacion_lote_omision DISABLE TRIGGER USER');
      await cliente.query(
        `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
         SELECT id, lote_id, expediente_id, 'omitido', 'almacen', 'escrito a mano', 'nadie', $2 FROM eliminacion_lote_items
          WHERE lote_id = $1 AND orden = 1`,
        [lote.id, banco.escenario.ahora],
      );
      await cliente.query('ALTER TABLE eliminacion_lote_omision ENABLE TRIGGER USER');
    });
    await banco.arrancar();
    const ejecucion = () =>
      banco.escenario.fila<{ estado: string; bloqueo: string | null }>(
        'SELECT estado, bloqueo FROM eliminacion_ejecuciones WHERE lote_id = $1',
        [lote.id],
      );
    await banco.hasta(async () => (await ejecucion()).estado === 'bloqueada');
    const loQueHay = () =>
      Promise.all([
        ejecucion(),
        banco.escenario.fila('SELECT estado, version, cerrado_en FROM eliminacion_lotes WHERE id = $1', [
          lote.id,
        ]),
        banco.escenario.cuenta('eliminacion_actas', 'lote_id = $1', [lote.id]),
        banco.escenario.cuenta(
          'audit_log',
          `accion = 'archive.eliminacion_ejecucion_bloqueada' AND sujeto_id = $1`,
          [lote.id],
        ),
      ]);
    const antes = await loQueHay();
    expect(antes).toEqual([
      { estado: 'bloqueada', bloqueo: '3 ítems no son 3 lápidas + 1 omitidos + 0 retirados' },
      { estado: 'en_ejecucion', version: lote.version, cerrado_en: null },
      0,
      1,
    ]);
    await banco.detener();
    await banco.arrancar();
    await sleep(1_200);
    expect(await loQueHay()).toEqual(antes);
  });
});
