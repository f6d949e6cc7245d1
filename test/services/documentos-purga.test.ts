import { appendFile, chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { barrerDestruyendo } from '../../src/services/documentos/barrer-documentos.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { Banco, digestDe, SLUG } from './documentos-banco.ts';

let base: BaseDePrueba;
let banco: Banco;
let n = 0;
/** A text that no other test uses: bytes are shared across a whole entity. */
let unico: (texto: string) => string;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  banco = await Banco.open(base.appUrl);
});
afterAll(async () => {
  await banco.close();
  await base.drop();
});
beforeEach(() => {
  n += 1;
  const prueba = n;
  unico = (texto) => `${prueba}: ${texto}`;
});

const purgado = (conteo: [number, number, number]) => ({
  resultado: 'purgado',
  detalle: null,
  objetosDestruidos: conteo[0],
  objetosConservados: conteo[1],
  bytesLiberados: conteo[2],
});

describe('inventario', () => {
  it('da cada radicado con todos sus anexos, también versiones y rendiciones, con lo registrado al ingreso', async () => {
    const expediente = await banco.crearExpediente();
    const radicado = await banco.radicar(expediente);
    const vacio = await banco.radicar(expediente);
    const original = await banco.subir(radicado, unico('original'));
    const version = await banco.subir(radicado, unico('versión'), {
      clase: 'version',
      padreId: original.anexoId,
    });

    const inventario = await banco.documentos.inventariar(SLUG, [vacio, radicado, radicado]);
    expect(inventario.map(({ radicadoId }) => radicadoId)).toEqual([radicado, vacio].sort());
    expect(inventario.find((r) => r.radicadoId === vacio)?.anexos).toEqual([]);
    expect(inventario.find((r) => r.radicadoId === radicado)?.anexos).toMatchObject([
      { anexoId: original.anexoId, sha256: digestDe(unico('original')), estado: 'vivo' },
      { anexoId: version.anexoId, tamano: Buffer.byteLength(unico('versión')), estado: 'vivo' },
    ]);
  });
});

describe('REQ-EXE-4: integridad antes de destruir', () => {
  it('dice de cada objeto si es el que ingresó, si cambió un byte o si falta, una vez aunque se comparta', async () => {
    const uno = await banco.sembrar([unico('sano'), unico('dañado')], [unico('sano')]);
    const otro = await banco.sembrar([unico('sano'), unico('perdido')]);
    const items = [await banco.intencion(uno), await banco.intencion(otro)];
    await dañar(unico('dañado'));
    await rm(await rutaDe(unico('perdido')));

    const verificados = await banco.documentos.verificarIntegridad({ slug: SLUG, items });
    const resultados = verificados.map(({ objetos }) =>
      Object.fromEntries(objetos.map((objeto) => [objeto.sha256, objeto.resultado])),
    );
    expect(resultados).toEqual([
      { [digestDe(unico('sano'))]: 'ok', [digestDe(unico('dañado'))]: 'distinto' },
      { [digestDe(unico('sano'))]: 'ok', [digestDe(unico('perdido'))]: 'ausente' },
    ]);
    await reparar(unico('perdido'));
    await reparar(unico('dañado'));
  });

  it('un byte cambiado sin cambiar el tamaño también se ve', async () => {
    const expediente = await banco.sembrar([unico('abc')]);
    await writeFile(await rutaDe(unico('abc')), unico('abd'));
    const [item] = await banco.documentos.verificarIntegridad({
      slug: SLUG,
      items: [await banco.intencion(expediente)],
    });
    expect(item?.objetos.map(({ resultado }) => resultado)).toEqual(['distinto']);
    await reparar(unico('abc'));
  });

  it('un almacén que no responde no es una falta de integridad', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    const { documentos } = banco.con({ carpeta: join(banco.carpeta, 'sin montar') });
    await expect(documentos.verificarIntegridad({ slug: SLUG, items: [item] })).rejects.toMatchObject({
      code: 'almacen_no_disponible',
    });
  });

  it('lo que la purga ya empezó no se vuelve a verificar', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    await banco.purgar(item);
    expect(await banco.documentos.verificarIntegridad({ slug: SLUG, items: [item] })).toEqual([
      { itemId: item.itemId, objetos: [] },
    ]);
  });

  it('se detiene cuando se le pide', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    const signal = AbortSignal.abort(new Error('basta'));
    await expect(banco.documentos.verificarIntegridad({ slug: SLUG, items: [item], signal })).rejects.toThrow(
      'basta',
    );
  });
});

