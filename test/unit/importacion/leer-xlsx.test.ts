import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildLibro, buildZip, type HojaEscrita } from '../../../scripts/escribir-libro.ts';
import { LIMITES_TABLA } from '../../../src/adapters/tablas/limites.ts';
import { isFormatoFecha } from '../../../src/adapters/tablas/xlsx/estilos.ts';
import { cellsOf, readTabla, refusalOf } from './tablas-de-prueba.ts';

const libro = (hojas: readonly HojaEscrita[]) => readTabla('prueba.xlsx', buildLibro(hojas));

/** The parts of a small book, to spoil one of them. */
function partesCon(cambios: Readonly<Record<string, string>>): Map<string, string> {
  const tipos = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
  const oficial = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relacion = (id: string, tipo: string, destino: string) =>
    `<Relationships><Relationship Id="${id}" Type="${oficial}/${tipo}" Target="${destino}"/></Relationships>`;
  return new Map(
    Object.entries({
      '[Content_Types].xml': tipos,
      '_rels/.rels': relacion('rId1', 'officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relacion('rId1', 'worksheet', '/xl/worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
      ...cambios,
    }),
  );
}

const spoiled = (cambios: Readonly<Record<string, string>>) =>
  readTabla('prueba.xlsx', buildZip(partesCon(cambios), true));

describe('un libro XLSX', () => {
  it('da sus hojas en orden, dice cuáles están ocultas y numera las filas como Excel', async () => {
    const hojas = await libro([
      { nombre: 'Uno', filas: [[], ['a', null, 'c'], [], [5]] },
      { nombre: 'Dos', oculta: true, filas: [['x']] },
    ]);
    expect(hojas.map(({ nombre, oculta }) => [nombre, oculta])).toEqual([
      ['Uno', false],
      ['Dos', true],
    ]);
    expect(cellsOf(hojas[0])).toEqual([
      ['A2', { valor: 'a', tipo: 'texto' }],
      ['C2', { valor: 'c', tipo: 'texto' }],
      ['A4', { valor: 5, tipo: 'numero' }],
    ]);
  });

  it('distingue fechas, errores, fórmulas con resultado y sin él', async () => {
    const [hoja] = await libro([
      {
        nombre: 'H',
        filas: [
          [
            { fecha: '2023-01-21', hora: 5 / 24 },
            { error: '#REF!' },
            { formula: 'A1+1', valor: 7 },
            { formula: 'B1' },
            { formula: 'T(1)', valor: 'hecho' },
            { numero: 20.1, formato: '0.00' },
          ],
        ],
      },
    ]);
    expect(cellsOf(hoja)).toEqual([
      ['A1', { valor: 44947 + 5 / 24, tipo: 'fecha', formato: 'yyyy\\-mm\\-dd' }],
      ['B1', { valor: '#REF!', tipo: 'error' }],
      ['C1', { valor: 7, tipo: 'numero' }],
      ['D1', { valor: null, tipo: 'formula' }],
      ['E1', { valor: 'hecho', tipo: 'texto' }],
      ['F1', { valor: 20.1, tipo: 'numero', formato: '0.00' }],
    ]);
  });

  it('un libro con el calendario de 1904 da los mismos días que uno de 1900', async () => {
    const hojas: HojaEscrita[] = [{ nombre: 'H', filas: [[{ fecha: '2013-08-14' }]] }];
    const de1900 = await readTabla('a.xlsx', buildLibro(hojas));
    const de1904 = await readTabla('b.xlsx', buildLibro(hojas, { sistema1904: true }));
    expect(cellsOf(de1904[0])).toEqual(cellsOf(de1900[0]));
  });

  it('trae combinadas, filas ocultas y comentarios', async () => {
    const [hoja] = await libro([
      {
        nombre: 'H',
        filas: [['a'], ['b']],
        combinadas: ['A1:C1'],
        filasOcultas: [2],
        comentarios: { A2: 'ojo' },
      },
    ]);
    expect(hoja?.combinadas).toEqual([{ filaInicial: 1, filaFinal: 1, columnaInicial: 1, columnaFinal: 3 }]);
    expect(hoja?.filas.map(({ oculta }) => oculta)).toEqual([false, true]);
    expect(hoja?.filas[1]?.celdas.get('A')?.comentario).toBe('ojo');
  });

  it('una hoja declarada hasta XFD y con celdas solo de estilo cuesta lo que tiene', async () => {
    const estilos = Array.from(
      { length: 2_000 },
      (_, i) => `<row r="${i + 2}"><c r="XFD${i + 2}" s="0"/></row>`,
    );
    const [hoja] = await spoiled({
      'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row>${estilos.join('')}</sheetData></worksheet>`,
    });
    expect(cellsOf(hoja)).toEqual([['XFD1', { valor: 1, tipo: 'numero' }]]);
  });

  it('entiende prefijos de espacio de nombres, textos con formato, escapes y filas sin número', async () => {
    const [hoja] = await spoiled({
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:r><x:t>Ac</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh><x:r><x:t>ta_x000D_</x:t></x:r></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(cellsOf(hoja)).toEqual([
      ['A1', { valor: 'Acta\r', tipo: 'texto' }],
      ['B1', { valor: 2, tipo: 'numero' }],
    ]);
  });

  it.each([
    ['yyyy-mm-dd', true],
    ['DD/MM/YYYY', true],
    ['mmm-yy', true],
    ['[$-240A]d "de" mmmm', true],
    ['mmmm', true],
    ['h:mm', false],
    ['mm:ss', false],
    ['0.00', false],
    ['General', false],
    ['"día" 0', false],
    ['#,##0 "mayo"', false],
    ['[Red]0;[Blue]-0', false],
  ])('el formato %s es de fecha: %s', (formato, esperado) => {
    expect(isFormatoFecha(formato)).toBe(esperado);
  });
});

describe('lo que no es un libro, o lo es con malas intenciones', () => {
  it.each([
    ['un DOCTYPE', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE w [<!ENTITY a "b">]><worksheet/>' }, 'DOCTYPE'],
    ['XML roto', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData></worksheet>' }, 'bien formado'],
    [
      'un texto que no existe',
      {
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>9</v></c></row></sheetData></worksheet>',
      },
      'A1',
    ],
    [
      'un número que no lo es',
      {
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row r="1"><c r="A1"><v>1x</v></c></row></sheetData></worksheet>',
      },
      'número válido',
    ],
    [
      'filas desordenadas',
      {
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row></sheetData></worksheet>',
      },
      'no van en orden',
    ],
    ['ninguna hoja', { 'xl/workbook.xml': '<workbook><sheets/></workbook>' }, 'ninguna hoja'],
  ])('con %s se rechaza diciendo por qué', async (_caso, cambios, parte) => {
    const rechazo = await refusalOf(spoiled(cambios));
    expect(rechazo.code).toBe('tabla_ilegible');
    expect(rechazo.message).toContain(parte);
  });

  it('un libro que se expande más de lo permitido se rechaza antes de expandirlo', async () => {
    const bomba = buildZip(partesCon({ 'xl/worksheets/sheet1.xml': ' '.repeat(3_000_000) }), true);
    expect(bomba.length).toBeLessThan(10_000);
    const rechazo = await refusalOf(
      readTabla('bomba.xlsx', bomba, { ...LIMITES_TABLA, bytesDescomprimidos: 1_000_000 }),
    );
    expect(rechazo.code).toBe('tabla_demasiado_grande');
  });

  it('un tamaño declarado falso se descubre al expandir', async () => {
    const bytes = buildZip(partesCon({}), true);
    const directorio = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    for (let i = directorio; i >= 0; i = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]), i + 4)) {
      bytes.writeUInt32LE(3, i + 24);
    }
    expect((await refusalOf(readTabla('falso.xlsx', bytes))).code).toBe('tabla_ilegible');
  });

  it.each([
    ['filas', { filas: 2 }],
    ['celdas', { celdas: 3 }],
    ['rangos combinados', { combinadas: 0 }],
    ['caracteres', { caracteres: 3 }],
    ['hojas', { hojas: 1 }],
    ['partes', { partes: 2 }],
    ['MB', { bytes: 100 }],
  ])('pasar del límite de %s se dice', async (palabra, limite) => {
    const bytes = buildLibro([
      { nombre: 'A', filas: [['uno'], ['dos'], ['tres', 'cuatro']], combinadas: ['A1:B1'] },
      { nombre: 'B', filas: [['x']] },
    ]);
    const rechazo = await refusalOf(readTabla('g.xlsx', bytes, { ...LIMITES_TABLA, ...limite }));
    expect(rechazo.code).toBe('tabla_demasiado_grande');
    expect(rechazo.message).toContain(palabra);
  });

  it.each([
    ['un libro antiguo o con contraseña', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '97-2003'],
    ['un PDF con nombre de hoja', 'a.xlsx', Buffer.from('%PDF-1.7'), 'PDF'],
    ['un documento de Word', 'a.docx', buildZip(new Map([['word/document.xml', '<x/>']])), 'Word'],
    ['una hoja de LibreOffice', 'a.ods', buildZip(new Map([['mimetype', 'x']])), 'LibreOffice'],
    ['un volcado SQL', 'a.sql', Buffer.from('INSERT INTO x'), 'SQL'],
    ['un JSON con nombre de CSV', 'a.csv', Buffer.from(' [{"a":1}]'), 'JSON'],
    ['una extensión desconocida', 'a.dat', Buffer.from('a;b'), '.dat'],
  ])('%s se rechaza diciendo qué es y qué se admite', async (_caso, nombre, bytes, parte) => {
    const rechazo = await refusalOf(readTabla(nombre, bytes));
    expect(rechazo.code).toBe('tabla_formato_no_admitido');
    expect(rechazo.message).toContain(parte);
    expect(rechazo.message).toContain('XLSX');
  });

  it('un byte cambiado dentro de una hoja se descubre', async () => {
    const bytes = buildLibro([{ nombre: 'A', filas: [['ELIMINACION']] }]);
    bytes.write('CONSERVACIO', bytes.indexOf('ELIMINACION'));
    expect((await refusalOf(readTabla('a.xlsx', bytes))).code).toBe('tabla_ilegible');
  });

  it('un archivo vacío y un ZIP cortado son ilegibles', async () => {
    expect((await refusalOf(readTabla('a.xlsx', new Uint8Array()))).code).toBe('tabla_ilegible');
    const entero = buildLibro([{ nombre: 'A', filas: [['x']] }]);
    expect((await refusalOf(readTabla('a.xlsx', entero.subarray(0, entero.length - 30)))).code).toBe(
      'tabla_ilegible',
    );
  });

  it('este mismo archivo de prueba, con otro nombre, no es una hoja', async () => {
    expect((await refusalOf(readTabla('a.xlsx', readFileSync(import.meta.filename)))).code).toBe(
      'tabla_formato_no_admitido',
    );
  });
});
