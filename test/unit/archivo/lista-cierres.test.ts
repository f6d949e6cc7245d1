import { describe, expect, it } from 'vitest';
import { createLectorTablas } from '../../../src/adapters/tablas/lector-tablas.ts';
import { type ListaCierres, parseListaCierres } from '../../../src/domain/archivo/lista-cierres.ts';
import { readHoja } from '../../../src/domain/importacion/tabla.ts';

async function leer(texto: string): Promise<ListaCierres> {
  for await (const hoja of createLectorTablas().leerTabla('cierres.csv', Buffer.from(texto))) {
    return parseListaCierres(await readHoja(hoja));
  }
  throw new Error('sin hojas');
}

describe('una lista de cierres', () => {
  it('toma el código y la fecha por el nombre de sus columnas, en cualquier orden y con otras de más', async () => {
    const lista = await leer(
      'NOTAS;FECHA DE CIERRE;CÓDIGO DEL EXPEDIENTE\nx;15/03/2015;E-1\n\n;2016-01-02;E-2\n',
    );
    expect(lista.fallos).toEqual([]);
    expect(lista.columnas).toEqual({ codigo: 'C', fecha: 'B' });
    expect(lista.cierres).toEqual([
      { fila: 2, codigo: 'E-1', fecha: '2015-03-15' },
      { fila: 4, codigo: 'E-2', fecha: '2016-01-02' },
    ]);
  });

  it.each([
    ['sin la columna del código', 'FECHA;X\n2015-01-01;E-1\n', 'Falta la columna «CÓDIGO EXPEDIENTE».'],
    ['sin la columna de la fecha', 'EXPEDIENTE;X\nE-1;2015-01-01\n', 'Falta la columna «FECHA DE CIERRE».'],
    ['con solo el encabezado', 'EXPEDIENTE;CIERRE\n', 'La lista no trae ningún expediente.'],
  ])('%s se rechaza entera, con su fila', async (_caso, texto, motivo) => {
    const { cierres, fallos } = await leer(texto);
    expect(cierres).toEqual([]);
    expect(fallos).toEqual([{ hoja: 'cierres.csv', fila: 1, motivo }]);
  });

  it('«sin fecha» no es una fecha de cierre, y cada falta dice su celda', async () => {
    const { cierres, fallos } = await leer('EXPEDIENTE;CIERRE\nE-1;s.f.\n;2015\n');
    expect(cierres).toEqual([]);
    expect(fallos.map(({ fila, columna }) => [fila, columna])).toEqual([
      [2, 'B'],
      [3, 'A'],
      [3, 'B'],
    ]);
  });
});
