import { expect, it } from 'vitest';
import { buildArgumentos, isEfimero } from '../../../src/adapters/postgres-embebido/ajustes.ts';

const valor = (argumentos: readonly string[], nombre: string) =>
  argumentos.find((argumento) => argumento.startsWith(`${nombre}=`));

it('por omisión nada afloja la durabilidad', () => {
  const argumentos = buildArgumentos({});
  for (const nombre of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    expect(valor(argumentos, nombre)).toBeUndefined();
  }
  expect(isEfimero({})).toBe(false);
});

it('los ajustes dados ganan a los habituales, pero nunca abren el servidor a otros equipos', () => {
  const argumentos = buildArgumentos({ max_connections: '7', listen_addresses: '*', fsync: 'off' });
  expect(valor(argumentos, 'max_connections')).toBe('max_connections=7');
  expect(valor(argumentos, 'listen_addresses')).toBe('listen_addresses=127.0.0.1');
  expect(isEfimero({ fsync: 'off' })).toBe(true);
});
