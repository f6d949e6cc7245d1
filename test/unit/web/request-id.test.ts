import { describe, expect, it } from 'vitest';
import { chooseRequestId } from '../../../src/web/request-id.ts';

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

describe('el identificador de la solicitud', () => {
  it('el de un intermediario propio se conserva si es inofensivo', () => {
    expect(chooseRequestId('trace-0001.abc_D', 1)).toBe('trace-0001.abc_D');
  });

  it.each([
    ['de un desconocido', 'trace-0001', 0],
    ['corto', 'abc', 1],
    ['largo', 'a'.repeat(65), 1],
    ['con salto de línea', 'trace-0001\r\nX-Mal: 1', 1],
    ['con marcado', '<script>alert(1)</script>', 1],
    ['ausente', undefined, 1],
  ] as const)('%s se reemplaza por uno propio', (_caso, inbound, saltos) => {
    expect(chooseRequestId(inbound, saltos)).toMatch(UUIDV7);
  });
});
