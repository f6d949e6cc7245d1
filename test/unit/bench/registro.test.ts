import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BANCOS } from '../../../bench/registro.ts';
import { rutaEnRepositorio } from '../../support/fuentes.ts';

describe('el registro de bancos', () => {
  it('tiene una entrada por cada archivo *.bench.ts, con su nombre', () => {
    const archivos = readdirSync(resolve(rutaEnRepositorio('bench')))
      .filter((nombre) => nombre.endsWith('.bench.ts'))
      .map((nombre) => nombre.slice(0, -'.bench.ts'.length));
    expect(BANCOS.map(({ nombre }) => nombre).toSorted()).toEqual(archivos.toSorted());
  });

  it('dice de cada banco qué mide, contra qué, con qué meta y hasta cuándo', () => {
    for (const { trabajo, contra, metodo, aim, maximoS } of BANCOS) {
      expect(Math.min(trabajo.length, contra.length, metodo.length)).toBeGreaterThan(5);
      expect(aim).toBeGreaterThan(0);
      expect(maximoS.rapida).toBeLessThanOrEqual(maximoS.entera);
    }
  });
});
