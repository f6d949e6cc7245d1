import { describe, expect, it } from 'vitest';
import { renderRitmo } from '../../../src/cli/lote/render-ritmo.ts';

const desde = { hechos: 100, en: 1_000 };

describe('el ritmo de una ejecución', () => {
  it.each([
    ['sin avance todavía no dice nada', 100, 900, 5_000, ''],
    ['sin tiempo transcurrido tampoco', 150, 850, 1_000, ''],
    [
      'cuenta desde que se empezó a seguir, no desde cero',
      150,
      950,
      11_000,
      '5.0 por segundo, faltan 3 min 10 s',
    ],
    ['con muchos no dice decimales', 1_100, 3_000, 11_000, '100 por segundo, faltan 30 s'],
    ['en horas y minutos si falta mucho', 101, 3_700, 3_000, '0.5 por segundo, faltan 2 h 3 min'],
    ['terminado, solo el ritmo', 200, 0, 11_000, '10 por segundo'],
  ])('%s', (_caso, hechos, pendientes, ahora, esperado) => {
    expect(renderRitmo(desde, hechos, pendientes, ahora)).toBe(esperado);
  });
});
