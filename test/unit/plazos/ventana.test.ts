import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderInstante } from '../../../src/domain/plazos/bogota.ts';
import { buildCalendarioColombia } from '../../../src/domain/plazos/calendario.ts';
import { parseFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';
import { computeVentana, parseDias } from '../../../src/domain/plazos/ventana.ts';
import { fechaDe, milisegundosDe, ultimoDiaDelPlazo } from './oraculo-lento.ts';
import { CAMBIO_DE_LEY, PUBLICACIONES } from './vectores-ley.ts';

const vigente = buildCalendarioColombia('ley-2578');
const anterior = buildCalendarioColombia('antes-ley-2578');
const fecha = (texto: string) => parseFechaCivil(texto);
const anyFecha = fc
  .integer({ min: milisegundosDe('1950-01-01'), max: milisegundosDe('2190-12-31') })
  .map((instante) => fecha(fechaDe(instante)));

describe('la ventana de publicación', () => {
  it.each(PUBLICACIONES)('REQ-PUB-1: publicada el %s, su día 60 es el %s', (publicado, dia60) => {
    const ventana = computeVentana({ publicadoEn: fecha(publicado), calendario: vigente });
    expect(ventana.ultimoDia).toBe(dia60);
    expect(ventana.dias).toBe(60);
    expect(ventana.calendario).toBe('ley-2578');
  });

  it('REQ-PUB-1: la de un municipio real, del 2026-01-23 al 2026-04-17, no llegó a 60 días', () => {
    const { publicadoEn, listDias } = computeVentana({
      publicadoEn: fecha('2026-01-23'),
      calendario: vigente,
    });
    const contados = [...listDias()].filter((dia) => dia <= '2026-04-17');
    expect(contados).toHaveLength(57);
    // It announced 60; even with the day of publication, which doesn't count, they were 58.
    expect(vigente.isHabil(publicadoEn)).toBe(true);
    expect([publicadoEn, ...contados]).toHaveLength(58);
  });

  it('REQ-PUB-1: el día de la publicación no cuenta y se cierra a las 24:00 de Bogotá del último', () => {
    const ventana = computeVentana({ publicadoEn: fecha('2026-12-01'), calendario: vigente });
    expect(ventana.primerDia).toBe('2026-12-02');
    expect(renderInstante(ventana.cierre)).toBe('2027-03-02T00:00:00-05:00');
  });

  it('publicada en viernes santo empieza el lunes', () => {
    const ventana = computeVentana({ publicadoEn: fecha('2026-04-03'), calendario: vigente, dias: 1 });
    expect(ventana).toMatchObject({ primerDia: '2026-04-06', ultimoDia: '2026-04-06', festivos: [] });
  });

  it('dice qué festivos de lunes a viernes no contó, y no los que caen en fin de semana', () => {
    const ventana = computeVentana({ publicadoEn: fecha('2027-05-28'), calendario: vigente });
    expect(ventana.ultimoDia).toBe('2027-08-30');
    expect(ventana.festivos).toEqual([
      { fecha: '2027-05-31', nombre: 'Corpus Christi' },
      { fecha: '2027-06-07', nombre: 'Sagrado Corazón de Jesús' },
      { fecha: '2027-07-05', nombre: 'San Pedro y San Pablo' },
      { fecha: '2027-07-12', nombre: 'Nuestra Señora del Rosario de Chiquinquirá' },
      { fecha: '2027-07-20', nombre: 'Día de la Independencia' },
      { fecha: '2027-08-16', nombre: 'Asunción de la Virgen' },
    ]);
  });

  it.each(CAMBIO_DE_LEY)(
    'publicada el %s termina el %s sin la Ley 2578 y el %s con ella',
    (publicado, antes, desde) => {
      const publicadoEn = fecha(publicado);
      expect(computeVentana({ publicadoEn, calendario: anterior }).ultimoDia).toBe(antes);
      expect(computeVentana({ publicadoEn, calendario: vigente }).ultimoDia).toBe(desde);
    },
  );

  it('cada cierre de la entidad en día hábil la alarga, y figura con su acto', () => {
    const calendario = buildCalendarioColombia('ley-2578', [
      { fecha: fecha('2026-12-24'), acto: 'Resolución 412 de 2026' },
      { fecha: fecha('2026-12-31'), acto: 'Resolución 412 de 2026' },
      { fecha: fecha('2026-12-27'), acto: 'domingo: no cambia nada' },
    ]);
    const ventana = computeVentana({ publicadoEn: fecha('2026-12-01'), calendario });
    expect(ventana.ultimoDia).toBe('2027-03-03');
    expect(ventana.festivos).toContainEqual({
      fecha: '2026-12-24',
      nombre: 'Cierre de la entidad (Resolución 412 de 2026)',
    });
    expect(ventana.festivos.map(({ fecha: dia }) => String(dia))).not.toContain('2026-12-27');
  });

  it('coincide con el cómputo hecho a mano bajo tres calendarios', () => {
    const cierres = ['2026-12-24', '2026-12-31', '2027-03-29'].map((dia) => ({
      fecha: fecha(dia),
      acto: 'A',
    }));
    const conCierres = buildCalendarioColombia('ley-2578', cierres);
    const cerca = fc
      .integer({ min: milisegundosDe('2026-06-01'), max: milisegundosDe('2027-06-30') })
      .map((instante) => fecha(fechaDe(instante)));
    fc.assert(
      fc.property(fc.oneof(anyFecha, cerca), fc.integer({ min: 1, max: 130 }), (publicadoEn, dias) => {
        const ultimo = (calendario: typeof vigente) =>
          computeVentana({ publicadoEn, dias, calendario }).ultimoDia;
        expect(ultimo(vigente)).toBe(ultimoDiaDelPlazo(publicadoEn, dias, { ley2578: true }));
        expect(ultimo(anterior)).toBe(ultimoDiaDelPlazo(publicadoEn, dias, { ley2578: false }));
        expect(ultimo(conCierres)).toBe(
          ultimoDiaDelPlazo(publicadoEn, dias, {
            ley2578: true,
            cierres: cierres.map((cierre) => cierre.fecha),
          }),
        );
      }),
    );
  });

  it('sus días son tantos como el plazo, hábiles, del primero al último', () => {
    fc.assert(
      fc.property(anyFecha, fc.integer({ min: 1, max: 130 }), (publicadoEn, dias) => {
        const ventana = computeVentana({ publicadoEn, dias, calendario: vigente });
        const lista = [...ventana.listDias()];
        expect(lista).toHaveLength(dias);
        expect(lista.every((dia) => vigente.isHabil(dia))).toBe(true);
        expect([lista.at(0), lista.at(-1)]).toEqual([ventana.primerDia, ventana.ultimoDia]);
        expect(ventana.primerDia > publicadoEn).toBe(true);
      }),
    );
  });

  it('no se calcula más allá de lo que el calendario cubre', () => {
    expect(() => computeVentana({ publicadoEn: fecha('2199-12-01'), calendario: vigente })).toThrowError(
      expect.objectContaining({ code: 'fecha_fuera_de_calendario' }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 1001])('un plazo de %s días se rechaza', (dias) => {
    expect(() =>
      computeVentana({ publicadoEn: fecha('2026-12-01'), calendario: vigente, dias }),
    ).toThrowError(expect.objectContaining({ code: 'plazo_invalido' }));
  });

  it.each(['0', '-1', '1.5', 'sesenta', '', '1001', '1e2'])('un plazo escrito «%s» se rechaza', (valor) => {
    expect(() => parseDias(valor)).toThrowError(`El plazo «${valor}» no es válido`);
  });

  it('un plazo escrito con cifras se lee', () => expect(parseDias('30')).toBe(30));
});
