import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cierreEnBogota,
  ejercicioEnBogota,
  fechaEnBogota,
  inicioEnBogota,
  renderInstante,
} from '../../../src/domain/plazos/bogota.ts';
import { parseFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';

const zona = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' });

describe('la hora legal de Bogotá', () => {
  it('un instante pertenece al día civil de Bogotá, no al de UTC', () => {
    expect(fechaEnBogota(new Date('2026-12-02T04:59:59.999Z'))).toBe('2026-12-01');
    expect(fechaEnBogota(new Date('2026-12-02T05:00:00.000Z'))).toBe('2026-12-02');
  });

  it('el ejercicio cambia a la medianoche de Bogotá', () => {
    expect(ejercicioEnBogota(new Date('2027-01-01T04:59:59Z'))).toBe(2026);
    expect(ejercicioEnBogota(new Date('2027-01-01T05:00:00Z'))).toBe(2027);
  });

  it('el día termina a las 24:00, que es el comienzo del siguiente', () => {
    const dia = parseFechaCivil('2027-03-01');
    expect(cierreEnBogota(dia).toISOString()).toBe('2027-03-02T05:00:00.000Z');
    expect(cierreEnBogota(dia)).toEqual(inicioEnBogota(parseFechaCivil('2027-03-02')));
    expect(fechaEnBogota(new Date(cierreEnBogota(dia).getTime() - 1))).toBe(dia);
  });

  it('un instante se escribe en RFC 3339 con -05:00 y vuelve a ser el mismo', () => {
    expect(renderInstante(new Date('2027-03-02T05:00:00Z'))).toBe('2027-03-02T00:00:00-05:00');
    expect(renderInstante(new Date('2027-03-02T04:59:59.120Z'))).toBe('2027-03-01T23:59:59.120-05:00');
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }),
        (instante) => {
          expect(Date.parse(renderInstante(instante))).toBe(instante.getTime());
        },
      ),
    );
  });

  it('coincide con la base de zonas horarias para America/Bogota', () => {
    const instantes = fc.date({
      min: new Date('1994-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instantes, (instante) => {
        expect(fechaEnBogota(instante)).toBe(zona.format(instante));
      }),
    );
  });
});
