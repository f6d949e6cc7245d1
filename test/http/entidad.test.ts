import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rastroDe } from '../support/rastro.ts';
import { EscenarioHttp } from './escenario-http.ts';

let http: EscenarioHttp;
beforeAll(async () => {
  http = await EscenarioHttp.abrir({
    administracion: { permisos: ['PERM_ENTIDAD_ADMIN'], clearance: 0 },
    vecina: { permisos: ['PERM_ENTIDAD_ADMIN'], clearance: 0, tenant: 'otra' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

const DATOS = {
  nombre: 'Alcaldía de Arroyo Verde',
  nit: '800.000.001-1',
  municipio: 'Arroyo Verde',
  correoObservaciones: 'archivo@arroyoverde.example',
  direccionPublica: 'https://arroyoverde.example/',
};
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('los datos de la entidad por la API', () => {
  it('se registran enteros, se leen como quedaron y dejan asiento', async () => {
    const guardados = {
      ...DATOS,
      direccionPublica: 'https://arroyoverde.example',
      umbralDisponibilidad: 80,
      ejecutorPuedeProponer: false,
    };
    const puestos = await http.post('administracion', '/entidad', { method: 'PUT', cuerpo: DATOS });
    expect([puestos.status, puestos.body]).toEqual([200, guardados]);
    expect((await http.get('administracion', '/entidad')).body).toEqual(guardados);
    const { asientos } = await rastroDe(http.escenario, 'demo');
    expect(asientos.at(-1)).toMatchObject({ accion: 'archive.entidad_definida', datos: guardados });
  });

  it('repetirlo con su clave no deja otro asiento; con otros datos, se rechaza', async () => {
    const acto = { method: 'PUT', cuerpo: { ...DATOS, umbralDisponibilidad: 90 } } as const;
    const asientos = () => http.escenario.cuenta('audit_log', "accion = 'archive.entidad_definida'");
    const antes = await asientos();
    const { primera, segunda, distinta } = await http.repetir('administracion', '/entidad', acto, DATOS);
    expect(segunda.body).toEqual(primera.body);
    expect(code(distinta)).toEqual([422, 'idempotencia_distinta']);
    expect(await asientos()).toBe(antes + 1);
  });

  it('las faltas nombran su campo y no cambian nada', async () => {
    const antes = (await http.get('administracion', '/entidad')).body;
    const malos = { ...DATOS, correoObservaciones: 'archivo', direccionPublica: 'ftp://x', otro: 1 };
    const { status, body } = await http.post('administracion', '/entidad', { method: 'PUT', cuerpo: malos });
    expect(status).toBe(422);
    expect((body['faults'] as { campo: string }[]).map(({ campo }) => campo)).toEqual([
      'correoObservaciones',
      'direccionPublica',
      'otro',
    ]);
    expect((await http.get('administracion', '/entidad')).body).toEqual(antes);
  });

  it('cada entidad tiene los suyos, y solo los ve quien la administra', async () => {
    expect(code(await http.get('vecina', '/entidad'))).toEqual([409, 'entidad_sin_definir']);
    for (const path of ['/entidad', '/calendario/actualizar']) {
      const acto = path === '/entidad' ? ({ method: 'PUT', cuerpo: DATOS } as const) : {};
      expect(code(await http.post('lectora', path, acto))).toEqual([403, 'sin_permiso']);
    }
    expect(code(await http.get('lectora', '/entidad'))).toEqual([403, 'sin_permiso']);
  });

  it('el calendario se pone al día una vez; después ya lo está', async () => {
    const primera = await http.post('vecina', '/calendario/actualizar');
    expect(primera.body).toEqual({ codigo: 'ley-2578-v1', nueva: true });
    const segunda = await http.post('vecina', '/calendario/actualizar');
    expect(segunda.body).toEqual({ codigo: 'ley-2578-v1', nueva: false });
  });
});
