import { describe, expect, it } from 'vitest';
import { clientIp } from '../../../src/web/client-ip.ts';

describe('la dirección del cliente', () => {
  it.each([
    ['sin intermediarios la cabecera no existe', '10.0.0.9', '6.6.6.6', 0, '10.0.0.9'],
    ['con uno, la última que él anotó', '10.0.0.9', '6.6.6.6, 200.1.2.3', 1, '200.1.2.3'],
    ['con dos, la penúltima', '10.0.0.9', '6.6.6.6, 200.1.2.3, 10.0.0.8', 2, '200.1.2.3'],
    ['una cadena más corta que los saltos no inventa nada', '10.0.0.9', '200.1.2.3', 3, '200.1.2.3'],
    ['sin cabecera, la de la conexión', '10.0.0.9', undefined, 2, '10.0.0.9'],
    ['lo que no es una dirección no pasa', '10.0.0.9', 'drop table', 1, '10.0.0.9'],
    ['IPv4 dentro de IPv6 se escribe como IPv4', '::ffff:10.0.0.9', undefined, 0, '10.0.0.9'],
    ['IPv6 se conserva', '2001:db8::1', undefined, 0, '2001:db8::1'],
    ['sin transporte no hay dirección', null, undefined, 0, null],
  ] as const)('%s', (_caso, remote, forwarded, saltos, esperada) => {
    expect(clientIp(remote, forwarded, saltos)).toBe(esperada);
  });
});
