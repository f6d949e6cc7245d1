import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorKind } from '../../../src/domain/errors/domain-error.ts';
import { generalErrors } from '../../../src/domain/errors/general.errors.ts';
import { peticionErrors } from '../../../src/domain/errors/peticion.errors.ts';
import { listErrorDefinitions } from '../../../src/domain/errors/registry.ts';
import { accesoErrors } from '../../../src/domain/personas/acceso.errors.ts';
import { buildProblem, httpStatus, problemHeaders, toDomainError } from '../../../src/web/problem.ts';

const ESTADOS: Record<ErrorKind, number> = {
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition: 409,
  limit: 429,
  unavailable: 503,
  internal: 500,
};

describe('la tabla de errores de HTTP', () => {
  it.each(Object.entries(ESTADOS))('la clase %s responde %i', (kind, status) => {
    const definition = {
      code: 'de_prueba',
      kind: kind as ErrorKind,
      titulo: 'Título',
      mensaje: 'Con {dato}.',
    };
    const problem = buildProblem(new DomainError(definition, { dato: 'algo' }), 'id-1');
    expect(problem).toMatchObject({
      type: 'urn:orpycamcp:error:de_prueba',
      title: 'Título',
      status,
      detail: 'Con algo.',
      code: 'de_prueba',
      requestId: 'id-1',
    });
  });

  it('los rechazos propios de HTTP tienen su estado', () => {
    const estados = [
      [peticionErrors.cuerpo_ilegible, 400],
      [peticionErrors.idempotencia_requerida, 400],
      [accesoErrors.tenant_requerido, 400],
      [peticionErrors.metodo_no_permitido, 405],
      [peticionErrors.cuerpo_demasiado_grande, 413],
      [peticionErrors.tipo_no_admitido, 415],
      [peticionErrors.version_requerida, 428],
    ] as const;
    for (const [definition, status] of estados) expect(httpStatus(new DomainError(definition))).toBe(status);
  });

  it('cada error del catálogo tiene un estado entre 400 y 503', () => {
    for (const definition of listErrorDefinitions()) {
      expect(httpStatus(new DomainError(definition))).toSatisfy(
        (status: number) => status >= 400 && status <= 503,
      );
    }
  });

  it('un defecto es error_interno y sus palabras no salen', () => {
    const problem = buildProblem(toDomainError(new Error('password=secreta')), 'id-1');
    expect(problem.code).toBe('error_interno');
    expect(JSON.stringify(problem)).not.toContain('secreta');
  });

  it('los datos de un error interno no salen', () => {
    const definition = { code: 'x', kind: 'internal', titulo: 'T', mensaje: 'M.' } as const;
    expect(buildProblem(new DomainError(definition, { detalle: 'interior' }), 'id-1')).not.toHaveProperty(
      'parametros',
    );
  });

  it('las faltas nombran cada campo', () => {
    const faults = [{ campo: 'fecha', motivo: 'Falta este dato.' }];
    expect(
      buildProblem(new DomainError(generalErrors.entrada_invalida, {}, { faults }), 'id').faults,
    ).toEqual(faults);
  });

  it('un 401 dice cómo identificarse y un 503 cuándo volver', () => {
    expect(problemHeaders(new DomainError(generalErrors.no_autenticado))['WWW-Authenticate']).toBe('Bearer');
    expect(problemHeaders(new DomainError(accesoErrors.token_invalido))['WWW-Authenticate']).toContain(
      'invalid_token',
    );
    expect(problemHeaders(new DomainError(accesoErrors.login_antiguo))['WWW-Authenticate']).toContain(
      'max_age="900"',
    );
    expect(problemHeaders(new DomainError(generalErrors.base_no_disponible))['Retry-After']).toBe('5');
  });
});
