import { describe, expect, it } from 'vitest';
import { createLectorTablas } from '../../../src/adapters/tablas/lector-tablas.ts';
import { parseTrd } from '../../../src/domain/importacion/trd/parse-trd.ts';
import type { SerieTrd } from '../../../src/domain/importacion/trd/serie-trd.ts';
import { fuidOfArchivo, readFixture } from './tablas-de-prueba.ts';

async function readTrd(archivo: string) {
  const hojas = createLectorTablas().leerTabla(archivo, readFixture(archivo));
  return parseTrd(hojas, { archivo, tipo: 'TRD', aceptarParcial: false });
}

const sinLugar = ({ hoja: _hoja, fila: _fila, ...serie }: SerieTrd) => serie;

describe('la alcaldía de ejemplo', () => {
  it('su TRD entra entera, y es la misma en XLSX y en CSV', async () => {
    const [xlsx, csv] = [await readTrd('trd-alcaldia.xlsx'), await readTrd('trd-alcaldia.csv')];
    expect([xlsx.informe.importado, csv.informe.importado]).toEqual([true, true]);
    expect(xlsx.series.map(sinLugar)).toEqual(csv.series.map(sinLugar));
    expect(xlsx.series).toHaveLength(15);
    expect(new Set(xlsx.series.map(({ disposicion }) => disposicion))).toEqual(
      new Set(['CT', 'E', 'S', 'R']),
    );
  });

  it.each([
    ['fuid-alcaldia.xlsx', { filas: 93, expedientes: 52, cerrados: 48 }],
    ['fuid-hacienda.csv', { filas: 29, expedientes: 20, cerrados: 19 }],
  ])(
    'su inventario %s entra entero: sus filas son unidades de menos expedientes',
    async (archivo, esperado) => {
      const { series } = await readTrd('trd-alcaldia.xlsx');
      const { informe, expedientes } = await fuidOfArchivo(archivo, readFixture(archivo), {
        series,
        expediente: 'NÚMERO DE EXPEDIENTE',
        cierre: 'FECHA DE CIERRE',
      });
      expect(informe.importado).toBe(true);
      expect({
        filas: informe.resumen.importada,
        expedientes: expedientes.length,
        cerrados: expedientes.filter(({ cierre }) => cierre !== null).length,
      }).toEqual(esperado);
    },
  );
});
