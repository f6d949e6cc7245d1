import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rastroDe } from '../support/rastro.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

const RUTA = '/expedientes/cierres';
const FUNDAMENTO = 'Relación de cierres 2026-0412';

let http: EscenarioHttp;
beforeAll(async () => {
  const gestionar = ['PERM_ARCHIVO_GESTIONAR', 'PERM_ELIMINACION_CONSULTAR'] as const;
  http = await EscenarioHttp.abrir({
    archivo: { permisos: gestionar },
    baja: { permisos: gestionar, clearance: 0 },
    vecina: { permisos: gestionar, tenant: 'otra' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

const abierto = (codigo: string, nivel = 1): Promise<string> =>
  http.escenario.expediente({ codigo, nivel, cierre: null });
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const cierreDe = async (codigo: string): Promise<unknown> =>
  (
    await http.escenario.fila<{ cierre: unknown }>('SELECT cierre FROM expedientes WHERE codigo = $1', [
      codigo,
    ])
  ).cierre;

describe('los cierres de expedientes por la API', () => {
  it('REQ-RET-1: se registran todos con su fundamento, una sola vez por clave, y cada uno en la auditoría', async () => {
    const id = await abierto('CIE-1');
    await abierto('CIE-2');
    const cierres = [
      { codigo: 'CIE-1', fecha: '2015-03-15' },
      { codigo: 'CIE-2', fecha: '2016-03-15' },
    ];
    const cuerpo = { fundamento: FUNDAMENTO, cierres };
    const otro = { fundamento: 'Otra relación', cierres };
    const { primera, segunda, distinta } = await http.repetir('archivo', RUTA, { cuerpo }, otro);
    expect([primera.status, primera.body]).toEqual([200, { cerrados: 2 }]);
    expect([segunda.status, segunda.body]).toEqual([200, { cerrados: 2 }]);
    expect(code(distinta)).toEqual([422, 'idempotencia_distinta']);
    const { asientos } = await rastroDe(http.escenario, id);
    expect(asientos).toMatchObject([
      { accion: 'archive.expediente_cerrado', datos: { cierre: '2015-03-15', fundamento: FUNDAMENTO } },
    ]);
    expect((await http.get('lectora', '/expedientes/CIE-1')).body).toMatchObject({
      id,
      cierre: '2015-03-15',
    });
  });

  it('una falta rechaza la lista entera, y cada fila dice la suya', async () => {
    await abierto('CIE-3');
    await abierto('CIE-ALTO', 3);
    await http.escenario.expediente({ codigo: 'CIE-YA', cierre: '2010-01-01' });
    const cierres = [
      { codigo: 'CIE-3', fecha: '2015-03-15' },
      { codigo: 'CIE-3', fecha: '2015-03-16' },
      { codigo: 'CIE-YA', fecha: '2015-03-15' },
      { codigo: 'CIE-NADA', fecha: '2015-03-15' },
      { codigo: 'CIE-ALTO', fecha: '2099-01-01' },
    ];
    const { status, body } = await http.post('archivo', RUTA, {
      cuerpo: { fundamento: FUNDAMENTO, cierres },
    });
    expect([status, body['code']]).toEqual([422, 'cierre_invalido']);
    expect(
      (body['faults'] as { fila: number; valor: string }[]).map(({ fila, valor }) => [fila, valor]),
    ).toEqual([
      [2, 'CIE-3'],
      [3, 'CIE-YA'],
      [4, 'CIE-NADA'],
      [5, 'CIE-ALTO'],
    ]);
    expect(await cierreDe('CIE-3')).toBeNull();
  });

  it('lo que no se alcanza se rechaza como lo que no existe', async () => {
    await abierto('CIE-SECRETO', 3);
    const motivo = async (quien: string, codigo: string): Promise<unknown> => {
      const cuerpo = { fundamento: FUNDAMENTO, cierres: [{ codigo, fecha: '2015-03-15' }] };
      const { body } = await http.post(quien, RUTA, { cuerpo });
      return (body['faults'] as { motivo: string }[])[0]?.motivo;
    };
    const inexistente = await motivo('baja', 'CIE-NADA');
    expect(await motivo('baja', 'CIE-SECRETO')).toBe(inexistente);
    expect(await motivo('vecina', 'CIE-SECRETO')).toBe(inexistente);
    expect(inexistente).toContain('no existe o no está a su alcance');
    expect(await cierreDe('CIE-SECRETO')).toBeNull();
  });

  it('sin permiso no se registra', async () => {
    const cuerpo = { fundamento: FUNDAMENTO, cierres: [{ codigo: 'CIE-1', fecha: '2015-03-15' }] };
    expect(code(await http.post('lectora', RUTA, { cuerpo }))).toEqual([403, 'sin_permiso']);
  });
});

describe('un expediente por la API', () => {
  it('se halla por identificador o por código, con los radicados que se alcanzan', async () => {
    const id = await abierto('EXP-VIVO');
    await http.escenario.radicado(id);
    const porId = await http.get('lectora', `/expedientes/${id}`);
    expect(porId.body).toMatchObject({
      id,
      expediente: 'EXP-VIVO',
      cierre: null,
      soporte: 'electronico',
      radicados: 1,
    });
    expect((await http.get('lectora', '/expedientes/EXP-VIVO')).body).toEqual(porId.body);
  });

  it('uno que no se alcanza, uno ajeno y uno que no existe responden lo mismo', async () => {
    const id = await abierto('EXP-ALTO', 3);
    const inexistente = sinPeticion(await http.get('baja', '/expedientes/EXP-NADA'));
    expect(inexistente).toMatchObject({ status: 404, body: { code: 'expediente_no_encontrado' } });
    for (const [quien, referencia] of [
      ['baja', id],
      ['baja', 'EXP-ALTO'],
      ['vecina', id],
      ['vecina', 'EXP-ALTO'],
    ] as const) {
      expect(sinPeticion(await http.get(quien, `/expedientes/${referencia}`))).toEqual(inexistente);
    }
  });
});
