import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCalendario, buildCalendarioColombia } from '../../../src/domain/plazos/calendario.ts';
import { addDays, parseFechaCivil, weekdayOf } from '../../../src/domain/plazos/fecha-civil.ts';
import { festivosColombia } from '../../../src/domain/plazos/festivos-colombia.ts';
import { generateNoHabiles } from '../../../src/domain/plazos/no-habiles.ts';
import { esHabil, fechaDe, milisegundosDe } from './oraculo-lento.ts';

/** Saturdays and Sundays of three centuries, counted apart. */
const FINES_DE_SEMANA_1900_2199 = 31_306;

const vigente = buildCalendarioColombia();
const fecha = (texto: string) => parseFechaCivil(texto);
const anyFecha = fc
  .integer({ min: milisegundosDe('1900-02-01'), max: milisegundosDe('2199-11-30') })
  .map((instante) => fecha(fechaDe(instante)));

describe('el calendario hábil', () => {
  it('es de lunes a viernes menos festivos, y dice por qué un día no lo es', () => {
    expect(vigente.motivoNoHabil(fecha('2026-12-05'))).toBe('Sábado');
    expect(vigente.motivoNoHabil(fecha('2026-12-06'))).toBe('Domingo');
    expect(vigente.motivoNoHabil(fecha('2026-12-08'))).toBe('Inmaculada Concepción');
    expect(vigente.motivoNoHabil(fecha('2025-06-30'))).toBe(
      'Sagrado Corazón de Jesús; San Pedro y San Pablo',
    );
    expect(vigente.motivoNoHabil(fecha('2026-12-07'))).toBeNull();
  });

  it('da el día hábil siguiente y el anterior; un día hábil es él mismo', () => {
    expect(vigente.siguienteHabil(fecha('2026-04-02'))).toBe('2026-04-06');
    expect(vigente.anteriorHabil(fecha('2026-04-05'))).toBe('2026-04-01');
    expect(vigente.siguienteHabil(fecha('2026-04-06'))).toBe('2026-04-06');
    expect(vigente.anteriorHabil(fecha('2026-04-06'))).toBe('2026-04-06');
  });

  it('descuenta los cierres de la entidad y nombra su acto', () => {
    const calendario = buildCalendarioColombia('ley-2578', [
      { fecha: fecha('2026-12-24'), acto: 'Resolución 412 de 2026' },
      { fecha: fecha('2026-12-24'), acto: 'Decreto 90 de 2026' },
      { fecha: fecha('2026-12-25'), acto: 'Resolución 412 de 2026' },
    ]);
    expect(calendario.motivoNoHabil(fecha('2026-12-24'))).toBe(
      'Cierre de la entidad (Resolución 412 de 2026); Cierre de la entidad (Decreto 90 de 2026)',
    );
    expect(calendario.motivoNoHabil(fecha('2026-12-25'))).toBe(
      'Navidad; Cierre de la entidad (Resolución 412 de 2026)',
    );
    expect(calendario.siguienteHabil(fecha('2026-12-24'))).toBe('2026-12-28');
    expect(vigente.isHabil(fecha('2026-12-24'))).toBe(true);
  });

  it('coincide con el cómputo hecho a mano en cualquier día', () => {
    const anterior = buildCalendarioColombia('antes-ley-2578');
    fc.assert(
      fc.property(anyFecha, (dia) => {
        expect(vigente.isHabil(dia)).toBe(esHabil(dia, { ley2578: true }));
        expect(anterior.isHabil(dia)).toBe(esHabil(dia, { ley2578: false }));
      }),
      { numRuns: 1000 },
    );
  });

  it('el siguiente y el anterior son hábiles y no hay otro hábil en medio', () => {
    fc.assert(
      fc.property(anyFecha, (dia) => {
        const siguiente = vigente.siguienteHabil(dia);
        const anterior = vigente.anteriorHabil(dia);
        expect(vigente.isHabil(siguiente) && vigente.isHabil(anterior)).toBe(true);
        expect(anterior <= dia && dia <= siguiente).toBe(true);
        for (let entre = addDays(anterior, 1); entre < siguiente; entre = addDays(entre, 1))
          expect(vigente.isHabil(entre)).toBe(false);
      }),
    );
  });

  it.each(['1899-12-31', '2200-01-01'])('no supone nada del %s, que no cubre', (dia) => {
    const mensaje = `El calendario «ley-2578» va de 1900-01-01 a 2199-12-31: no dice si el ${dia} es hábil y no se supone.`;
    expect(() => vigente.isHabil(fecha(dia))).toThrowError(mensaje);
    expect(() => vigente.siguienteHabil(fecha(dia))).toThrowError(mensaje);
    expect(() => vigente.anteriorHabil(fecha(dia))).toThrowError(mensaje);
    expect(() =>
      buildCalendarioColombia('ley-2578', [{ fecha: fecha(dia), acto: 'Resolución 1' }]),
    ).toThrowError(mensaje);
  });

  it('no da un día siguiente que caería fuera de lo que cubre', () => {
    const corto = buildCalendario({
      version: 'solo-2022',
      festivos: { ...festivosColombia('ley-2578'), desdeAnio: 2022, hastaAnio: 2022 },
    });
    expect(corto.anteriorHabil(fecha('2022-12-31'))).toBe('2022-12-30');
    expect(() => corto.siguienteHabil(fecha('2022-12-31'))).toThrowError(/«solo-2022».*2023-01-01/);
    expect(() => corto.anteriorHabil(fecha('2022-01-01'))).toThrowError(/«solo-2022».*2021-12-31/);
  });
});

describe('los días no hábiles de una versión del calendario', () => {
  const desde = fecha('2024-01-01');
  const hasta = fecha('2030-12-31');
  const filas = [...generateNoHabiles(desde, hasta, vigente)];

  it('traen su motivo y el día hábil siguiente', () => {
    expect(filas.filter(({ fecha: dia }) => dia >= '2026-04-02' && dia <= '2026-04-05')).toEqual([
      { fecha: '2026-04-02', siguienteHabil: '2026-04-06', motivo: 'Jueves Santo' },
      { fecha: '2026-04-03', siguienteHabil: '2026-04-06', motivo: 'Viernes Santo' },
      { fecha: '2026-04-04', siguienteHabil: '2026-04-06', motivo: 'Sábado' },
      { fecha: '2026-04-05', siguienteHabil: '2026-04-06', motivo: 'Domingo' },
    ]);
  });

  it('son exactamente los que el calendario no da por hábiles, en orden y una vez', () => {
    const esperados: string[] = [];
    for (let dia = desde; dia <= hasta; dia = addDays(dia, 1)) if (!vigente.isHabil(dia)) esperados.push(dia);
    expect(filas.map(({ fecha: dia }) => dia)).toEqual(esperados);
    for (const { fecha: dia, siguienteHabil } of filas) {
      expect(siguienteHabil > dia).toBe(true);
      expect(siguienteHabil).toBe(vigente.siguienteHabil(dia));
    }
  });

  it('se generan para los tres siglos que el calendario cubre', () => {
    const todos = [...generateNoHabiles(vigente.desde, vigente.hasta, vigente)];
    const finesDeSemana = todos.filter(({ fecha: dia }) => weekdayOf(dia) > 5);
    expect(todos[0]?.fecha).toBe('1900-01-01');
    expect(finesDeSemana).toHaveLength(FINES_DE_SEMANA_1900_2199);
    expect(todos.length).toBeGreaterThan(finesDeSemana.length + 300 * 13);
    expect(new Set(todos.map(({ fecha: dia }) => dia)).size).toBe(todos.length);
  });
});
