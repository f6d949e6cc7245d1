import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cierreEnBogota } from '../../../src/domain/plazos/bogota.ts';
import { buildCalendarioColombia } from '../../../src/domain/plazos/calendario.ts';
import {
  computeVentanaConDisponibilidad,
  isDisponible,
  type Sondeos,
} from '../../../src/domain/plazos/disponibilidad.ts';
import { type FechaCivil, parseFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';
import { computeVentana } from '../../../src/domain/plazos/ventana.ts';

const calendario = buildCalendarioColombia();
const publicadoEn = parseFechaCivil('2026-12-01');
const ventana = computeVentana({ publicadoEn, calendario });
const habiles = [...ventana.listDias()];
const BUENO: Sondeos = { exitosos: 96, esperados: 96 };
const CAIDO: Sondeos = { exitosos: 76, esperados: 96 };

const evidencia = (dias: readonly FechaCivil[], sondeos: Sondeos) =>
  dias.map((dia): [FechaCivil, Sondeos] => [dia, sondeos]);

describe('la ventana con evidencia de disponibilidad', () => {
  it('REQ-PUB-4: recién publicada no ha contado ningún día y proyecta el día 60 calculado', () => {
    expect(
      computeVentanaConDisponibilidad({
        publicadoEn,
        calendario,
        sondeos: new Map(),
        evaluadoHasta: publicadoEn,
      }),
    ).toEqual({
      publicadoEn,
      dias: 60,
      calendario: 'ley-2578',
      primerDia: ventana.primerDia,
      contados: 0,
      faltantes: 60,
      completa: false,
      diasSinEvidencia: [],
      ultimoDia: ventana.ultimoDia,
      cierre: ventana.cierre,
    });
  });

  it('REQ-PUB-4: con evidencia de todos los días se completa el día calculado', () => {
    const progreso = computeVentanaConDisponibilidad({
      publicadoEn,
      calendario,
      sondeos: new Map(evidencia(habiles, BUENO)),
      evaluadoHasta: ventana.ultimoDia,
    });
    expect(progreso).toMatchObject({
      contados: 60,
      faltantes: 0,
      completa: true,
      ultimoDia: ventana.ultimoDia,
    });
  });

  it('REQ-PUB-4: el último día solo cuenta cuando ha terminado', () => {
    const progreso = computeVentanaConDisponibilidad({
      publicadoEn,
      calendario,
      sondeos: new Map(evidencia(habiles, BUENO)),
      evaluadoHasta: parseFechaCivil('2027-02-28'),
    });
    expect(progreso).toMatchObject({
      contados: 59,
      faltantes: 1,
      completa: false,
      ultimoDia: ventana.ultimoDia,
    });
  });

  it('REQ-PUB-4: un día caído o sin sondeos no cuenta y corre el final al siguiente hábil', () => {
    const [primero, segundo, tercero] = habiles;
    if (primero === undefined || segundo === undefined || tercero === undefined)
      throw new Error('ventana vacía');
    const progreso = computeVentanaConDisponibilidad({
      publicadoEn,
      calendario,
      sondeos: new Map([...evidencia([primero], BUENO), ...evidencia([segundo], CAIDO)]),
      evaluadoHasta: tercero,
    });
    expect(progreso.diasSinEvidencia).toEqual([segundo, tercero]);
    expect(progreso).toMatchObject({ contados: 1, faltantes: 59, completa: false, ultimoDia: '2027-03-03' });
    expect(progreso.cierre).toEqual(cierreEnBogota(parseFechaCivil('2027-03-03')));
  });

  it('REQ-PUB-4: la evidencia de un día no hábil no cuenta', () => {
    const inhabiles = ['2026-12-05', '2026-12-06', '2026-12-08'].map((dia) => parseFechaCivil(dia));
    const progreso = computeVentanaConDisponibilidad({
      publicadoEn,
      calendario,
      sondeos: new Map(evidencia([publicadoEn, ...inhabiles], BUENO)),
      evaluadoHasta: parseFechaCivil('2026-12-01'),
    });
    expect(progreso.contados).toBe(0);
  });

  it.each([
    [{ exitosos: 77, esperados: 96 }, 80, true],
    [{ exitosos: 76, esperados: 96 }, 80, false],
    [{ exitosos: 4, esperados: 5 }, 80, true],
    [{ exitosos: 96, esperados: 96 }, 100, true],
    [{ exitosos: 95, esperados: 96 }, 100, false],
    [{ exitosos: 0, esperados: 0 }, 80, false],
    [undefined, 80, false],
  ])('REQ-PUB-4: %o con un umbral de %d %% → cuenta: %s', (sondeos, umbral, esperado) => {
    expect(isDisponible(sondeos, umbral)).toBe(esperado);
  });

  it('nunca termina antes que la ventana calculada, y termina tantos hábiles después como días fallaron', () => {
    const sondeo = fc.constantFrom(BUENO, CAIDO, undefined);
    fc.assert(
      fc.property(fc.array(sondeo, { maxLength: 60 }), fc.nat(59), (sondeos, evaluados) => {
        const evaluadoHasta = habiles[evaluados] ?? publicadoEn;
        const mapa = new Map<FechaCivil, Sondeos>();
        for (const [indice, dia] of habiles.entries()) {
          const sondeado = sondeos[indice];
          if (sondeado !== undefined) mapa.set(dia, sondeado);
        }
        const progreso = computeVentanaConDisponibilidad({
          publicadoEn,
          calendario,
          sondeos: mapa,
          evaluadoHasta,
        });
        const fallidos = progreso.diasSinEvidencia.length;
        expect(progreso.contados + fallidos).toBe(evaluados + 1);
        expect(progreso.ultimoDia >= ventana.ultimoDia).toBe(true);
        expect(progreso.ultimoDia).toBe(
          computeVentana({ publicadoEn, calendario, dias: 60 + fallidos }).ultimoDia,
        );
      }),
    );
  });

  it.each([0, 101, 79.5])('un umbral de %s %% se rechaza', (umbralPorciento) => {
    const input = {
      publicadoEn,
      calendario,
      sondeos: new Map(),
      evaluadoHasta: publicadoEn,
      umbralPorciento,
    };
    expect(() => computeVentanaConDisponibilidad(input)).toThrowError(
      expect.objectContaining({ code: 'disponibilidad_invalida' }),
    );
  });

  it('unos sondeos que no son enteros se rechazan', () => {
    expect(() => isDisponible({ exitosos: 1.5, esperados: 96 })).toThrowError(
      expect.objectContaining({ code: 'disponibilidad_invalida' }),
    );
    expect(() => isDisponible({ exitosos: -1, esperados: 96 })).toThrowError(
      expect.objectContaining({ code: 'disponibilidad_invalida' }),
    );
  });
});
