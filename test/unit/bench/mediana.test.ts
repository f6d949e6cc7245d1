import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediana, redondear } from '../../../bench/mediana.ts';

describe('la mediana', () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('de %j es %d', (numeros, esperada) => {
    expect(mediana(numeros)).toBe(esperada);
  });

  it('de nada no existe', () => {
    expect(() => mediana([])).toThrow(RangeError);
  });

  it('deja la mitad a cada lado y no desordena lo que recibe', () => {
    const numero = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.array(numero, { minLength: 1 }), (numeros) => {
        const antes = [...numeros];
        const centro = mediana(numeros);
        expect(numeros).toEqual(antes);
        expect(numeros.filter((uno) => uno < centro).length).toBeLessThanOrEqual(numeros.length / 2);
        expect(numeros.filter((uno) => uno > centro).length).toBeLessThanOrEqual(numeros.length / 2);
      }),
    );
  });

  it('se redondea a los decimales pedidos', () => {
    expect(redondear(0.3349, 2)).toBe(0.33);
    expect(redondear(29.96, 1)).toBe(30);
  });
});
