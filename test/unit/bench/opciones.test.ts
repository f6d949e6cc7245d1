import { describe, expect, it } from 'vitest';
import { parseOpciones } from '../../../bench/opciones.ts';

const CONOCIDOS = ['demo', 'audit'];

describe('las opciones de npm run bench', () => {
  it('sin ninguna se mide todo y se reescribe la página', () => {
    expect(parseOpciones([], CONOCIDOS)).toEqual({ rapida: false, solo: [], json: false, escribir: true });
  });

  it.each([[['--quick']], [['--only', 'demo']]])('con %j la página no se toca', (argumentos) => {
    expect(parseOpciones(argumentos, CONOCIDOS).escribir).toBe(false);
  });

  it('--escribir la reescribe también entonces', () => {
    expect(parseOpciones(['--only', 'demo', '--escribir'], CONOCIDOS).escribir).toBe(true);
  });

  it('--only admite varios nombres, repetido o con comas', () => {
    expect(parseOpciones(['--only', 'demo,audit'], CONOCIDOS).solo).toEqual(['demo', 'audit']);
    expect(parseOpciones(['--only', 'demo', '--only', 'audit'], CONOCIDOS).solo).toEqual(['demo', 'audit']);
  });

  it('un banco que no existe se rechaza diciendo cuáles hay', () => {
    expect(() => parseOpciones(['--only', 'nada'], CONOCIDOS)).toThrow('demo, audit');
  });

  it('una opción desconocida se rechaza', () => {
    expect(() => parseOpciones(['--rapido'], CONOCIDOS)).toThrow();
  });
});
