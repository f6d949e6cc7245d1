import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOBRE_MANDATO } from '../support/retenciones-de-prueba.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

let http: EscenarioHttp;
beforeAll(async () => {
  const permisos = ['PERM_RETENCION_LEGAL', 'PERM_ELIMINACION_CONSULTAR'] as const;
  http = await EscenarioHttp.abrir({
    juridica: { permisos },
    control: { permisos },
    baja: { permisos, clearance: 0 },
    vecina: { permisos, tenant: 'otra' },
    programa: { permisos, kind: 'maquina' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

const cuerpoSobre = (expedienteId: string, cambios: Record<string, unknown> = {}) => ({
  alcance: { alcance: 'expediente', expedienteId },
  ...SOBRE_MANDATO,
  ...cambios,
});
async function imponer(expedienteId: string): Promise<number> {
  const { status, body } = await http.post('juridica', '/retenciones', { cuerpo: cuerpoSobre(expedienteId) });
  expect(status).toBe(201);
  return Number(body['id']);
}
const idsDe = (body: Record<string, unknown>) =>
  (body['retenciones'] as { id: number }[]).map(({ id }) => id);
const LEVANTAR = { cuerpo: { motivo: 'Terminó el proceso' } };

describe('las retenciones por la API', () => {
  it('REQ-HOLD-1, REQ-HOLD-3: se impone, se lee sin decir quién, y la levanta otra persona', async () => {
    const lote = await http.escenario.loteEn('publicado', await http.escenario.expedientes(1));
    const [expediente = ''] = lote.expedientes;
    const impuesta = await http.post('juridica', '/retenciones', { cuerpo: cuerpoSobre(expediente) });
    expect([impuesta.status, impuesta.body]).toEqual([
      201,
      { id: expect.any(Number), protegidos: 1, destruidos: 0, inciertos: 0 },
    ]);
    const id = Number(impuesta.body['id']);
    const { body } = await http.get('lectora', `/retenciones?despues=${id - 1}`);
    expect(body).toEqual({
      retenciones: [
        {
          id,
          alcance: 'expediente',
          expedienteId: expediente,
          serieCodigo: null,
          subserieCodigo: null,
          dependenciaCodigo: null,
          loteId: null,
          ...SOBRE_MANDATO,
          impuestaEn: http.escenario.ahora.toISOString(),
          levantadaEn: null,
          levantadaMotivo: null,
        },
      ],
      siguiente: null,
    });
    const misma = await http.post('juridica', `/retenciones/${id}/levantar`, LEVANTAR);
    expect([misma.status, misma.body['code']]).toEqual([403, 'retencion_levanta_otro']);
    const otra = await http.post('control', `/retenciones/${id}/levantar`, LEVANTAR);
    expect([otra.status, otra.body]).toEqual([200, { id }]);
    const denuevo = await http.post('control', `/retenciones/${id}/levantar`, LEVANTAR);
    expect([denuevo.status, denuevo.body['code']]).toEqual([409, 'retencion_ya_levantada']);
    expect(idsDe((await http.get('lectora', '/retenciones')).body)).not.toContain(id);
    expect(idsDe((await http.get('lectora', '/retenciones?vigentes=no')).body)).toContain(id);
  });

  it('la misma clave da la misma respuesta; con otro cuerpo, idempotencia_distinta', async () => {
    const expediente = await http.escenario.expediente();
    const imposicion = await http.repetir(
      'juridica',
      '/retenciones',
      { cuerpo: cuerpoSobre(expediente) },
      cuerpoSobre(expediente, { motivo: 'Otra cosa' }),
    );
    expect(imposicion.primera.status).toBe(201);
    expect(sinPeticion(imposicion.segunda)).toEqual(sinPeticion(imposicion.primera));
    expect([imposicion.distinta.status, imposicion.distinta.body['code']]).toEqual([
      422,
      'idempotencia_distinta',
    ]);
    expect(await http.escenario.cuenta('retenciones_legales', 'expediente_id = $1', [expediente])).toBe(1);
    const ruta = `/retenciones/${Number(imposicion.primera.body['id'])}/levantar`;
    const levantada = await http.repetir('control', ruta, LEVANTAR, { motivo: 'Por otra razón' });
    expect([levantada.primera.status, sinPeticion(levantada.segunda)]).toEqual([
      200,
      sinPeticion(levantada.primera),
    ]);
    expect(levantada.distinta.body['code']).toBe('idempotencia_distinta');
  });

  it('las faltas nombran su campo', async () => {
    const { status, body } = await http.post('juridica', '/retenciones', {
      cuerpo: { ...cuerpoSobre('x'), revisionEn: 'ayer', mandato: '' },
    });
    expect(status).toBe(422);
    expect((body['faults'] as { campo: string }[]).map(({ campo }) => campo)).toEqual(
      expect.arrayContaining(['alcance.expedienteId', 'mandato', 'revisionEn']),
    );
  });
});

describe('quien no puede', () => {
  it.each([
    ['lectora', 403, 'sin_permiso'],
    ['programa', 403, 'acto_reservado_a_personas'],
    ['vecina', 404, 'retencion_no_encontrada'],
  ])('%s no levanta: %i %s, y queda en la auditoría', async (quien, status, code) => {
    const id = await imponer(await http.escenario.expediente());
    const respuesta = await http.post(quien, `/retenciones/${id}/levantar`, LEVANTAR);
    expect([respuesta.status, respuesta.body['code']]).toEqual([status, code]);
    expect(await http.escenario.cuenta('retenciones_legales', 'id = $1 AND levantada_en IS NULL', [id])).toBe(
      1,
    );
    if (status !== 403) return;
    const negados = await http.escenario.cuenta(
      'audit_log',
      `resultado = 'denegado' AND contenido::jsonb ->> 'requestId' = $1`,
      [respuesta.body['requestId']],
    );
    expect(negados).toBe(1);
  });

  it('un expediente sobre su nivel, o de otra entidad, no se distingue de uno que no existe', async () => {
    const expediente = await http.escenario.expediente({ nivel: 3 });
    const id = await imponer(expediente);
    for (const quien of ['baja', 'vecina']) {
      const [ajeno, inexistente] = [
        await http.post(quien, '/retenciones', { cuerpo: cuerpoSobre(expediente) }),
        await http.post(quien, '/retenciones', {
          cuerpo: cuerpoSobre('0190a6f0-0000-7000-8000-000000000001'),
        }),
      ];
      expect([ajeno.status, ajeno.body['code']]).toEqual([422, 'alcance_desconocido']);
      expect(sinPeticion(ajeno)).toEqual(sinPeticion(inexistente));
      const levantar = (n: number) => http.post(quien, `/retenciones/${n}/levantar`, LEVANTAR);
      expect(JSON.stringify(sinPeticion(await levantar(id)))).toBe(
        JSON.stringify(sinPeticion(await levantar(999_999))),
      );
      expect(idsDe((await http.get(quien, '/retenciones?vigentes=no')).body)).not.toContain(id);
    }
  });
});
