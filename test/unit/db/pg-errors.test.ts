import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isRetryable, mapPgError } from '../../../src/db/pg-errors.ts';
import { DomainError } from '../../../src/domain/errors/domain-error.ts';

function pgError(fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(fields.message ?? 'falla', 0, 'error'), fields);
}

function mapped(error: unknown): DomainError {
  const result = mapPgError(error);
  if (result instanceof DomainError) return result;
  throw new Error('no se tradujo');
}

describe('errores de la base', () => {
  it('un código propio de un disparador llega con su detalle', () => {
    const error = mapped(
      pgError({ code: 'ORP01', message: 'registro_inmutable', detail: 'DELETE en audit_log' }),
    );
    expect(error.code).toBe('registro_inmutable');
    expect(error.message).toContain('DELETE en audit_log');
  });

  it('un detalle que es un objeto JSON se vuelve parámetros', () => {
    const detail = '{"tenant":"guacamayas"}';
    const error = mapped(pgError({ code: 'ORP01', message: 'tenant_suspendido', detail }));
    expect(error.params).toEqual({ tenant: 'guacamayas' });
  });

  it('un código propio que no está en el registro es un defecto y no se disfraza', () => {
    const error = pgError({ code: 'ORP01', message: 'codigo_que_nadie_declaro' });
    expect(mapPgError(error)).toBe(error);
  });

  it.each([
    ['40001', 'conflicto_de_concurrencia'],
    ['40P01', 'conflicto_de_concurrencia'],
    ['55P03', 'recurso_ocupado'],
    ['57014', 'tiempo_agotado'],
    ['57P01', 'base_no_disponible'],
    ['08006', 'base_no_disponible'],
    ['53300', 'base_no_disponible'],
  ])('SQLSTATE %s es %s', (code, esperado) => {
    expect(mapped(pgError({ code })).code).toBe(esperado);
  });

  it('la red caída es base_no_disponible, también envuelta', () => {
    const red = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(mapped(new Error('Failed query', { cause: red })).code).toBe('base_no_disponible');
    expect(mapped(new Error('Connection terminated unexpectedly')).code).toBe('base_no_disponible');
  });

  it('lo que solo explica un defecto nuestro queda como es', () => {
    const sintaxis = pgError({ code: '42601' });
    expect(mapPgError(sintaxis)).toBe(sintaxis);
    const ajeno = new Error('otra cosa');
    expect(mapPgError(ajeno)).toBe(ajeno);
  });

  it('solo interbloqueo y serialización se reintentan', () => {
    expect(isRetryable(new Error('drizzle', { cause: pgError({ code: '40P01' }) }))).toBe(true);
    expect(isRetryable(pgError({ code: '40001' }))).toBe(true);
    expect(isRetryable(pgError({ code: '23505' }))).toBe(false);
    expect(isRetryable(new Error('40001'))).toBe(false);
  });
});
