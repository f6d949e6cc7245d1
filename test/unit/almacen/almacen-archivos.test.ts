import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { sistemaArchivosNode } from '../../../src/adapters/almacen/sistema-archivos-node.ts';
import { isClaveObjeto } from '../../../src/domain/documentos/clave-objeto.ts';
import type { Almacen } from '../../../src/services/ports/almacen.ts';
import {
  type CarpetaDePrueba,
  conClave,
  discoCon,
  enBloques,
  errorDeSistema,
  juntar,
  leerTodo,
  makeCarpeta,
} from './carpeta-de-prueba.ts';

const digestDe = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let carpeta: CarpetaDePrueba;
let almacen: Almacen;
beforeEach(async () => {
  carpeta = await makeCarpeta();
  almacen = almacenesEnCarpeta({ carpeta: carpeta.ruta })('demo');
});
afterEach(() => carpeta.remove());

describe('guardar', () => {
  it('el objeto queda en aa/<sha256>.<uuid> con sus bytes, tamaño y digesto', async () => {
    const guardado = await almacen.put(enBloques('hola ', 'ñandú'), conClave);

    expect(guardado).toMatchObject({ sha256: digestDe('hola ñandú'), tamano: 12 });
    expect(guardado.clave.startsWith(`${guardado.sha256.slice(0, 2)}/${guardado.sha256}.`)).toBe(true);
    expect(await carpeta.listArchivos()).toEqual([`demo/${guardado.clave}`]);
    expect(await readFile(join(carpeta.ruta, 'demo', guardado.clave), 'utf8')).toBe('hola ñandú');
  });

  it('un archivo vacío es un objeto como los demás', async () => {
    const { clave, tamano } = await almacen.put(enBloques(), conClave);
    expect(tamano).toBe(0);
    expect(await almacen.head(clave)).toEqual({ tamano: 0 });
    expect(await leerTodo((await almacen.get(clave)).contenido)).toHaveLength(0);
  });

  it('el mismo contenido dos veces son dos claves distintas', async () => {
    const una = await almacen.put(enBloques('igual'), conClave);
    const otra = await almacen.put(enBloques('igual'), conClave);
    expect(otra.sha256).toBe(una.sha256);
    expect(otra.clave).not.toBe(una.clave);
  });

  it('la clave se reserva cuando el contenido ya está completo y ninguna clave lo muestra', async () => {
    let vistos: string[] = [];
    const { clave } = await almacen.put(enBloques('a', 'b'), {
      reservar: async (recibido) => {
        vistos = await carpeta.listArchivos();
        return conClave.reservar(recibido);
      },
    });
    expect(vistos).toHaveLength(1);
    expect(vistos[0]).toMatch(/^demo\/recepcion\/[0-9a-f-]{36}\.parcial$/);
    expect(vistos.some((ruta) => isClaveObjeto(ruta.slice('demo/'.length)))).toBe(false);
    expect(await carpeta.listArchivos()).toEqual([`demo/${clave}`]);
  });

  it.each([
    ['el remitente se corta', () => cortado()],
    ['la reserva falla', () => enBloques('x')],
  ])('si %s no queda nada', async (_caso, contenido) => {
    const reservar = () => Promise.reject(new Error('sin reserva'));
    await expect(almacen.put(contenido(), { reservar })).rejects.toThrow(/cortado|sin reserva/);
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('un byte más que el límite se rechaza y no se siguen leyendo los demás', async () => {
    let entregados = 0;
    async function* sinFin(): AsyncGenerator<Uint8Array> {
      for (;;) {
        entregados += 1;
        yield Buffer.alloc(1_000);
      }
    }
    await expect(almacen.put(sinFin(), { ...conClave, maxBytes: 2_500 })).rejects.toMatchObject({
      code: 'documento_demasiado_grande',
      params: { limite: 2_500 },
    });
    expect(entregados).toBe(3);
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('exactamente el límite cabe', async () => {
    const { tamano } = await almacen.put(enBloques(Buffer.alloc(2_500)), { ...conClave, maxBytes: 2_500 });
    expect(tamano).toBe(2_500);
  });

  it.each([
    '../../etc/passwd',
    'aa/../../fuera',
    `ab/${'a'.repeat(64)}.00000000-0000-7000-8000-000000000000`,
    `aa/${'a'.repeat(64)}.x`,
    '',
    'aa/\0',
  ])('una clave que no es de un objeto nunca llega al disco: %j', async (clave) => {
    const mala = { reservar: () => Promise.resolve(clave) };
    await expect(almacen.put(enBloques('x'), mala)).rejects.toMatchObject({ code: 'clave_invalida' });
    await expect(almacen.get(clave)).rejects.toMatchObject({ code: 'clave_invalida' });
    await expect(almacen.head(clave)).rejects.toMatchObject({ code: 'clave_invalida' });
    await expect(almacen.delete([clave])).rejects.toMatchObject({ code: 'clave_invalida' });
    expect(await carpeta.listArchivos()).toEqual([]);
  });
});

async function* cortado(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('principio');
  throw new Error('cortado');
}

describe('leer', () => {
  it('cualquier contenido en cualquier partición vuelve igual, entero y por rangos', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }),
        fc.nat(900),
        fc.nat(900),
        async (bloques, a, b) => {
          const todo = Buffer.concat(bloques);
          const [desde, hasta] = a < b ? [a, b] : [b, a];
          const { clave, sha256 } = await almacen.put(enBloques(...bloques), conClave);
          expect(sha256).toBe(digestDe(todo));
          expect(await leerTodo((await almacen.get(clave)).contenido)).toEqual(todo);
          const parte = await almacen.get(clave, { desde, hasta });
          expect(parte.tamano).toBe(todo.length);
          expect(await leerTodo(parte.contenido)).toEqual(todo.subarray(desde, hasta + 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('lo que no está es objeto_ausente al leer y null al preguntar', async () => {
    const { clave } = await almacen.put(enBloques('x'), conClave);
    await almacen.delete([clave]);
    await expect(almacen.get(clave)).rejects.toMatchObject({ code: 'objeto_ausente', params: { clave } });
    expect(await almacen.head(clave)).toBeNull();
  });

  it('el acceso de solo lectura ve lo mismo y no tiene con qué borrar ni escribir', async () => {
    const lectura = lecturasEnCarpeta({ carpeta: carpeta.ruta })('demo');
    const { clave } = await almacen.put(enBloques('x'), conClave);
    expect(await lectura.head(clave)).toEqual({ tamano: 1 });
    expect('delete' in lectura || 'put' in lectura).toBe(false);
  });

  it('cada entidad tiene su carpeta: la otra no ve nada', async () => {
    const { clave } = await almacen.put(enBloques('x'), conClave);
    const otra = almacenesEnCarpeta({ carpeta: carpeta.ruta })('otra');
    expect(await otra.head(clave)).toBeNull();
    expect(await juntar(otra.list())).toEqual([]);
    expect(await juntar(almacen.list())).toEqual([clave]);
  });

  it('un nombre corto que no lo es no abre ninguna carpeta', () => {
    for (const slug of ['../otra', 'a/b', '', 'Ñ', '.']) {
      expect(() => almacenesEnCarpeta({ carpeta: carpeta.ruta })(slug)).toThrow(/clave/);
    }
  });
});

describe('borrar', () => {
  it('borra muchos, y repetirlo es un éxito', async () => {
    const claves = await guardarVarios(20);
    const esperado = claves.map((clave) => ({ clave, resultado: 'borrado' }));
    expect(await almacen.delete(claves)).toEqual(esperado);
    expect(await almacen.delete(claves)).toEqual(esperado);
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('sincroniza cada carpeta tocada una sola vez, también la de lo que ya no estaba', async () => {
    const claves = await guardarVarios(40);
    const sincronizadas: string[] = [];
    const archivos = discoCon({
      syncFolder: async (ruta) => {
        sincronizadas.push(ruta);
        await sistemaArchivosNode.syncFolder(ruta);
      },
    });
    const vigilado = almacenesEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo');
    const carpetas = [...new Set(claves.map((clave) => dirname(join(carpeta.ruta, 'demo', clave))))];
    const esperadas = [...carpetas, join(carpeta.ruta, 'demo', 'recepcion')].sort();

    await vigilado.delete(claves);
    expect(sincronizadas.splice(0).sort()).toEqual(esperadas);
    await vigilado.delete(claves);
    expect(sincronizadas.sort()).toEqual(esperadas);
  });

  it('el que falla no arrastra a sus vecinos y dice por qué', async () => {
    const [primera = '', segunda = '', tercera = ''] = await guardarVarios(3);
    const archivos = discoCon({
      unlink: (ruta) =>
        ruta.endsWith(segunda) ? Promise.reject(errorDeSistema('EIO')) : sistemaArchivosNode.unlink(ruta),
    });
    expect(
      await almacenesEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo').delete([
        primera,
        segunda,
        tercera,
      ]),
    ).toEqual([
      { clave: primera, resultado: 'borrado' },
      { clave: segunda, resultado: 'fallido', motivo: 'el disco falló al leer o escribir' },
      { clave: tercera, resultado: 'borrado' },
    ]);
  });

  it('un borrado cuya carpeta no se pudo sincronizar no cuenta como hecho', async () => {
    const [clave = ''] = await guardarVarios(1);
    const archivos = discoCon({ syncFolder: () => Promise.reject(errorDeSistema('EIO')) });
    const [borrado] = await almacenesEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo').delete([clave]);
    expect(borrado).toMatchObject({ resultado: 'fallido' });
  });

  it('antes de cada objeto se pregunta, y el primer no detiene ese y los siguientes', async () => {
    const claves = await guardarVarios(4);
    const preguntadas: string[] = [];
    const borrados = await almacen.delete(claves, {
      antesDeCada: (clave) => {
        preguntadas.push(clave);
        return Promise.resolve(preguntadas.length < 3);
      },
    });
    expect(borrados.map((b) => b.resultado)).toEqual(['borrado', 'borrado', 'no_intentado', 'no_intentado']);
    expect(preguntadas).toEqual(claves.slice(0, 3));
    expect(await almacen.head(claves[2] ?? '')).not.toBeNull();
  });
});

async function guardarVarios(cuantos: number): Promise<string[]> {
  const claves: string[] = [];
  for (let n = 0; n < cuantos; n += 1)
    claves.push((await almacen.put(enBloques(`doc ${n}`), conClave)).clave);
  return claves;
}

describe('cuando el almacén no responde', () => {
  it('un disco sin montar nunca parece un almacén vacío', async () => {
    const { clave } = await almacen.put(enBloques('x'), conClave);
    await rename(carpeta.ruta, `${carpeta.ruta}-desmontado`);
    await mkdir(carpeta.ruta);

    const ausente = { code: 'almacen_no_disponible', kind: 'unavailable' };
    await expect(almacen.head(clave)).rejects.toMatchObject(ausente);
    await expect(almacen.get(clave)).rejects.toMatchObject(ausente);
    await expect(almacen.delete([clave])).rejects.toMatchObject(ausente);
    await expect(almacen.put(enBloques('y'), conClave)).rejects.toMatchObject(ausente);
    await expect(juntar(almacen.list())).rejects.toMatchObject(ausente);
    await rm(`${carpeta.ruta}-desmontado`, { recursive: true });
  });

  it('un disco que se desmonta a mitad de un borrado no da por borrado lo que falta', async () => {
    const claves = await guardarVarios(3);
    const desmontar = async () => {
      await rename(carpeta.ruta, `${carpeta.ruta}-desmontado`);
      await mkdir(carpeta.ruta);
    };
    let vistos = 0;
    const antesDeCada = async () => {
      vistos += 1;
      if (vistos === 2) await desmontar();
      return true;
    };
    await expect(almacen.delete(claves, { antesDeCada })).rejects.toMatchObject({
      code: 'almacen_no_disponible',
    });
    await rm(`${carpeta.ruta}-desmontado`, { recursive: true });
  });

  it.each([
    ['ENOSPC', 'el disco está lleno'],
    ['EACCES', 'el servicio no tiene permiso sobre la carpeta'],
    ['EROFS', 'el disco está montado solo para lectura'],
    ['EWEIRD', 'el disco respondió EWEIRD'],
  ])('%s al escribir se dice con palabras', async (code, motivo) => {
    const archivos = discoCon({
      createFile: async (ruta) => ({
        ...(await sistemaArchivosNode.createFile(ruta)),
        write: () => Promise.reject(errorDeSistema(code)),
      }),
    });
    const lleno = almacenesEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo');
    await expect(lleno.put(enBloques('x'), conClave)).rejects.toMatchObject({
      code: 'almacen_no_disponible',
      params: { motivo },
    });
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('lo que no se pudo sincronizar no se da por guardado', async () => {
    const archivos = discoCon({
      createFile: async (ruta) => ({
        ...(await sistemaArchivosNode.createFile(ruta)),
        sync: () => Promise.reject(errorDeSistema('EIO')),
      }),
    });
    const enfermo = almacenesEnCarpeta({ carpeta: carpeta.ruta, archivos })('demo');
    await expect(enfermo.put(enBloques('x'), conClave)).rejects.toMatchObject({
      code: 'almacen_no_disponible',
    });
  });
});

describe('recepciones abandonadas', () => {
  it('se quitan las que nadie escribe hace rato; las recientes siguen', async () => {
    const { clave } = await almacen.put(enBloques('x'), conClave);
    const recepcion = join(carpeta.ruta, 'demo', 'recepcion');
    const vieja = new Date(Date.now() - 7_200_000);
    await writeFile(join(recepcion, 'vieja.parcial'), 'a medias');
    await utimes(join(recepcion, 'vieja.parcial'), vieja, vieja);
    await writeFile(join(recepcion, 'nueva.parcial'), 'a medias');

    expect(await almacen.limpiarRecepcion(3_600_000)).toBe(1);
    expect(await carpeta.listArchivos()).toEqual([`demo/${clave}`, 'demo/recepcion/nueva.parcial']);
  });

  it('quitar una que solo era lenta hace fallar esa carga y nada más', async () => {
    const lenta = almacen.put(enBloques('x'), {
      reservar: async (recibido) => {
        await almacen.limpiarRecepcion(-1_000);
        return conClave.reservar(recibido);
      },
    });
    await expect(lenta).rejects.toMatchObject({ code: 'almacen_no_disponible' });
    expect(await carpeta.listArchivos()).toEqual([]);
  });

  it('un byte cambiado en el disco cambia lo que se lee, y el tamaño lo delata si creció', async () => {
    const { clave, sha256 } = await almacen.put(enBloques('original'), conClave);
    await appendFile(join(carpeta.ruta, 'demo', clave), '!');
    expect(digestDe(await leerTodo((await almacen.get(clave)).contenido))).not.toBe(sha256);
    expect(await almacen.head(clave)).toEqual({ tamano: 9 });
  });
});
