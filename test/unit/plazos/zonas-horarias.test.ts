import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { festivosDelAnio } from './oraculo-lento.ts';
import { PUBLICACIONES } from './vectores-ley.ts';

const programa = resolve(import.meta.dirname, 'calcular-en-proceso.ts');

interface Calculo {
  readonly desfase: number;
  readonly festivos: readonly (readonly string[])[];
  readonly ventanas: unknown;
  readonly cierres: readonly string[];
  readonly dias: unknown;
  readonly vencimiento: unknown;
}

function calcularBajo(zona: string): Calculo {
  return JSON.parse(
    execFileSync(process.execPath, [programa], { encoding: 'utf8', env: { ...process.env, TZ: zona } }),
  );
}

describe.each([
  ['UTC', 0],
  ['Asia/Tokyo', -540],
  ['America/Los_Angeles', 480],
])('un proceso bajo TZ=%s', (zona, desfase) => {
  const calculo = calcularBajo(zona);

  it('corre de verdad en esa zona', () => expect(calculo.desfase).toBe(desfase));

  it('REQ-PUB-1: da los mismos festivos y los mismos días 60', () => {
    expect(calculo.ventanas).toEqual(PUBLICACIONES);
    for (const [indice, festivos] of calculo.festivos.entries())
      expect([...new Set(festivos)]).toEqual(festivosDelAnio(1900 + indice, true));
  });

  it('cierra a las 24:00 de Bogotá y sabe qué día es allí', () => {
    expect(calculo.cierres[0]).toBe('2026-04-23T00:00:00-05:00');
    expect(calculo.dias).toEqual(['2026-12-01', '2026-12-02']);
  });

  it('REQ-RET-1: vence el mismo día', () => {
    expect(calculo.vencimiento).toMatchObject({ fin: '2028-02-29', admisibleDesde: '2028-03-01' });
  });
});
