import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leerActa } from '../../src/xml/acta/leer-acta.ts';
import { canonicalizar } from '../../src/xml/canonico/canonicalizar.ts';
import { type Elemento, elementosDe, recorrer } from '../../src/xml/canonico/elemento.ts';
import { XmlNoCanonico } from '../../src/xml/canonico/parse-canonico.ts';
import { actaDefinicion } from '../../src/xml/definicion/acta-definicion.ts';
import type { DefElemento } from '../../src/xml/definicion/estructura.ts';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';
import { actaEjemplo } from './acta-de-prueba.ts';
import { correrExterna } from './herramienta-externa.ts';

const XSD_ACTA = resolve(import.meta.dirname, '../../schemas/acta/1.0/acta.xsd');

async function falla(xml: string | Buffer, tamanoPieza = 1 << 16): Promise<XmlNoCanonico | null> {
  const bytes = Buffer.from(xml);
  const piezas = Array.from({ length: Math.ceil(bytes.length / tamanoPieza) }, (_, i) =>
    bytes.subarray(i * tamanoPieza, (i + 1) * tamanoPieza),
  );
  try {
    for await (const pieza of leerActa(Readable.from(piezas))) expect(pieza.clase).toBeTypeOf('string');
    return null;
  } catch (error) {
    if (error instanceof XmlNoCanonico) return error;
    throw error;
  }
}

type Mutacion = (elemento: Elemento, otro: Elemento, valor: string) => Elemento;

const MUTACIONES: Readonly<Record<string, Mutacion>> = {
  vaciar: (e) => ({ ...e, hijos: [] }),
  'quitar un hijo': (e) => ({ ...e, hijos: e.hijos.filter((_, i) => i !== Math.floor(e.hijos.length / 2)) }),
  'repetir un hijo': (e) => ({
    ...e,
    hijos: e.hijos.flatMap((h, i) => (i === e.hijos.length - 1 ? [h, h] : [h])),
  }),
  invertir: (e) => ({ ...e, hijos: e.hijos.toReversed() }),
  'poner otro dentro': (e, otro) => ({ ...e, hijos: [...e.hijos, otro] }),
  'cambiar el texto': (e, _, valor) => (elementosDe(e).length > 0 ? e : { ...e, hijos: [valor] }),
  'cambiar un atributo': (e, _, valor) => {
    const [nombre] = Object.keys(e.atributos);
    return nombre === undefined ? e : { ...e, atributos: { ...e.atributos, [nombre]: valor } };
  },
  'quitar los atributos': (e) => ({ ...e, atributos: {} }),
  'añadir un atributo': (e, _, valor) => ({ ...e, atributos: { ...e.atributos, nuevo: valor } }),
  renombrar: (e, otro) => ({ ...e, nombre: otro.nombre }),
};

const VALORES = [
  '0',
  '1',
  '01',
  '-1',
  '+1',
  '1.0',
  '1.5',
  '1.2345',
  '99999999999999999',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '0000-01-01',
  '2026-12-01Z',
  '2026-12-01T00:00:00Z',
  '2026-12-01T24:00:00Z',
  '2026-12-01T23:59:60Z',
  '2026-12-01T10:00:00-05:00',
  '2026-12-01T10:00:00+14:00',
  '2026-12-01T10:00:00',
  'true',
  'ejecutado',
  'E',
  'favor',
  'a'.repeat(64),
  'A'.repeat(64),
  'ACTA-2026-0001',
  'ACTA-2026-001',
  'ACTA-2026-10000',
  ' ',
  'x',
  '\n',
  'á',
  '3',
  '4',
  '01890a5d-ac96-774b-bcce-000000000004',
  'integridad',
  'Integridad',
  '100',
  '101',
  'publica',
];

function mutar(raiz: Elemento, indice: number, nuevo: (elemento: Elemento) => Elemento): Elemento {
  let i = -1;
  const visitar = (elemento: Elemento): Elemento => {
    i += 1;
    if (i === indice) return nuevo(elemento);
    return { ...elemento, hijos: elemento.hijos.map((h) => (typeof h === 'string' ? h : visitar(h))) };
  };
  return visitar(raiz);
}

