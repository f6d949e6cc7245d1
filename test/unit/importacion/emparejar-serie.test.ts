import { describe, expect, it } from 'vitest';
import { BuscadorSeries } from '../../../src/domain/importacion/fuid/emparejar-serie.ts';
import type { UnidadFuid } from '../../../src/domain/importacion/fuid/unidad-fuid.ts';
import type { SerieTrd } from '../../../src/domain/importacion/trd/serie-trd.ts';
import { serie } from './tablas-de-prueba.ts';

const INFORMES: readonly SerieTrd[] = [
  serie('100', '19', '05', 'Informe de Gestión', {
    disposicion: 'CT',
    dependenciaNombre: 'Dirección General',
  }),
  serie('120', '19', '05', 'Informe de Gestión', { dependenciaNombre: 'Subdirección de Planeación' }),
];

function unidad(codigo: string, cambios: Partial<UnidadFuid> = {}): UnidadFuid {
  return {
    hoja: 'FUID',
    fila: 2,
    orden: '1',
    codigo: codigo.split('.'),
    serieNombre: null,
    subserieNombre: null,
    oficina: null,
    titulo: 'Informe 2013',
    fechaInicial: null,
    fechaFinal: null,
    caja: '1',
    carpeta: null,
    tomo: null,
    otro: null,
    ubicacion: null,
    folios: null,
    foliosTexto: null,
    soporte: 'fisico',
    frecuencia: null,
    notas: null,
    expediente: null,
    cierre: null,
    columnas: {},
    ...cambios,
  };
}

const buscar = (series: readonly SerieTrd[], buscada: UnidadFuid, dependencia: string | null = null) => {
  const hallada = new BuscadorSeries('TRD-1', series, dependencia).find(buscada);
  return 'serie' in hallada
    ? `${hallada.serie.dependenciaCodigo} ${hallada.serie.disposicion}`
    : hallada.motivo;
};

describe('la serie de una unidad', () => {
  it('el código completo lleva su dependencia, con ceros o sin ellos', () => {
    expect(buscar(INFORMES, unidad('100.19.05'))).toBe('100 CT');
    expect(buscar(INFORMES, unidad('0120.19.5'))).toBe('120 E');
  });

  it('el mismo código en dos dependencias, CT en una y E en otra, no se adivina', () => {
    expect(buscar(INFORMES, unidad('19.05'))).toContain('varias dependencias (100, 120)');
  });

  it('lo decide la dependencia indicada, o la oficina que nombra el inventario', () => {
    expect(buscar(INFORMES, unidad('19.05'), '120')).toBe('120 E');
    expect(buscar(INFORMES, unidad('19.05', { oficina: 'DIRECCION GENERAL' }))).toBe('100 CT');
    expect(buscar(INFORMES, unidad('19.05', { oficina: 'Otra oficina' }))).toContain('varias dependencias');
  });

  it('la dependencia indicada no admite códigos de otra', () => {
    expect(buscar(INFORMES, unidad('100.19.05'), '120')).toContain('no es de esa dependencia');
  });

  it('un código corto que el inventario atribuye a otra oficina de la versión no se toma', () => {
    const series = [
      ...INFORMES.slice(1),
      serie('110', '01', '01', 'Acciones', { dependenciaNombre: 'Jurídica' }),
    ];
    expect(buscar(series, unidad('19.05', { oficina: 'JURÍDICA' }))).toContain('no es de esa dependencia');
    expect(buscar(series, unidad('19.05', { oficina: '120' }))).toBe('120 E');
  });

  it('un código corto de una sola dependencia basta', () => {
    expect(buscar(INFORMES.slice(1), unidad('19.05'))).toBe('120 E');
  });

  it('un código que se lee de dos maneras no se adivina', () => {
    const series = [serie('5', '01', null, null), serie('100', '5', '1', 'Otra')];
    expect(buscar(series, unidad('5.1'))).toContain('varias dependencias');
  });

  it('un código de muchas partes se reconoce entero', () => {
    expect(buscar([serie('10.06.03.00', '15', '01', 'Egreso')], unidad('10.06.03.00.15.01'))).toBe(
      '10.06.03.00 E',
    );
  });

  it('el nombre de la fila debe tener algo en común con el de su código', () => {
    expect(buscar(INFORMES, unidad('100.19.05', { serieNombre: 'INFORMES' }))).toBe('100 CT');
    expect(buscar(INFORMES, unidad('100.19.05', { serieNombre: 'CONTRATOS' }))).toContain('«CONTRATOS»');
  });
});
