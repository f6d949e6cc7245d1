import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Balance, findDesbalance } from '../../../src/domain/ejecucion/balance.ts';

const cuadrado: Balance = { items: 10, lapidas: 6, destruidos: 6, omitidos: 3, retirados: 1, miembros: 3 };

describe('el cuadre de una ejecución', () => {
  it('cuadra cuando ítems = lápidas + omitidos + retirados y solo lo omitido sigue en el lote', () => {
    expect(findDesbalance(cuadrado)).toBeNull();
  });

  it.each([
    ['falta una lápida', { lapidas: 5 }, '10 ítems no son 5 lápidas + 3 omitidos + 1 retirados'],
    ['sobra una omisión', { omitidos: 4 }, '10 ítems no son 6 lápidas + 4 omitidos + 1 retirados'],
    ['un ítem se dice destruido sin lápida', { destruidos: 7 }, '7 ítems destruidos y 6 lápidas'],
    [
      'sigue en el lote algo que no se omitió',
      { miembros: 4 },
      '4 expedientes siguen en el lote y 3 fueron omitidos',
    ],
    [
      'lo omitido ya no está en el lote',
      { miembros: 2 },
      '2 expedientes siguen en el lote y 3 fueron omitidos',
    ],
  ])('no cuadra si %s, y dice qué', (_nombre, cambio, motivo) => {
    expect(findDesbalance({ ...cuadrado, ...cambio })).toBe(motivo);
  });

  it('cambiar cualquier cuenta de uno que cuadra lo descuadra', () => {
    const cuentas = fc.record({ lapidas: fc.nat(50), omitidos: fc.nat(50), retirados: fc.nat(50) });
    const claves = ['items', 'lapidas', 'destruidos', 'omitidos', 'retirados', 'miembros'] as const;
    fc.assert(
      fc.property(cuentas, fc.constantFrom(...claves), fc.integer({ min: 1, max: 9 }), (c, clave, delta) => {
        const balance = {
          ...c,
          items: c.lapidas + c.omitidos + c.retirados,
          destruidos: c.lapidas,
          miembros: c.omitidos,
        };
        expect(findDesbalance(balance)).toBeNull();
        expect(findDesbalance({ ...balance, [clave]: balance[clave] + delta })).not.toBeNull();
      }),
    );
  });
});
