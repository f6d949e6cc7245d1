import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObservadorFechas } from '../../../src/domain/importacion/fecha/desfase.ts';
import { interpretFecha } from '../../../src/domain/importacion/fecha/interpretar-fecha.ts';
import type { Celda } from '../../../src/domain/importacion/tabla.ts';
import { addDays, buildFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';

const texto = (valor: string): Celda => ({ valor, tipo: 'texto' });
const serial = (valor: number): Celda => ({ valor, tipo: 'fecha' });
const leer = (valor: string) => {
  const leida = interpretFecha(texto(valor));
  return leida.clase === 'fecha' ? leida.fecha : leida.clase;
};

describe('una fecha escrita', () => {
  it.each([
    ['2025-01-08', '2025-01-08'],
    ['2025/1/8', '2025-01-08'],
    ['2025-01-08T05:00:00Z', '2025-01-08'],
    ['08-01-2025', '2025-01-08'],
    ['8/1/2025', '2025-01-08'],
    ['31.12.2024', '2024-12-31'],
    ['12 de enero de 2013', '2013-01-12'],
    ['12-ene-2013', '2013-01-12'],
    ['29/02/2024', '2024-02-29'],
  ])('%s es el %s', (escrita, dia) => expect(leer(escrita)).toBe(dia));

  it.each(['s.f.', 'S.F.', 'SF', 'sin fecha', 'N/A', '-', 'No aplica'])('%s es sin fecha', (escrita) =>
    expect(leer(escrita)).toBe('sin_fecha'),
  );

  it.each([
    ['2015', 'Solo trae el año'],
    ['08/01/15', 'dos cifras'],
    ['03/13/2021', 'mes y el día cambiados'],
    ['29/02/2023', 'no existe'],
    ['2021-02-30', 'no existe'],
    ['0001-01-01', 'no es verosímil'],
    ['enero', 'No es una fecha'],
    ['01/01/2020 - 31/12/2020', 'No es una fecha'],
  ])('%s no se adivina: %s', (escrita, motivo) => {
    const leida = interpretFecha(texto(escrita));
    expect(leida.clase === 'invalida' ? leida.motivo : leida.clase).toContain(motivo);
  });

  it('el encabezado puede decir que el mes va primero', () => {
    const leida = interpretFecha(texto('03/13/2021'), 'mda');
    expect(leida.clase === 'fecha' && leida.fecha).toBe('2021-03-13');
  });
});

describe('una fecha de hoja de cálculo', () => {
  it('es el día de su parte entera, a cualquier hora', () => {
    const base = buildFechaCivil(1899, 12, 30);
    fc.assert(
      fc.property(
        fc.integer({ min: 61, max: 109_573 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (dia, hora) => {
          const leida = interpretFecha(serial(dia + hora));
          expect(leida.clase === 'fecha' && leida.fecha).toBe(addDays(base, dia));
        },
      ),
    );
  });

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [44947.2083333333, '2023-01-21'],
  ])('el serial %d es el %s', (numero, dia) => {
    const leida = interpretFecha(serial(numero));
    expect(leida.clase === 'fecha' && leida.fecha).toBe(dia);
  });

  it.each([
    ['el 29 de febrero de 1900', serial(60)],
    ['un número negativo', serial(-3)],
    ['un número sin formato de fecha', { valor: 44947, tipo: 'numero' }],
    ['un año suelto', { valor: 2015, tipo: 'numero' }],
    ['un error de fórmula', { valor: '#REF!', tipo: 'error' }],
    ['una fórmula sin resultado', { valor: null, tipo: 'formula' }],
  ] satisfies [string, Celda][])('%s no se adivina', (_caso, celda) => {
    expect(interpretFecha(celda).clase).toBe('invalida');
  });

  it('una celda vacía no dice nada', () => {
    expect(interpretFecha(undefined).clase).toBe('vacia');
    expect(interpretFecha(texto('  ')).clase).toBe('vacia');
  });
});

describe('el desfase de un día', () => {
  const avisos = (...celdas: Celda[]) => {
    const observador = new ObservadorFechas();
    for (const celda of celdas) observador.see(interpretFecha(celda));
    return observador.avisos('Inicial');
  };

  it('se avisa con su cuenta cuando las fechas traen las 05:00, y no se corrige', () => {
    const [aviso] = avisos(serial(44947 + 5 / 24), serial(45000 + 5 / 24), serial(45001));
    expect(aviso).toContain('2 de 3 fechas traen la hora 05:00');
    expect(aviso).toContain('un día antes');
  });

  it('otra hora se avisa aparte; ninguna, no se avisa', () => {
    expect(avisos(serial(44947.5))[0]).toContain('traen hora');
    expect(avisos(serial(44947), texto('2020-01-01'))).toEqual([]);
  });

  it('las fechas escritas con el día primero se cuentan', () => {
    expect(avisos(texto('01/02/2020'))[0]).toContain('1 de 1 fechas se leyeron como día, mes, año');
  });
});
