import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type JsonValue, storableJson } from '../../../src/domain/json-canonico.ts';

describe('JSON canónico (RFC 8785)', () => {
  it('ordena las claves por unidad UTF-16 y no deja blancos', () => {
    // The example of RFC 8785, section 3.2.3.
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const values = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
    expect(values).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('escribe los números como ECMAScript', () => {
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    );
  });

  it('rechaza lo que no es JSON', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
    expect(() => canonicalJson('\ud800')).toThrow(TypeError);
  });

  it('valores iguales dan los mismos bytes y se releen iguales', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(storableJson(value as JsonValue));
        expect(canonicalJson(JSON.parse(text) as JsonValue)).toBe(text);
      }),
    );
  });

  it('lo guardable no lleva U+0000 ni medios caracteres, tampoco en las claves', () => {
    expect(storableJson({ 'a\u0000': ['\ud800x'] })).toEqual({ 'a\ufffd': ['\ufffdx'] });
  });
});
