import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderMatrizCaidas } from '../../scripts/render-matriz-caidas.ts';
import { listFuentes } from '../support/fuentes.ts';
import { CAIDAS_CARGA, CAIDAS_CIERRE, CAIDAS_DESTRUCCION } from './matriz.ts';

/** Points that a text announces; a call with anything but a plain name is `?`. */
function listAnunciados(texto: string): string[] {
  return [...texto.matchAll(/\.alcanzar\(\s*(?:'([a-z_.]+)'\s*\))?/g)].map(([, nombre]) => nombre ?? '?');
}

describe('la matriz de caídas', () => {
  const anunciados = new Set(listFuentes(['src'], '.ts').flatMap(({ texto }) => listAnunciados(texto)));
  const ensayados = new Set(
    [...CAIDAS_CARGA, ...CAIDAS_CIERRE, ...CAIDAS_DESTRUCCION].map(({ punto }) => punto.replace(/:\d+$/, '')),
  );

  it('ensaya cada punto que el código anuncia, y ninguno más', () => {
    expect([...ensayados].sort()).toEqual([...anunciados].sort());
  });

  it('vería un punto nuevo, también el que no se anuncia con un nombre fijo', () => {
    expect(listAnunciados("await p.alcanzar('fase.nueva');\nawait p.alcanzar(nombre);")).toEqual([
      'fase.nueva',
      '?',
    ]);
  });

  it('docs/crash-matrix.md está al día (npm exec node scripts/generar-matriz-caidas.ts)', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/crash-matrix.md'), 'utf8');
    expect(page).toBe(renderMatrizCaidas());
  });
});
