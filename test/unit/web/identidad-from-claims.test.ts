import { describe, expect, it } from 'vitest';
import {
  type Claims,
  identidadFromClaims,
  type NombresClaims,
} from '../../../src/web/autenticacion/identidad-from-claims.ts';

const NOMBRES: NombresClaims = {
  tenant: 'tenant',
  permissions: 'permissions',
  clearance: 'clearance',
  nationalId: 'cedula',
  kind: 'actor_kind',
  name: 'name',
};

function read(claims: Claims, nombres: NombresClaims = NOMBRES) {
  const avisos: string[] = [];
  const identidad = identidadFromClaims({ sub: 'ana', tenant: 'demo', ...claims }, 'https://emisor', {
    nombres,
    tenants: ['demo', 'otra'],
    avisar: (aviso) => avisos.push(aviso),
  });
  return { identidad, avisos };
}

describe('los datos de un token', () => {
  it.each<[unknown, number]>([
    [0, 0],
    [3, 3],
    ['2', 2],
    [{ demo: 3, otra: 1 }, 3],
  ])('un nivel de acceso %j se entiende', (clearance, esperado) => {
    const { identidad, avisos } = read({ clearance });
    expect(identidad.clearanceEn('demo')).toBe(esperado);
    expect(avisos).toEqual([]);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    [4],
    [-1],
    [2.5],
    ['03'],
    ['CLASIFICADA'],
    [[3]],
    [[1, 3]],
    [true],
    [{ otra: 3 }],
    [{}],
  ])('en duda sobre quien lee (%j), el nivel es 0 y queda en el registro', (clearance) => {
    const { identidad, avisos } = read({ clearance });
    expect(identidad.clearanceEn('demo')).toBe(0);
    expect(avisos).toHaveLength(1);
  });

  it('los permisos desconocidos se ignoran y ninguno implica otro', () => {
    const { identidad } = read({ permissions: ['PERM_AUDITORIA', 'admin', 7, 'PERM_TODO'] });
    expect([...identidad.permisosEn('demo')]).toEqual(['PERM_AUDITORIA']);
  });

  it('los permisos pueden venir como texto, o aparte para cada entidad', () => {
    expect([...read({ permissions: 'openid PERM_AUDITORIA' }).identidad.permisosEn('demo')]).toEqual([
      'PERM_AUDITORIA',
    ]);
    const { identidad } = read({ permissions: { demo: ['PERM_AUDITORIA'], otra: ['PERM_DLQ_ADMIN'] } });
    expect([...identidad.permisosEn('demo')]).toEqual(['PERM_AUDITORIA']);
    expect([...identidad.permisosEn('otra')]).toEqual(['PERM_DLQ_ADMIN']);
  });

  it('una propiedad heredada no es un dato del token', () => {
    const { identidad } = read({ permissions: {} }, { ...NOMBRES, tenant: 'constructor.name' });
    expect(identidad.tenants).toEqual([]);
    expect(identidad.permisosEn('constructor').size).toBe(0);
  });

  it('un emisor no puede nombrar una entidad fuera de su lista', () => {
    const { identidad, avisos } = read({ tenant: ['otra', 'tercera'] });
    expect(identidad.tenants).toEqual(['otra']);
    expect(avisos).toHaveLength(1);
  });

  it('el nombre de un dato puede llevar a un objeto, y uno exacto gana', () => {
    const nombres = { ...NOMBRES, permissions: 'realm_access.roles', tenant: 'https://x.co/entidad' };
    const { identidad } = read(
      { realm_access: { roles: ['PERM_AUDITORIA'] }, 'https://x.co/entidad': 'otra' },
      nombres,
    );
    expect([...identidad.permisosEn('otra')]).toEqual(['PERM_AUDITORIA']);
    expect(identidad.tenants).toEqual(['otra']);
  });

  it.each<[Claims, string]>([
    [{}, 'persona'],
    [{ actor_kind: 'persona' }, 'persona'],
    [{ actor_kind: 'maquina' }, 'maquina'],
    [{ actor_kind: 'otra cosa' }, 'maquina'],
    [{ actor_kind: null }, 'maquina'],
    [{ client_id: 'ana' }, 'maquina'],
    [{ client_id: 'portal' }, 'persona'],
  ])('%j es una %s', (claims, kind) => {
    expect(read(claims).identidad.kind).toBe(kind);
  });

  it('el instante de la identificación es auth_time, y si no se entiende no se sabe', () => {
    expect(read({ auth_time: 1_796_000_000 }).identidad.autenticadoEn).toEqual(new Date(1_796_000_000_000));
    for (const auth_time of [undefined, '1796000000', Number.NaN, 0]) {
      expect(read({ auth_time }).identidad.autenticadoEn).toBeNull();
    }
  });

  it('el documento de identidad solo se lee si la entidad dijo dónde', () => {
    expect(read({ cedula: '1020' }).identidad.documentoIdentidad).toBe('1020');
    expect(
      read({ cedula: '1020' }, { ...NOMBRES, nationalId: null }).identidad.documentoIdentidad,
    ).toBeNull();
  });
});
