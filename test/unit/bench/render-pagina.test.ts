import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Banco } from '../../../bench/banco.ts';
import { BANCOS } from '../../../bench/registro.ts';
import { renderPagina } from '../../../bench/render-pagina.ts';
import type { Resultado } from '../../../bench/resultado.ts';
import { rutaEnRepositorio } from '../../support/fuentes.ts';

const MAQUINA = '2 núcleos (procesador de prueba), 8 GiB';
const BANCO: Omit<Banco, 'nombre'> = {
  trabajo: 'un trabajo',
  contra: 'otro',
  metodo: 'A ojo.',
  aim: 0.25,
  direction: '>=',
  maximoS: { rapida: 1, entera: 1 },
  medir: () => Promise.reject(new Error('no se mide')),
};
const BANCOS_DE_PRUEBA: readonly Banco[] = [
  { ...BANCO, nombre: 'uno' },
  { ...BANCO, nombre: 'dos' },
];

function makeResultado(name: string, ratio: number): Resultado {
  return {
    name,
    ratio,
    aim: 0.25,
    direction: '>=',
    ok: ratio >= 0.25,
    quick: false,
    rounds: 3,
    size: '10 | 20 filas',
    figures: { copia_s: 1.5 },
    count: { expected: 1, database: 1 },
    error: null,
  };
}

function render(resultados: readonly Resultado[], anterior: string | null, maquina = MAQUINA): string {
  return renderPagina({ maquina, bancos: BANCOS_DE_PRUEBA, resultados, anterior });
}

function filaDe(pagina: string, nombre: string): string | undefined {
  return pagina.split('\n').find((linea) => linea.startsWith(`| \`${nombre}\` |`));
}

describe('la página de mediciones', () => {
  it('tiene una fila por banco; lo que nunca se midió lo dice', () => {
    const pagina = render([makeResultado('uno', 0.4)], null);
    expect(filaDe(pagina, 'uno')).toBe(
      '| `uno` | 0.40 | meta ≥ 0.25 | sí | 10 \\| 20 filas, 3 rondas | copia 1.5 s |',
    );
    expect(filaDe(pagina, 'dos')).toContain('sin medir');
  });

  it('conserva las filas que no se midieron esta vez, si son de la misma máquina', () => {
    const primera = render([makeResultado('uno', 0.4), makeResultado('dos', 0.1)], null);
    const segunda = render([makeResultado('dos', 0.3)], primera);
    expect(filaDe(segunda, 'uno')).toBe(filaDe(primera, 'uno'));
    expect(filaDe(segunda, 'dos')).toContain('0.30');
  });

  it('no junta cifras de dos máquinas', () => {
    const primera = render([makeResultado('uno', 0.4)], null);
    const segunda = render([makeResultado('dos', 0.3)], primera, 'otra máquina');
    expect(filaDe(segunda, 'uno')).toContain('sin medir');
  });

  it('la publicada tiene a todos los bancos del registro y explica su método', () => {
    const pagina = readFileSync(rutaEnRepositorio('docs/benchmarks.md'), 'utf8');
    for (const { nombre, metodo } of BANCOS) {
      expect(filaDe(pagina, nombre)).toBeDefined();
      expect(pagina).toContain(metodo);
    }
  });
});
