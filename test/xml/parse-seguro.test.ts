import { describe, expect, it } from 'vitest';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';

describe('lector seguro de XML ajeno', () => {
  it('lee elementos, atributos, texto y las cinco entidades', () => {
    expect(parseXmlSeguro('<a x="1&amp;2"><b>&lt;&gt;&quot;&apos;&#65;</b></a>')).toEqual({
      nombre: 'a',
      atributos: { x: '1&2' },
      hijos: [{ nombre: 'b', atributos: {}, hijos: ['<>"\'A'] }],
    });
  });

  it.each([
    ['DOCTYPE', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'DOCTYPE'],
    ['instrucciones', '<a><?php x?></a>', 'instrucciones de proceso'],
    ['comentarios', '<a><!-- x --></a>', 'comentarios'],
    ['CDATA', '<a><![CDATA[x]]></a>', 'CDATA'],
    ['BOM', '\uFEFF<a></a>', 'BOM'],
    ['entidades desconocidas', '<a>&nbsp;</a>', 'mal formado'],
    ['elementos sin cerrar', '<a><b></a>', 'mal formado'],
    ['prefijos sin declarar', '<x:a></x:a>', 'mal formado'],
    ['caracteres de control', '<a>\u0001</a>', 'mal formado'],
    ['texto vacío', '', 'mal formado'],
    ['anidamiento sin fin', '<a>'.repeat(100), 'demasiados elementos anidados'],
  ])('rechaza %s', (_, xml, motivo) => {
    expect(() => parseXmlSeguro(xml)).toThrow(motivo);
  });

  it('rechaza lo que pasa del tamaño admitido', () => {
    expect(() => parseXmlSeguro('<a>muy largo</a>', { caracteres: 5 })).toThrow('demasiado grande');
  });
});
