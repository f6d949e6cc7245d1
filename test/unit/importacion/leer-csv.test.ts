import { describe, expect, it } from 'vitest';
import { LIMITES_TABLA } from '../../../src/adapters/tablas/limites.ts';
import { cellsOf, readTabla, refusalOf } from './tablas-de-prueba.ts';

const csv = async (contenido: string | Uint8Array) =>
  (await readTabla('prueba.csv', typeof contenido === 'string' ? Buffer.from(contenido) : contenido))[0];
const valores = async (contenido: string | Uint8Array) =>
  cellsOf(await csv(contenido)).map(([lugar, { valor }]) => [lugar, valor]);

describe('un CSV', () => {
  it.each([
    ['coma', 'a,"b;c"\n1,2\n3,4\n'],
    ['punto y coma', 'a;"b,c"\n1;2\n3;4\n'],
    ['tabulador', 'a\tb;c,d\n1\t2\n3\t4\n'],
  ])('separado por %s se reconoce', async (_nombre, texto) => {
    const hoja = await csv(texto);
    expect(hoja?.filas.map(({ celdas }) => [...celdas.keys()].join(''))).toEqual(['AB', 'AB', 'AB']);
  });

  it('la pista sep= de Excel manda y cuenta como fila', async () => {
    expect(await valores('sep=;\r\na;b\r\n')).toEqual([
      ['A2', 'a'],
      ['B2', 'b'],
    ]);
  });

  it('con marca de orden, CRLF, comillas dobladas y saltos de línea dentro de una celda', async () => {
    expect(await valores('\uFEFFa;b\r\n"dice ""sí""";"dos\nlíneas"\r\n\r\nfin;\r\n')).toEqual([
      ['A1', 'a'],
      ['B1', 'b'],
      ['A2', 'dice "sí"'],
      ['B2', 'dos\nlíneas'],
      ['A4', 'fin'],
    ]);
  });

  it('en UTF-16 y en Windows-1252; lo segundo se supone y se dice', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('año;señal\n1;2\n', 'utf16le')]);
    expect((await valores(utf16))[0]).toEqual(['A1', 'año']);
    const latin = await csv(Buffer.from('año;señal\n1;2\n', 'latin1'));
    expect(cellsOf(latin)[1]?.[1].valor).toBe('señal');
    expect(latin?.avisos.join()).toContain('Windows-1252');
    expect((await csv('año;b\n'))?.avisos).toEqual([]);
  });

  it('comillas mal puestas se rechazan con la fila', async () => {
    const rechazo = await refusalOf(csv('a;b\nc;"d\ne;f\n'));
    expect(rechazo.code).toBe('tabla_ilegible');
    expect(rechazo.message).toContain('comillas');
    expect(rechazo.message).toContain('fila 2');
  });

  it.each([
    ['filas', { filas: 1 }],
    ['celdas', { celdas: 1 }],
    ['caracteres', { caracteres: 2 }],
  ])('pasar del límite de %s se dice', async (palabra, limite) => {
    const rechazo = await refusalOf(
      readTabla('g.csv', Buffer.from('uno;dos\ntres;cuatro\n'), { ...LIMITES_TABLA, ...limite }),
    );
    expect(rechazo.code).toBe('tabla_demasiado_grande');
    expect(rechazo.message).toContain(palabra);
  });
});

describe('un XML plano', () => {
  it('es una tabla: cada registro una fila, sus atributos y elementos columnas', async () => {
    const hojas = await readTabla(
      'trd.xml',
      Buffer.from(
        '<trd><serie dependencia="100"><codigo>05.01</codigo><archivoGestion>2</archivoGestion></serie></trd>',
      ),
    );
    expect(cellsOf(hojas[0]).map(([lugar, { valor }]) => [lugar, valor])).toEqual([
      ['A1', 'dependencia'],
      ['B1', 'codigo'],
      ['C1', 'archivo Gestion'],
      ['A2', '100'],
      ['B2', '05.01'],
      ['C2', '2'],
    ]);
  });

  it.each([
    ['un DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['registros anidados', '<a><b><c><d/></c></b></a>', 'anidado'],
    ['XML roto', '<a><b></a>', 'bien formado'],
  ])('con %s se rechaza', async (_caso, texto, parte) => {
    const rechazo = await refusalOf(readTabla('a.xml', Buffer.from(texto)));
    expect(rechazo.code).toBe('tabla_ilegible');
    expect(rechazo.message).toContain(parte);
  });
});
