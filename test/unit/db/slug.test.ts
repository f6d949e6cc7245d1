import { describe, expect, it } from 'vitest';
import { tenantSchema } from '../../../src/db/tenants/slug.ts';

describe('el nombre corto de una entidad', () => {
  it.each(['ab', 'guacamayas', 'alcaldia_2', `a${'b'.repeat(40)}`])('%j nombra su esquema', (slug) => {
    expect(tenantSchema(slug)).toBe(`tenant_${slug}`);
  });

  it.each([
    '',
    'x',
    'A',
    'Demo',
    'con-guion',
    '1abc',
    '_a',
    'ñandu',
    'a b',
    'a"; DROP SCHEMA public; --',
    'ab\n',
    `a${'b'.repeat(41)}`,
  ])('%j no es válido', (slug) => {
    expect(() => tenantSchema(slug)).toThrow(expect.objectContaining({ code: 'tenant_slug_invalido' }));
  });
});