describe('purga', () => {
  it('destruye los anexos listados y sus bytes, y repetirla da lo mismo', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('a'), unico('bb')], [unico('ccc')]));
    const claves = await Promise.all(['a', 'bb', 'ccc'].map((t) => claveDe(unico(t))));
    const esperado = [{ itemId: item.itemId, ...purgado([3, 0, 3 * 3 + 6 + (String(n).length - 1) * 3]) }];

    expect(await banco.purgar(item)).toEqual(esperado);
    expect(await banco.purgar(item)).toEqual(esperado);
    expect(await banco.documentos.probarAusencia(SLUG, claves)).toEqual([]);
    expect(await banco.documentos.inventariar(SLUG, item.radicadoIds)).toMatchObject([
      { anexos: [] },
      { anexos: [] },
    ]);
    expect(await banco.documentos.listPurgados(SLUG, [item.itemId])).toMatchObject(
      claves.map((clave) => ({ clave, resultado: 'destruido' })),
    );
  });

  it('un expediente sin anexos queda purgado con ceros', async () => {
    const item = await banco.intencion(await banco.sembrar([]));
    expect(await banco.purgar(item)).toMatchObject([purgado([0, 0, 0])]);
  });

  it('una orden sin ítems no hace nada', async () => {
    expect(await banco.purgar()).toEqual([]);
  });

  it('los bytes que usa un radicado vivo sobreviven aunque muera el anexo', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('común')]));
    const vivo = await banco.sembrar([unico('común')]);
    expect(await banco.purgar(item)).toMatchObject([purgado([0, 1, 0])]);
    expect(await banco.documentos.probarAusencia(SLUG, [await claveDe(unico('común'))])).toHaveLength(1);
    expect(await banco.mentiras()).toEqual([]);

    const despues = await banco.intencion(vivo);
    expect(await banco.purgar(despues)).toMatchObject([purgado([1, 0, Buffer.byteLength(unico('común'))])]);
    expect(await banco.purgar(item)).toMatchObject([purgado([0, 1, 0])]);
  });

  it('lo que comparten ítems de una misma tanda se destruye una vez, por el último de ellos', async () => {
    const items = [];
    for (let k = 0; k < 3; k += 1) {
      items.push(await banco.intencion(await banco.sembrar([unico('común'), unico(`propio ${k}`)])));
    }
    const [, , ultimo] = await banco.purgar(...items);
    const resultado = await banco.purgar(...items.toReversed());
    expect(resultado.map((item) => [item.objetosDestruidos, item.objetosConservados])).toEqual([
      [2, 0],
      [1, 1],
      [1, 1],
    ]);
    expect(resultado[0]).toEqual(ultimo);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('dos anexos del mismo ítem con los mismos bytes son un objeto', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x'), unico('x')], [unico('x')]));
    expect(item.anexoIds).toHaveLength(3);
    expect(await banco.purgar(item)).toMatchObject([purgado([1, 0, Buffer.byteLength(unico('x'))])]);
  });

  it('versiones y rendiciones se van con su original', async () => {
    const expediente = await banco.crearExpediente();
    const radicado = await banco.radicar(expediente);
    const { anexoId: padreId } = await banco.subir(radicado, unico('original'));
    const { anexoId: hijo } = await banco.subir(radicado, unico('versión'), { clase: 'version', padreId });
    await banco.subir(radicado, unico('miniatura'), { clase: 'miniatura', padreId: hijo });
    expect(await banco.purgar(await banco.intencion(expediente))).toMatchObject([{ objetosDestruidos: 3 }]);
  });

  it('un anexo que la intención no lista: no se toca nada de ese ítem, y los demás siguen', async () => {
    const bueno = await banco.intencion(await banco.sembrar([unico('bueno')]));
    const completo = await banco.intencion(await banco.sembrar([unico('uno'), unico('dos')]));
    const recortado = { ...completo, anexoIds: completo.anexoIds.slice(1) };
    expect(await banco.purgar(recortado, bueno)).toMatchObject([
      {
        resultado: 'inventario_anexos_cambio',
        objetosDestruidos: 0,
        detalle: expect.stringContaining('no lista'),
      },
      { resultado: 'purgado', objetosDestruidos: 1 },
    ]);
    expect(await banco.documentos.verificarIntegridad({ slug: SLUG, items: [completo] })).toMatchObject([
      { objetos: [{ resultado: 'ok' }, { resultado: 'ok' }] },
    ]);
    expect(await banco.purgar(completo)).toMatchObject([{ resultado: 'purgado', objetosDestruidos: 2 }]);
  });

  it('un anexo listado que cuelga de un radicado ajeno tampoco se toca', async () => {
    const ajeno = await banco.intencion(await banco.sembrar([unico('ajeno')]));
    const item = await banco.intencion(await banco.sembrar([unico('propio')]));
    expect(await banco.purgar({ ...item, anexoIds: [...item.anexoIds, ...ajeno.anexoIds] })).toMatchObject([
      { resultado: 'inventario_anexos_cambio', detalle: expect.stringContaining('radicado que no es') },
    ]);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('que falten anexos de la lista no importa', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    const conMas = { ...item, anexoIds: [...item.anexoIds, '01890000-0000-7000-8000-000000000000'] };
    expect(await banco.purgar(conMas)).toMatchObject([{ resultado: 'purgado', objetosDestruidos: 1 }]);
  });

  it('sin una intención viva que lo liste, el motor no deja ni marcar un anexo', async () => {
    const expediente = await banco.sembrar([unico('x')]);
    const [fila] = await banco.query<{ radicado: string; anexo: string }>(
      'SELECT r.id AS radicado, a.id AS anexo FROM radicados r JOIN anexos a ON a.radicado_id = r.id WHERE r.expediente_id = $1',
      [expediente],
    );
    const inventado = {
      itemId: 999_999,
      expedienteId: expediente,
      radicadoIds: [fila?.radicado ?? ''],
      anexoIds: [fila?.anexo ?? ''],
    };
    await expect(banco.purgar(inventado)).rejects.toMatchObject({ code: 'eliminacion_sin_intencion' });
    expect(await banco.mentiras()).toEqual([]);
  });

  it('lo que el almacén no deja borrar queda para otra vez, y sus vecinos se purgan', async () => {
    const enfermo = await banco.intencion(await banco.sembrar([unico('terco'), unico('dócil')]));
    const sano = await banco.intencion(
      await banco.sembrar([unico('vecino'), unico('terco')], [unico('sano')]),
    );
    const tercero = await banco.intencion(await banco.sembrar([unico('tercero'), unico('dócil')]));
    const terca = await claveDe(unico('terco'));
    const { documentos } = banco.con({
      archivos: {
        ...sistemaArchivosNode,
        unlink: (ruta) =>
          ruta.endsWith(terca)
            ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
            : sistemaArchivosNode.unlink(ruta),
      },
    });
    const orden = { slug: SLUG, loteId: '', items: [enfermo, sano, tercero] };
    expect(await documentos.purgar(orden)).toMatchObject([
      { resultado: 'almacen', objetosDestruidos: 0, detalle: 'el disco falló al leer o escribir' },
      { resultado: 'almacen', objetosDestruidos: 0 },
      { resultado: 'purgado', objetosDestruidos: 2 },
    ]);
    expect(
      (await banco.purgar(enfermo, sano, tercero)).map((i) => [i.objetosDestruidos, i.objetosConservados]),
    ).toEqual([
      [0, 2],
      [3, 0],
      [2, 0],
    ]);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('un borrado que el almacén da por hecho sin serlo lo descubre la lectura independiente', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    const { documentos } = banco.con({
      archivos: { ...sistemaArchivosNode, unlink: () => Promise.resolve(false) },
    });
    expect(await documentos.purgar({ slug: SLUG, loteId: '', items: [item] })).toMatchObject([
      { resultado: 'almacen', detalle: expect.stringContaining('sigue en el almacén') },
    ]);
    expect(await banco.purgar(item)).toMatchObject([{ resultado: 'purgado', objetosDestruidos: 1 }]);
  });

  it('un disco sin montar no destruye nada en los registros', async () => {
    const item = await banco.intencion(await banco.sembrar([unico('x')]));
    const { documentos } = banco.con({ carpeta: join(banco.carpeta, 'sin montar') });
    expect(await documentos.purgar({ slug: SLUG, loteId: '', items: [item] })).toMatchObject([
      { resultado: 'almacen', detalle: expect.stringContaining('montado') },
    ]);
    await expect(documentos.probarAusencia(SLUG, [await claveDe(unico('x'))])).rejects.toMatchObject({
      code: 'almacen_no_disponible',
    });
    expect(await banco.purgar(item)).toMatchObject([{ resultado: 'purgado', objetosDestruidos: 1 }]);
  });

  it('muchos anexos: una tanda de 60 expedientes con bytes cruzados cuadra objeto por objeto', async () => {
    const items = [];
    for (let k = 0; k < 60; k += 1) {
      const textos = [unico(`propio ${k}`), unico(`par ${k >> 1}`), unico('de todos')];
      items.push(await banco.intencion(await banco.sembrar(textos)));
    }
    const vivo = await banco.sembrar([unico('par 0')]);
    const resultado = await banco.purgar(...items);
    const suma = (campo: 'objetosDestruidos' | 'objetosConservados') =>
      resultado.reduce((total, item) => total + item[campo], 0);
    expect(suma('objetosDestruidos')).toBe(60 + 29 + 1);
    expect(suma('objetosConservados')).toBe(60 * 3 - 90);
    expect(await banco.mentiras()).toEqual([]);
    expect(await banco.purgar(...items.slice(30), ...items.slice(0, 30))).toEqual([
      ...resultado.slice(30),
      ...resultado.slice(0, 30),
    ]);
    expect(await banco.purgar(await banco.intencion(vivo))).toMatchObject([{ objetosDestruidos: 1 }]);
  });

  it('dos purgas a la vez de ítems que comparten bytes los destruyen una vez', async () => {
    for (let vuelta = 0; vuelta < 10; vuelta += 1) {
      const comunes = [unico(`a ${vuelta}`), unico(`b ${vuelta}`)];
      const uno = await banco.intencion(await banco.sembrar(comunes));
      const otro = await banco.intencion(await banco.sembrar(comunes.toReversed()));
      const [[a], [b]] = await Promise.all([banco.purgar(uno), banco.purgar(otro)]);
      expect([a?.resultado, b?.resultado]).toEqual(['purgado', 'purgado']);
      const registro = await banco.documentos.listPurgados(SLUG, [uno.itemId, otro.itemId]);
      expect(registro.filter(({ resultado }) => resultado === 'destruido')).toHaveLength(2);
      expect(registro).toHaveLength(4);
    }
    await barrerDestruyendo(banco.servicios, SLUG);
    expect(await banco.query(`SELECT FROM objetos WHERE estado = 'destruyendo'`)).toEqual([]);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('los perdedores de una carrera de cargas no sobreviven a los bytes que duplicaban', async () => {
    const expediente = await banco.sembrar([unico('x')], [unico('x')]);
    const copias = (await banco.claves()).filter((clave) => clave.includes(digestDe(unico('x'))));
    expect(copias).toHaveLength(2);
    expect(await banco.purgar(await banco.intencion(expediente))).toMatchObject([{ objetosDestruidos: 1 }]);
    expect(await banco.documentos.probarAusencia(SLUG, copias)).toEqual([]);
  });
});

async function claveDe(texto: string): Promise<string> {
  const [fila] = await banco.query<{ clave: string }>(
    `SELECT clave FROM objetos WHERE sha256 = decode($1, 'hex') ORDER BY estado DESC LIMIT 1`,
    [digestDe(texto)],
  );
  return fila?.clave ?? '';
}

async function rutaDe(texto: string): Promise<string> {
  return join(banco.carpeta, SLUG, await claveDe(texto));
}

async function dañar(texto: string): Promise<void> {
  await appendFile(await rutaDe(texto), '!');
}

async function reparar(texto: string): Promise<void> {
  const ruta = await rutaDe(texto);
  await writeFile(ruta, texto);
  await chmod(ruta, 0o600);
}
