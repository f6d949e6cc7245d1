import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  festivosColombia,
  PRIMER_ANIO,
  ULTIMO_ANIO,
  VERSIONES_LEGALES,
} from '../../../src/domain/plazos/festivos-colombia.ts';
import { datoCompartido, exigirTodo, hayDatosCompartidos } from '../../support/datos-compartidos.ts';
import { festivosDelAnio } from './oraculo-lento.ts';
import { FESTIVOS } from './vectores-ley.ts';

const vigente = festivosColombia('ley-2578');
const anterior = festivosColombia('antes-ley-2578');
const fechas = (anio: number, fuente = vigente): string[] => [
  ...new Set<string>(fuente.listFestivos(anio).map(({ fecha }) => fecha)),
];

describe('los festivos de Colombia', () => {
  it.each([2026, 2027])('REQ-PUB-1: los de %d son los diecinueve que da la ley', (anio) => {
    expect(fechas(anio)).toEqual(FESTIVOS[anio]);
  });

  it('dos que caen el mismo lunes son un solo día con dos nombres', () => {
    expect(vigente.listFestivos(2025).filter(({ fecha }) => fecha === '2025-06-30')).toEqual([
      { fecha: '2025-06-30', nombre: 'Sagrado Corazón de Jesús' },
      { fecha: '2025-06-30', nombre: 'San Pedro y San Pablo' },
    ]);
    expect(vigente.listFestivos(2030).filter(({ fecha }) => fecha === '2030-07-01')).toHaveLength(2);
  });

  it('llevan su nombre oficial: Ascensión y Chiquinquirá, sin domingo de Pascua', () => {
    const nombres = new Map(vigente.listFestivos(2026).map(({ fecha, nombre }) => [String(fecha), nombre]));
    expect(nombres.get('2026-05-18')).toBe('Ascensión del Señor');
    expect(nombres.get('2026-08-17')).toBe('Asunción de la Virgen');
    expect(nombres.get('2026-07-13')).toBe('Nuestra Señora del Rosario de Chiquinquirá');
    expect(nombres.has('2026-04-05')).toBe(false);
    expect(nombres.has('2026-03-29')).toBe(false);
  });

  it('la Ley 2578 rige desde 2026 y su versión anterior no la conoce', () => {
    for (const anio of [2024, 2025]) expect(fechas(anio)).toEqual(fechas(anio, anterior));
    for (const [anio, dia] of [
      [2026, '2026-07-13'],
      [2027, '2027-07-12'],
    ] as const)
      expect(fechas(anio).filter((fecha) => !fechas(anio, anterior).includes(fecha))).toEqual([dia]);
  });

  it.each(VERSIONES_LEGALES)('de 1900 a 2199 son los del cómputo hecho a mano (%s)', (version) => {
    const fuente = festivosColombia(version);
    for (let anio = PRIMER_ANIO; anio <= ULTIMO_ANIO; anio += 1)
      expect(fechas(anio, fuente), String(anio)).toEqual(festivosDelAnio(anio, version === 'ley-2578'));
  });

  it('una versión desconocida se rechaza y se dice cuáles hay', () => {
    expect(() => festivosColombia('ley-9999')).toThrowError(
      'No existe el calendario «ley-9999». Los conocidos son: antes-ley-2578, ley-2578.',
    );
  });
});

describe('los festivos publicados por otros', () => {
  if (!hayDatosCompartidos) {
    it('no se comparan: esta copia no tiene ../shared/data', () => expect(exigirTodo).toBe(false));
    return;
  }

  it('son los del paquete «holidays» de 2021 a 2030', () => {
    const filas = readFileSync(datoCompartido('festivos/co-2021-2030-holidays-0.105.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((fila) => fila.slice(0, 10));
    const nuestros = Array.from({ length: 10 }, (_, indice) => fechas(2021 + indice)).flat();
    expect(nuestros).toEqual([...new Set(filas)].sort());
  });

  it('son los de «date-holidays» de 2026 a 2028, menos el domingo de Pascua', () => {
    const filas: { date: string; type: string; rule: string }[] = JSON.parse(
      readFileSync(datoCompartido('festivos/co-2026-2028-date-holidays-3.37.0.json'), 'utf8'),
    );
    const publicos = filas
      .filter(({ type, rule }) => type === 'public' && rule !== 'easter')
      .map(({ date }) => date.slice(0, 10));
    expect([2026, 2027, 2028].flatMap((anio) => fechas(anio))).toEqual([...new Set(publicos)].sort());
  });

  it('de la lista vieja solo los separa la Ley 2578', () => {
    const vieja: Record<string, string> = JSON.parse(
      readFileSync(datoCompartido('festivos/co-2024-2028-snapshot-viejo-SIN-ley-2578.json'), 'utf8'),
    );
    const anios = [2024, 2025, 2026, 2027, 2028];
    const nuestros = anios.flatMap((anio) => fechas(anio));
    expect(anios.flatMap((anio) => fechas(anio, anterior))).toEqual(Object.keys(vieja).sort());
    expect(nuestros.filter((fecha) => vieja[fecha] === undefined)).toEqual([
      '2026-07-13',
      '2027-07-12',
      '2028-07-10',
    ]);
  });
});
