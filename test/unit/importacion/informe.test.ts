import { describe, expect, it } from 'vitest';
import { ImportacionRechazada } from '../../../src/domain/importacion/importacion-rechazada.ts';
import { Libreta } from '../../../src/domain/importacion/informe/libreta.ts';
import { refuseFilas } from '../../../src/domain/importacion/informe/rechazar-filas.ts';
import { renderInforme } from '../../../src/domain/importacion/informe/renderizar-informe.ts';

function libreta(): Libreta {
  const nueva = new Libreta();
  nueva.addHoja({ nombre: 'FUID', oculta: false });
  nueva.addHoja({ nombre: 'Vieja', oculta: true, nota: 'Hoja oculta: no se leyó.' });
  nueva.ignore('FUID', 1, 'encabezado');
  nueva.accept('FUID', 2);
  for (const fila of [3, 4, 5, 9]) {
    nueva.refuse({
      hoja: 'FUID',
      fila,
      columna: 'B',
      valor: 'N/A',
      motivo: 'No trae el código de la serie.',
    });
  }
  nueva.warn({ hoja: 'FUID', fila: 2, columna: 'D', texto: 'La celda tiene un comentario.' });
  return nueva;
}

describe('el informe de una importación', () => {
  it('dice que no se importó nada, qué corregir y dónde, juntando lo que se repite', () => {
    expect(renderInforme(libreta().close('inventario.xlsx', 'FUID', false))).toBe(
      [
        'FUID «inventario.xlsx»: no se importó nada.',
        'Filas: 1 correctas, que no entraron; 4 rechazadas; 1 ignoradas.',
        '',
        'Qué hay que corregir',
        '  hoja «FUID», 4 filas: 3–5, 9, columna B: No trae el código de la serie. (dice «N/A»)',
        '',
        'Avisos',
        '  hoja «FUID», fila 2, columna D: La celda tiene un comentario.',
        '',
        'Hojas que no se leyeron',
        '  «Vieja»: Hoja oculta: no se leyó.',
        '',
        'Filas ignoradas',
        '  hoja «FUID», fila 1: encabezado',
        '',
      ].join('\n'),
    );
  });

  it('en parte, lo dice; entero, también', () => {
    expect(renderInforme(libreta().close('i.xlsx', 'FUID', true))).toContain(
      'importado en parte, como se pidió',
    );
    const sana = new Libreta();
    sana.accept('H', 1);
    expect(renderInforme(sana.close('i.xlsx', 'TRD', false))).toContain('TRD «i.xlsx»: importado.');
  });

  it('una lista larguísima se corta y lo dice', () => {
    const larga = new Libreta();
    for (let fila = 1; fila <= 300; fila += 1) larga.refuse({ hoja: 'H', fila, motivo: `Falta ${fila}.` });
    expect(renderInforme(larga.close('i.xlsx', 'TRD', false))).toContain('… y 100 más');
  });

  it('un rechazo es definitivo: nada posterior vuelve buena la fila', () => {
    const nueva = libreta();
    nueva.accept('FUID', 3);
    nueva.ignore('FUID', 4, 'x');
    const { filas, resumen } = nueva.close('i.xlsx', 'FUID', false);
    expect(resumen.rechazada).toBe(4);
    expect(filas.find(({ fila }) => fila === 4)).not.toHaveProperty('nota');
  });

  it('una falta del archivo lo rechaza aunque se acepte en parte, y un informe sin filas buenas no importa nada', () => {
    const conFalta = libreta();
    conFalta.refuseArchivo({ hoja: 'FUID', fila: 1, motivo: 'Dos columnas dicen ser la misma.' });
    expect(conFalta.close('i.xlsx', 'FUID', true).importado).toBe(false);
    expect(new Libreta().close('i.xlsx', 'FUID', true).importado).toBe(false);
  });

  it('lo que solo sabe la base se añade después, y vuelve a contar', () => {
    const informe = libreta().close('i.xlsx', 'FUID', true);
    const fallos = [{ hoja: 'FUID', fila: 2, columna: 'C', motivo: 'Ya existe.' }];
    expect(refuseFilas(informe, [], true)).toBe(informe);
    expect(refuseFilas(informe, fallos, true)).toMatchObject({
      importado: false,
      resumen: { importada: 0, rechazada: 5 },
    });
  });

  it('el error lleva el informe entero y las primeras faltas con hoja, fila, columna y motivo', () => {
    const error = new ImportacionRechazada(libreta().close('i.xlsx', 'FUID', false));
    expect(error.code).toBe('importacion_rechazada');
    expect(error.message).toBe('No se importó nada de «i.xlsx»: 4 filas tienen faltas y 1 están bien.');
    expect(error.faults[0]).toEqual({
      hoja: 'FUID',
      fila: 3,
      columna: 'B',
      valor: 'N/A',
      motivo: 'No trae el código de la serie.',
    });
  });
});
