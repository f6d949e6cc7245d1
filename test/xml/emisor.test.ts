import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors/domain-error.ts';
import { renderItem } from '../../src/xml/acta/render-item.ts';
import { canonicalizar } from '../../src/xml/canonico/canonicalizar.ts';
import { type Elemento, el, textoDe } from '../../src/xml/canonico/elemento.ts';
import { parseCanonico } from '../../src/xml/canonico/parse-canonico.ts';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';
import { actaEjemplo, actaEnMemoria, cabeceraDePrueba, itemDePrueba } from './acta-de-prueba.ts';
import { correrExterna } from './herramienta-externa.ts';

const HOSTILES = [
  '&lt;',
  '&#8;',
  '&foo;',
  '&amp;amp;',
  ']]>',
  '<![CDATA[x]]>',
  '<!-- no -->',
  '<?pi no?>',
  '<!DOCTYPE a>',
  '\r\n',
  '\r',
  '\n',
  '\t',
  ' ',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u00a0',
  '\uFEFF',
  '\uFFFD',
  '"',
  "'",
  '>',
  '<',
  '&',
  '</item>',
  '<item>',
  '\u{1F5C4}\uFE0F',
  'e\u0301',
  '\u202e',
  '\u{10FFFF}',
  'xmlns="x"',
];

const caracterXml = fc
  .integer({ min: 0x20, max: 0x10ffff })
  .filter((c) => !(c >= 0xd800 && c <= 0xdfff) && c !== 0xfffe && c !== 0xffff)
  .map((c) => String.fromCodePoint(c));
const textoHostil = fc
  .array(fc.oneof(caracterXml, fc.constantFrom(...HOSTILES)), { maxLength: 24 })
  .map((partes) => partes.join(''));
const atributos = fc.dictionary(
  fc.constantFrom('a', 'b', 'Z', 'año2', 'x-1', 'xmlnsFoo').filter((n) => n !== 'año2'),
  textoHostil,
);
const elementoHostil: fc.Arbitrary<Elemento> = fc.letrec<{ e: Elemento }>((atado) => ({
  e: fc
    .tuple(
      fc.constantFrom('r', 'b', 'c-1', 'p:q', 'z:w'),
      atributos,
      fc.array(fc.oneof({ maxDepth: 3 }, textoHostil, atado('e')), { maxLength: 4 }),
    )
    .map(([nombre, atributos, hijos]) => ({ nombre, atributos, hijos })),
})).e;

/** Adjacent text nodes are one in any parser. */
function juntar(elemento: Elemento): Elemento {
  const hijos: (Elemento | string)[] = [];
  for (const hijo of elemento.hijos) {
    const ultimo = hijos.at(-1);
    if (typeof hijo !== 'string') hijos.push(juntar(hijo));
    else if (typeof ultimo === 'string') hijos[hijos.length - 1] = ultimo + hijo;
    else if (hijo !== '') hijos.push(hijo);
  }
  return { ...elemento, hijos };
}

describe('emisor canónico', () => {
  it('lo que emite es, byte a byte, lo que da xmllint --exc-c14n, con cualquier texto', () => {
    fc.assert(
      fc.property(fc.array(elementoHostil, { minLength: 40, maxLength: 120 }), (elementos) => {
        const raiz = el('raiz', { xmlns: 'urn:a', 'xmlns:p': 'urn:p', 'xmlns:z': 'urn:b' }, elementos);
        const nuestro = canonicalizar(raiz);
        const suyo = correrExterna('xmllint', ['--exc-c14n', '--nonet', '-'], Buffer.from(nuestro));
        expect(suyo?.stdout.toString() ?? nuestro).toBe(nuestro);
      }),
      { numRuns: 4 },
    );
  });

  it('lo que emite lo leen igual dos analizadores distintos', () => {
    fc.assert(
      fc.property(elementoHostil, (elemento) => {
        const raiz = juntar(el('raiz', {}, { ...elemento, nombre: 'e' }, 'fin'));
        const sinPrefijos = JSON.parse(
          JSON.stringify(raiz).replaceAll('"p:q"', '"pq"').replaceAll('"z:w"', '"zw"'),
        );
        const xml = canonicalizar(sinPrefijos);
        expect(parseCanonico(Buffer.from(xml), {})).toEqual(sinPrefijos);
        // saxes reserves names that begin with "xmlns" for itself, as namespaces do.
        if (!xml.includes(' xmlnsFoo=')) expect(parseXmlSeguro(xml)).toEqual(sinPrefijos);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['un carácter de control', 'a\u0008b'],
    ['un nulo', '\u0000'],
    ['medio par sustituto alto', 'a\ud83d'],
    ['medio par sustituto bajo', '\ude00a'],
    ['U+FFFE', '\ufffe'],
    ['U+FFFF', '\uffff'],
  ])('rechaza %s y nombra el campo', (_, malo) => {
    for (const [cambio, campo] of [
      [{ titulo: malo }, 'item/titulo'],
      [{ antecedente: { lote: malo, causa: 'integridad' } }, 'item/antecedente/@lote'],
    ] as const) {
      const intento = () => renderItem(itemDePrueba(1, cambio), 'completa');
      expect(intento).toThrow(DomainError);
      expect(intento).toThrow(campo);
    }
  });

  it('no deja pasar un prefijo sin declarar', () => {
    expect(() => canonicalizar(el('x:a', {}))).toThrow('«x» no está declarado');
    expect(() => canonicalizar(el('constructor:a', {}))).toThrow('«constructor» no está declarado');
  });

  it('los bytes de un acta son los de siempre: completa y pública', async () => {
    for (const rendicion of ['completa', 'publica'] as const) {
      const { xml } = await actaEjemplo(rendicion);
      await expect(xml.toString()).toMatchFileSnapshot(`patrones/acta-${rendicion}.xml`);
    }
  });

  it('un acta entera ya es canónica para xmllint, con texto hostil en todos sus campos', async () => {
    const hostil = HOSTILES.join('·');
    const item = itemDePrueba(1, {
      titulo: hostil,
      expedienteCodigo: hostil,
      fundamento: hostil,
      serie: { version: hostil, dependencia: hostil, codigo: hostil, subserie: hostil },
      ampliaciones: [{ numero: 1, anexos: 2, motivo: hostil }],
      antecedente: { lote: hostil, causa: 'lote_anulado' },
      constanciaFisica: { numero: 1, metodo: 'picado', fecha: '2026-11-30', lugar: hostil },
    });
    const base = cabeceraDePrueba([1]);
    const cabecera = {
      ...base,
      entidad: { nombre: hostil, nit: hostil, tenant: hostil },
      resumen: {
        ...base.resumen,
        series: [
          { codigo: hostil, subserie: hostil, nombre: hostil, subserieNombre: hostil, expedientes: 1 },
        ],
      },
      avisos: [{ instante: '2026-12-01T00:00:00Z', posicion: 0, texto: hostil }],
    };
    const { xml } = await actaEnMemoria(cabecera, [item]);
    const suyo = correrExterna('xmllint', ['--exc-c14n', '--nonet', '-'], xml);
    expect(suyo?.stdout.toString() ?? xml.toString()).toBe(xml.toString());
    const leido = parseXmlSeguro(xml.toString());
    expect(JSON.stringify(leido)).toContain(JSON.stringify(hostil).slice(1, -1));
    expect(textoDe(leido)).toMatch(/^\n+$/);
  });
});