/** Writes a tree the way the emitter lays out an acta: a line per section and per row. */
function escribir(raiz: Elemento): string {
  const lineas = (e: Elemento): Elemento => ({
    ...e,
    hijos: ['\n', ...elementosDe(e).flatMap((h) => [h, '\n'])],
  });
  const partes = elementosDe(raiz).map((h) => (h.nombre === 'inventario' ? lineas(h) : h));
  return canonicalizar(lineas({ ...raiz, hijos: partes }));
}

describe('gramática de los bytes de un acta', () => {
  it('admite exactamente lo que xmllint admite por el esquema, y nada más', async () => {
    const { xml } = await actaEjemplo();
    const raiz = parseXmlSeguro(xml.toString());
    const todos = [...recorrer(raiz)];
    const carpeta = mkdtempSync(join(tmpdir(), 'gramatica-'));
    const indice = fc.integer({ min: 0, max: todos.length - 1 });
    const casos = fc.sample(
      fc.tuple(indice, indice, fc.constantFrom(...Object.keys(MUTACIONES)), fc.constantFrom(...VALORES)),
      { numRuns: 300, seed: 20261201 },
    );
    const archivos: string[] = [];
    const nuestros: (string | null)[] = [];
    for (const [i, [donde, cual, como, valor]] of casos.entries()) {
      const otro = todos[cual] ?? raiz;
      const mutada = escribir(mutar(raiz, donde, (e) => MUTACIONES[como]?.(e, otro, valor) ?? e));
      const archivo = join(carpeta, `${i}.xml`);
      writeFileSync(archivo, mutada);
      archivos.push(archivo);
      nuestros.push((await falla(mutada))?.message ?? null);
    }
    expect(nuestros.filter((motivo) => motivo === null).length).toBeGreaterThan(20);
    const salida = correrExterna('xmllint', ['--noout', '--nonet', '--schema', XSD_ACTA, ...archivos]);
    if (salida === null) return;
    for (const [i, archivo] of archivos.entries()) {
      const suyo = salida.stderr.includes(`${archivo} validates\n`);
      expect({ caso: casos[i]?.slice(2), motivo: nuestros[i], admitida: nuestros[i] === null }).toEqual({
        caso: casos[i]?.slice(2),
        motivo: nuestros[i],
        admitida: suyo,
      });
    }
  });

  it('lee igual llegue como llegue: entera, a trozos o byte a byte', async () => {
    const { xml } = await actaEjemplo();
    for (const tamano of [1, 7, 1000, 1 << 20]) expect(await falla(xml, tamano)).toBeNull();
  });

  it('ningún corte de un acta se lee como un acta', async () => {
    const { xml } = await actaEjemplo();
    for (let corte = 0; corte < xml.length; corte += 97) {
      expect(await falla(xml.subarray(0, corte))).toBeInstanceOf(XmlNoCanonico);
    }
  });

  it('dice dónde y qué se esperaba', async () => {
    const { xml } = await actaEjemplo();
    const texto = xml.toString();
    expect((await falla(texto.replace('<fecha>2026-12-01</fecha>\n', '')))?.message).toMatch(
      /^se esperaba <fecha> y hay «<lote><codigo>/,
    );
    expect((await falla(texto.replace('<orden>3<', '<orden>03<')))?.message).toBe(
      '/acta/item/orden: no es un valor de tipo Ordinal',
    );
    expect((await falla(''))?.message).toContain('se esperaba un acta de eliminación');
    expect(
      (await falla(Buffer.from(texto.replace('Peñón', 'Pe\u00f1\u00f3n'), 'latin1')))?.message,
    ).toContain('no es UTF-8 válido');
  });

  it('ninguna sección contiene un elemento con su mismo nombre: se leen por su etiqueta de cierre', () => {
    const nombres = (def: DefElemento): string[] =>
      'particulas' in def.contenido
        ? def.contenido.particulas.flatMap(({ def: hijo }) => [hijo.nombre, ...nombres(hijo)])
        : [];
    const secciones = 'particulas' in actaDefinicion.contenido ? actaDefinicion.contenido.particulas : [];
    expect(secciones.length).toBe(17);
    for (const { def } of secciones) expect(nombres(def)).not.toContain(def.nombre);
  });
});
