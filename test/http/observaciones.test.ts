import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoteDePrueba } from '../support/escenario.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

let http: EscenarioHttp;
beforeAll(async () => {
  const comite = ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_APROBAR'] as const;
  http = await EscenarioHttp.abrir({
    publicacion: { permisos: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PUBLICAR'] },
    comite: { permisos: comite },
    baja: { permisos: comite, clearance: 0 },
    programa: { permisos: comite, kind: 'maquina' },
    vecina: { permisos: [...comite, 'PERM_ELIMINACION_PUBLICAR'], tenant: 'otra' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

const recibida = (cambios: Record<string, unknown> = {}) => ({
  canal: 'papel',
  recibidaEn: http.escenario.ahora.toISOString(),
  texto: 'Esos contratos siguen en litigio.',
  observador: { nombre: 'Zenaida Quiñones', contacto: 'zenaida@correo.example' },
  ...cambios,
});
const publicado = async (cuantos = 2): Promise<LoteDePrueba> =>
  http.escenario.loteEn('publicado', await http.escenario.expedientes(cuantos));
const RECHAZO = [{ desenlace: 'rechazada', motivacion: 'El proceso terminó en 2019.' }];
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('las observaciones por la API', () => {
  it('REQ-OBS-1, REQ-OBS-2: se registra, se lee sin quien observó, y se responde fila por fila', async () => {
    const { id, version } = await publicado(2);
    const registrada = await http.post('publicacion', `/lotes/${id}/observaciones`, { cuerpo: recibida() });
    expect([registrada.status, registrada.body]).toEqual([
      201,
      { numero: expect.stringMatching(/^OBS-2026-\d{4}$/), aTiempo: true, filas: 2 },
    ]);
    const numero = String(registrada.body['numero']);
    const lista = await http.get('lectora', `/lotes/${id}/observaciones`);
    expect(lista.body).toEqual({
      observaciones: [
        {
          numero,
          canal: 'papel',
          recibidaEn: http.escenario.ahora.toISOString(),
          aTiempo: true,
          texto: 'Esos contratos siguen en litigio.',
          filas: 2,
          pendientes: 2,
        },
      ],
      siguiente: null,
    });
    const respuestas = [
      { filas: [1], desenlace: 'aceptada', motivacion: 'El litigio sigue abierto.' },
      ...RECHAZO,
    ];
    const ruta = `/lotes/${id}/observaciones/${numero}/responder`;
    const respondida = await http.post('comite', ruta, { version, cuerpo: { respuestas } });
    expect([respondida.status, respondida.body]).toEqual([
      200,
      { version: version + 1, respondidas: 2, retirados: 1, estado: 'publicado' },
    ]);
    const otraVez = await http.post('comite', ruta, {
      version: version + 1,
      cuerpo: { respuestas: RECHAZO },
    });
    expect(code(otraVez)).toEqual([409, 'observacion_ya_respondida']);
    const leidas = JSON.stringify([
      (await http.get('comite', `/lotes/${id}/observaciones`)).body,
      (await http.get('comite', `/lotes/${id}`)).body,
    ]);
    expect(leidas).not.toMatch(/zenaida|quiñones/i);
  });

  it('la misma clave da la misma respuesta; con otro cuerpo, idempotencia_distinta', async () => {
    const { id, version } = await publicado(2);
    const registro = await http.repetir(
      'publicacion',
      `/lotes/${id}/observaciones`,
      { cuerpo: recibida() },
      recibida({ canal: 'agn' }),
    );
    expect(registro.primera.status).toBe(201);
    expect(await http.escenario.cuenta('eliminacion_observaciones', 'lote_id = $1', [id])).toBe(1);
    const respuesta = await http.repetir(
      'comite',
      `/lotes/${id}/observaciones/${String(registro.primera.body['numero'])}/responder`,
      { version, cuerpo: { respuestas: RECHAZO } },
      { respuestas: [{ ...RECHAZO[0], desenlace: 'aceptada' }] },
    );
    expect(respuesta.primera.status).toBe(200);
    for (const { primera, segunda, distinta } of [registro, respuesta]) {
      expect(sinPeticion(segunda)).toEqual(sinPeticion(primera));
      expect(code(distinta)).toEqual([422, 'idempotencia_distinta']);
    }
  });

  it('lo mal pedido dice qué', async () => {
    const { id, version } = await publicado(1);
    const ruta = `/lotes/${id}/observaciones`;
    const borrador = await http.escenario.loteEn('borrador', await http.escenario.expedientes(1));
    const casos = [
      [ruta, recibida({ filas: [2] }), 422, 'fila_no_pertenece'],
      [ruta, recibida({ recibidaEn: '2020-01-01T00:00:00-05:00' }), 422, 'observacion_fecha_invalida'],
      [ruta, recibida({ canal: 'web' }), 422, 'entrada_invalida'],
      [`/lotes/${borrador.id}/observaciones`, recibida(), 409, 'lote_sin_publicar'],
    ] as const;
    for (const [path, cuerpo, status, codigo] of casos) {
      expect(code(await http.post('publicacion', path, { cuerpo }))).toEqual([status, codigo]);
    }
    const responder = (v: number) =>
      http.post('comite', `${ruta}/OBS-1999-0001/responder`, { version: v, cuerpo: { respuestas: RECHAZO } });
    expect(code(await responder(version))).toEqual([404, 'observacion_no_encontrada']);
    expect(code(await responder(version + 1))).toEqual([409, 'version_obsoleta']);
  });
});

describe('quien no puede', () => {
  it('recibe su error, y nada cambia', async () => {
    const { id, version } = await publicado(1);
    const ruta = `/lotes/${id}/observaciones`;
    expect(code(await http.post('comite', ruta, { cuerpo: recibida() }))).toEqual([403, 'sin_permiso']);
    const { body } = await http.post('publicacion', ruta, { cuerpo: recibida() });
    const respuesta = { version, cuerpo: { respuestas: RECHAZO } };
    const casos = [
      ['publicacion', 403, 'sin_permiso'],
      ['programa', 403, 'acto_reservado_a_personas'],
      ['baja', 403, 'lote_sobre_su_clearance'],
      ['vecina', 404, 'lote_no_encontrado'],
    ] as const;
    for (const [quien, status, codigo] of casos) {
      const intento = await http.post(quien, `${ruta}/${String(body['numero'])}/responder`, respuesta);
      expect([quien, ...code(intento)]).toEqual([quien, status, codigo]);
    }
    expect(await http.escenario.cuenta('eliminacion_lotes', 'id = $1 AND version = $2', [id, version])).toBe(
      1,
    );
  });

  it('de otra entidad no distingue un lote ajeno de uno que no existe', async () => {
    const { id } = await publicado(1);
    const NADIE = '0190a6f0-0000-7000-8000-000000000001';
    const leer = async (lote: string) =>
      sinPeticion(await http.get('vecina', `/lotes/${lote}/observaciones`));
    const registrar = async (lote: string) =>
      sinPeticion(await http.post('vecina', `/lotes/${lote}/observaciones`, { cuerpo: recibida() }));
    expect(await leer(id)).toMatchObject({ status: 404, body: { code: 'lote_no_encontrado' } });
    expect(await leer(id)).toEqual(await leer(NADIE));
    expect(await registrar(id)).toMatchObject({ status: 404, body: { code: 'lote_no_encontrado' } });
    expect(await registrar(id)).toEqual(await registrar(NADIE));
  });
});
