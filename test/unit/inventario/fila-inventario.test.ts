import { describe, expect, it } from 'vitest';
import {
  type FilaInventario,
  renderFilaCompleta,
  renderFilaPublica,
} from '../../../src/domain/inventario/fila-inventario.ts';

const fila: FilaInventario = {
  orden: 1,
  expedienteId: '0190a6f0-0000-7000-8000-000000000001',
  expedienteCodigo: 'EXP-1',
  titulo: 'Historia laboral de Rosa Peña',
  tituloPublico: 'Historia laboral de [nombre]',
  enmascaramiento: ['Ley 1581 de 2012, arts. 4 f y 5'],
  nivelSeguridad: 1,
  dependenciaCodigo: '100',
  dependenciaNombre: 'Despacho',
  trdVersionCodigo: 'TRD-1',
  trdTipo: 'TRD',
  serie: '100.1',
  serieNombre: 'Historias laborales',
  subserie: null,
  subserieNombre: null,
  actoConvalidacion: { numero: 'R-77', fecha: '2008-06-30' },
  actaAprobacion: { numero: 'A-3', fecha: '2008-02-01' },
  ag: 2,
  ac: 3,
  disposicion: 'E',
  fundamento: 'TRD TRD-1: disposición final eliminación',
  fechaInicial: null,
  fechaFinal: null,
  cierre: '2010-03-15',
  vencimiento: '2015-03-15',
  vencimientoHabil: '2015-03-16',
  vencimientoAritmetica: 'cierre 2010-03-15 + …',
  soporte: 'fisico',
  folios: 200,
  unidades: [
    {
      caja: '1',
      carpeta: '2',
      tomo: null,
      otro: 'sobre de Rosa Peña',
      folios: '200',
      frecuencia: 'baja',
      notas: 'cédula 52.123.456',
    },
  ],
};
const leer = (linea: string): Record<string, unknown> => JSON.parse(linea);

describe('las dos versiones de una fila del inventario', () => {
  it('son una línea de JSON canónico cada una, con los mismos datos siempre los mismos bytes', () => {
    for (const render of [renderFilaCompleta, renderFilaPublica]) {
      const linea = render(fila);
      expect(linea).toMatch(/^[^\n]+\n$/);
      const desordenada = Object.assign(
        {},
        ...Object.entries(fila)
          .toReversed()
          .map(([k, v]) => ({ [k]: v })),
      );
      expect(render(desordenada)).toBe(linea);
      expect(Object.keys(leer(linea))).toEqual(Object.keys(leer(linea)).toSorted());
    }
  });

  it('REQ-INV-1: la completa trae cada columna como se congeló', () => {
    expect(leer(renderFilaCompleta(fila))).toEqual(fila);
  });

  it('REQ-PUB-2: la pública es la misma fila con el título revisado y su base legal, sin lo que nadie revisó', () => {
    const { titulo, tituloPublico, enmascaramiento, unidades, ...resto } = fila;
    expect(leer(renderFilaPublica(fila))).toEqual({
      ...resto,
      titulo: tituloPublico,
      basesLegales: enmascaramiento,
      unidades: [{ caja: '1', carpeta: '2', tomo: null, folios: '200', frecuencia: 'baja' }],
    });
    expect(renderFilaPublica(fila)).not.toMatch(/Rosa|52\.123/);
  });

  it('unidades que no son una lista no se muestran', () => {
    expect(leer(renderFilaPublica({ ...fila, unidades: { notas: 'x' } }))).toMatchObject({ unidades: [] });
    expect(leer(renderFilaPublica({ ...fila, unidades: ['texto suelto', ['otro']] }))).toMatchObject({
      unidades: [null, null],
    });
  });

  it('un salto de línea en el título no parte la fila', () => {
    const linea = renderFilaCompleta({ ...fila, titulo: 'uno\ndos\u2028tres' });
    expect(linea.indexOf('\n')).toBe(linea.length - 1);
  });
});
