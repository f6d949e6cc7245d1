import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isColumna, parseColumna, renderColumna } from '../../../src/domain/importacion/columna.ts';
import { parseFolios } from '../../../src/domain/importacion/fuid/folios.ts';
import { parseSoporte } from '../../../src/domain/importacion/fuid/soporte.ts';
import { describeFilas, renderFilas } from '../../../src/domain/importacion/informe/rangos.ts';
import { textOfCelda } from '../../../src/domain/importacion/texto/leer-celda.ts';
import { isNoAplica, normalizeTexto } from '../../../src/domain/importacion/texto/normalizar.ts';
import { findTextoDanado } from '../../../src/domain/importacion/texto/texto-danado.ts';

const ESPANOL = 'áéíóúñÁÉÍÓÚÑüÜ¿¡°º«»';

/** UTF-8 read as Windows-1252: what a careless program leaves in a sound book. */
const asWindows = (texto: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(texto));

describe('el texto dañado', () => {
  it.each([
    ['L├│pez', 'López'],
    ['P├®rez', 'Pérez'],
    ['Sof├¡a Mart├¡nez', 'Sofía Martínez'],
    ['PerÃº', 'Perú'],
    ['â€œactaâ€\u009D', '“acta”'],
    ['se perdi\uFFFD', ''],
  ])('%s parece haber sido %s', (danado, supuesto) => expect(findTextoDanado(danado)).toBe(supuesto));

  it('el español sano nunca parece dañado', () => {
    const letras = fc.constantFrom(...ESPANOL, ...'abcxyz ABC0123.,-/()·–“”');
    fc.assert(
      fc.property(fc.array(letras, { maxLength: 40 }), (partes) => {
        expect(findTextoDanado(partes.join(''))).toBeNull();
      }),
    );
  });

  it('el español dañado siempre se reconoce, con su original', () => {
    const palabra = fc.array(fc.constantFrom(...'áéíóúñÁÉÓÚÑü'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(palabra, (letras) => {
        const original = letras.join('x');
        expect(findTextoDanado(asWindows(original))).toBe(original);
      }),
    );
  });
});

describe('los textos de las celdas', () => {
  it('se comparan sin tildes, mayúsculas, espacios duros ni puntuación', () => {
    expect(normalizeTexto('N°\u00A0 de\nOrden.')).toBe('N DE ORDEN');
    expect(normalizeTexto('Retención (años)')).toBe('RETENCION ANOS');
  });

  it.each(['', ' ', '-', 'N/A', 'n.a.', 'NO APLICA', 'Ninguno'])('«%s» no dice nada', (texto) =>
    expect(isNoAplica(texto)).toBe(true),
  );

  it('un número con formato de ceros los muestra; sin él, no', () => {
    expect(textOfCelda({ valor: 20.1, tipo: 'numero', formato: '0.00' })).toBe('20.10');
    expect(textOfCelda({ valor: 5, tipo: 'numero', formato: '00' })).toBe('05');
    expect(textOfCelda({ valor: 5.25, tipo: 'numero', formato: '0.0' })).toBe('5.25');
    expect(textOfCelda({ valor: 5, tipo: 'numero' })).toBe('5');
    expect(textOfCelda({ valor: true, tipo: 'texto' })).toBe('VERDADERO');
  });

  it('las columnas van y vuelven entre letra y número', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16_384 }), (n) => {
        expect(parseColumna(renderColumna(n))).toBe(n);
      }),
    );
    expect([isColumna('A'), isColumna('XFD'), isColumna('XFE'), isColumna('a1')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('las filas se cuentan por tramos', () => {
    expect(renderFilas([3, 1, 2, 7, 2])).toBe('1–3, 7');
    expect(describeFilas([19])).toBe('fila 19');
    expect(describeFilas([1, 2])).toBe('2 filas: 1–2');
    expect(renderFilas(Array.from({ length: 40 }, (_, i) => i * 2))).toMatch(/y 28 más$/);
  });
});

describe('los folios', () => {
  it.each([
    ['202', 202],
    ['12 folios', 12],
    ['1 AL 202', 202],
    ['11-20', 10],
    ['5 a 5', 1],
    ['20 AL 1', null],
    ['1 AL 202 y anexos', null],
    ['varios', null],
    ['99999999', null],
  ])('«%s» son %s, y el texto queda', (texto, cantidad) => {
    expect(parseFolios(texto)).toEqual({ cantidad, texto });
  });

  it('en blanco o N/A no hay folios', () => {
    expect([parseFolios(null), parseFolios('N/A')]).toEqual([null, null]);
  });
});

describe('el soporte', () => {
  it.each([
    ['Papel', 'fisico'],
    ['FÍSICO', 'fisico'],
    ['DIGITAL', 'electronico'],
    ['Electrónico', 'electronico'],
    ['PAPEL / ELECTRONICO', 'hibrido'],
    ['Físico y electrónico', 'hibrido'],
    ['HÍBRIDO', 'hibrido'],
    ['CD', null],
    ['microfilme', null],
  ])('«%s» es %s', (texto, soporte) => expect(parseSoporte(texto)).toBe(soporte));
});
