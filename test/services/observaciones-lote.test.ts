import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actorId } from '../../src/domain/personas/actor.ts';
import { cerrarSiTermina } from '../../src/services/ejecucion/cerrar-si-termina.ts';
import { listObservaciones } from '../../src/services/observacion/list-observaciones.ts';
import { registrarObservacionRecibida } from '../../src/services/observacion/registrar-observacion-recibida.ts';
import { responderObservacion } from '../../src/services/observacion/responder-observacion.ts';
import {
  findPublicacionPublica,
  listFilasPublicas,
} from '../../src/services/publicacion/leer-publicacion.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { conAuditoriaDetenida, esperaDetrasDe } from '../support/carrera.ts';
import { destruir } from '../support/destruccion-de-prueba.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { motivosDe } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';
import { solicitudDe } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const publicador = makePersona('publicador');
const aprobador = makePersona('aprobador');
const NADIE = '0190a6f0-0000-7000-8000-000000000001';
const OBSERVADOR = { nombre: 'Zenaida Quiñones', contacto: 'zenaida@correo.example' };
const TEXTO = 'Esos contratos siguen en litigio.';
const MOTIVACION = 'El proceso terminó en 2019, según certificación.';

const registrar = (
  lote: Pick<LoteDePrueba, 'id'>,
  cambios: Record<string, unknown> = {},
  actor = publicador,
) =>
  registrarObservacionRecibida(escenario, actor, {
    loteId: lote.id,
    canal: 'correo',
    recibidaEn: escenario.ahora.toISOString(),
    texto: TEXTO,
    observador: OBSERVADOR,
    ...cambios,
  });
interface Respuesta {
  readonly filas?: readonly number[];
  readonly desenlace: 'aceptada' | 'rechazada';
  readonly motivacion?: string;
}
const responder = (
  { id, version }: Pick<LoteDePrueba, 'id' | 'version'>,
  numero: string,
  respuestas: readonly Respuesta[],
  actor: Actor = aprobador,
) =>
  responderObservacion(escenario, actor, {
    loteId: id,
    version,
    numero,
    respuestas: respuestas.map((respuesta) => ({ motivacion: MOTIVACION, ...respuesta })),
  });
const publicado = async (cuantos = 2): Promise<LoteDePrueba> =>
  escenario.loteEn('publicado', await escenario.expedientes(cuantos));
const cierreDe = async ({ id }: LoteDePrueba): Promise<number> =>
  new Date(
    (
      await escenario.fila<{ cierre: string }>(
        `SELECT (ultimo_dia_previsto + 1)::text || 'T05:00:00.000Z' AS cierre FROM eliminacion_publicaciones WHERE lote_id = $1`,
        [id],
      )
    ).cierre,
  ).getTime();
const filasDe = (numero: string) =>
  escenario.query<{ orden: number; desenlace: string | null; motivacion: string | null; por: string | null }>(
    `SELECT i.orden, f.desenlace, f.motivacion, f.respondida_por AS por FROM eliminacion_observacion_filas f
       JOIN eliminacion_observaciones o ON o.id = f.observacion_id JOIN eliminacion_lote_items i ON i.id = f.item_id
      WHERE o.numero = $1 ORDER BY i.orden`,
    [numero],
  );
const leer = (lote: LoteDePrueba, actor = publicador) =>
  listObservaciones(escenario, actor, lote.id, { despuesDe: '', limite: 100 });

describe('registrar una observación recibida', () => {
  it('REQ-OBS-1: sobre el lote entero, con número e instante, y su rastro sin los datos de quien observó', async () => {
    const lote = await publicado(3);
    const registrada = await registrar(lote);
    expect(registrada).toEqual({
      numero: expect.stringMatching(/^OBS-\d{4}-\d{4}$/),
      aTiempo: true,
      filas: 3,
    });
    const { numero } = registrada;
    expect(
      await escenario.fila(
        'SELECT lote_id, canal, recibida_en, a_tiempo, texto, observador FROM eliminacion_observaciones WHERE numero = $1',
        [numero],
      ),
    ).toEqual({
      lote_id: lote.id,
      canal: 'correo',
      recibida_en: escenario.ahora,
      a_tiempo: true,
      texto: TEXTO,
      observador: OBSERVADOR,
    });
    const datos = { numero, codigo: lote.codigo, canal: 'correo', aTiempo: true, filas: 3 };
    expect((await rastroDe(escenario, numero)).asientos).toEqual([
      {
        accion: 'archive.eliminacion_observacion_recibida',
        actor: actorId(publicador),
        resultado: 'hecho',
        datos,
      },
    ]);
    expect((await rastroDe(escenario, lote.id)).eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_observacion_recibida',
      payload: { loteId: lote.id, ...datos },
    });
    expect(await leer(lote)).toEqual([
      {
        numero,
        canal: 'correo',
        recibidaEn: escenario.ahora,
        aTiempo: true,
        texto: TEXTO,
        filas: 3,
        pendientes: 3,
      },
    ]);
  });

  it('REQ-OBS-1: sobre algunas filas, repetidas o no', async () => {
    const lote = await publicado(3);
    const { numero, filas } = await registrar(lote, { filas: [3, 1, 3] });
    expect(filas).toBe(2);
    expect((await filasDe(numero)).map(({ orden }) => orden)).toEqual([1, 3]);
  });

  it.each(['correo', 'papel', 'agn', 'consejo_territorial'])('REQ-OBS-1: por el canal %s', async (canal) => {
    const { numero } = await registrar(await publicado(1), { canal });
    expect(
      await escenario.cuenta('eliminacion_observaciones', 'numero = $1 AND canal = $2', [numero, canal]),
    ).toBe(1);
  });

  it('REQ-OBS-1: a tiempo hasta el último milisegundo del día 60 en Bogotá, y extemporánea desde el siguiente', async () => {
    const lote = await publicado(1);
    const cierre = await cierreDe(lote);
    await escenario.cumplirVentana(lote);
    const aLas = async (ms: number) =>
      (await registrar(lote, { recibidaEn: new Date(ms).toISOString() })).aTiempo;
    const medidas = async () => [await aLas(cierre - 1), await aLas(cierre), await aLas(cierre + 1)];
    // Typed after the window, with the window not closed yet; what decides is when each was received.
    expect(await medidas()).toEqual([true, false, false]);
    const offset = await registrar(lote, {
      recibidaEn: new Date(cierre - 1 - 5 * 3_600_000).toISOString().replace('Z', '-05:00'),
    });
    expect(offset.aTiempo).toBe(true);
  });

  it('REQ-OBS-1: en estados posteriores también se registra, y el cierre es el que quedó guardado', async () => {
    const lote = await publicado(1);
    const cierre = await cierreDe(lote);
    await escenario.cumplirVentana(lote);
    const aprobado = await escenario.aprobar(lote);
    const registradas = [];
    for (const ms of [cierre - 1, cierre]) {
      registradas.push((await registrar(lote, { recibidaEn: new Date(ms).toISOString() })).aTiempo);
    }
    expect(registradas).toEqual([true, false]);
    await escenario.ejecutar(aprobado);
    expect(await registrar(lote)).toMatchObject({ aTiempo: false, filas: 1 });
  });

  it('un día sin evidencia alarga el plazo, y lo recibido en él llega a tiempo', async () => {
    const lote = await publicado(1);
    const cierre = await cierreDe(lote);
    await escenario.cumplirVentana(lote);
    await escenario.query(
      `UPDATE eliminacion_disponibilidad SET exitosos = 0, fallidos = 1
        WHERE (publicacion_id, fecha) = (SELECT id, primer_dia FROM eliminacion_publicaciones WHERE lote_id = $1)`,
      [lote.id],
    );
    expect(await registrar(lote, { recibidaEn: new Date(cierre).toISOString() })).toMatchObject({
      aTiempo: true,
    });
  });

  it('REQ-OBS-1: diez a la vez toman números seguidos del año, y lo rechazado no gasta ninguno', async () => {
    const lote = await publicado(1);
    const antes = escenario.ahora;
    // Still 2030 in Bogotá.
    escenario.ahora = new Date('2031-01-01T04:59:59.999Z');
    const diez = await Promise.all(Array.from({ length: 10 }, () => registrar(lote)));
    await rechazoDe(registrar(lote, { filas: [99] }));
    const onceava = await registrar(lote);
    escenario.ahora = new Date('2031-01-01T05:00:00.000Z');
    const delAnioSiguiente = await registrar(lote);
    escenario.ahora = antes;
    const esperados = Array.from({ length: 10 }, (_, n) => `OBS-2030-${String(n + 1).padStart(4, '0')}`);
    expect(diez.map(({ numero }) => numero).toSorted()).toEqual(esperados);
    expect([onceava.numero, delAnioSiguiente.numero]).toEqual(['OBS-2030-0011', 'OBS-2031-0001']);
  });

  it('repetida con la misma clave da el mismo número; con otro cuerpo se rechaza', async () => {
    const lote = await publicado(1);
    const entrada = {
      loteId: lote.id,
      canal: 'papel',
      recibidaEn: escenario.ahora.toISOString(),
      texto: TEXTO,
      observador: OBSERVADOR,
    };
    const solicitud = solicitudDe('POST /lotes/{id}/observaciones');
    const primera = await registrarObservacionRecibida(escenario, publicador, entrada, solicitud);
    const antes = await huellaDe(escenario);
    expect(await registrarObservacionRecibida(escenario, publicador, entrada, solicitud)).toEqual(primera);
    const otra = { ...solicitud, huella: Buffer.alloc(32, 2) };
    const distinta = registrarObservacionRecibida(escenario, publicador, entrada, otra);
    expect((await rechazoDe(distinta)).code).toBe('idempotencia_distinta');
    expect(await huellaDe(escenario)).toEqual(antes);
    expect(await leer(lote)).toHaveLength(1);
  });
});

describe('lo que registrar rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('proponente'), {}],
    ['sin_permiso', makePersona('aprobador'), {}],
    ['lote_no_encontrado', publicador, { loteId: NADIE }],
    ['lote_no_encontrado', makePersona('publicador', { tenant: 'otra' }), {}],
    ['fila_no_pertenece', publicador, { filas: [1, 3] }],
    ['observacion_fecha_invalida', publicador, { recibidaEn: '2020-01-01T00:00:00Z' }],
    ['observacion_fecha_invalida', publicador, { recibidaEn: '2099-01-01T00:00:00Z' }],
    ['entrada_invalida', publicador, { recibidaEn: '2026-12-01' }],
    ['entrada_invalida', publicador, { recibidaEn: '2026-12-01T10:00:00' }],
    ['entrada_invalida', publicador, { canal: 'web' }],
    ['entrada_invalida', publicador, { filas: [] }],
    ['entrada_invalida', publicador, { texto: 'corto' }],
    ['entrada_invalida', publicador, { texto: `${TEXTO}\u0000` }],
    ['entrada_invalida', publicador, { observador: { nombre: 'Ana' } }],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await publicado(2);
    const antes = { ...(await huellaDe(escenario)), o: await escenario.cuenta('eliminacion_observaciones') };
    expect((await rechazoDe(registrar(lote, cambios, actor))).code).toBe(code);
    expect({
      ...(await huellaDe(escenario)),
      o: await escenario.cuenta('eliminacion_observaciones'),
    }).toEqual(antes);
  });

  it('lote_sin_publicar: un borrador, o uno anulado sin publicarse', async () => {
    const borrador = await escenario.loteEn('borrador', await escenario.expedientes(1));
    expect((await rechazoDe(registrar(borrador))).code).toBe('lote_sin_publicar');
  });
});

describe('responder una observación', () => {
  it('REQ-OBS-2: aceptada, su fila sale con su causa; rechazada, se motiva y sigue; con su rastro', async () => {
    const lote = await publicado(3);
    const { numero } = await registrar(lote);
    const respondida = await responder(lote, numero, [
      { filas: [2], desenlace: 'aceptada', motivacion: 'El litigio sigue abierto.' },
      { desenlace: 'rechazada' },
    ]);
    expect(respondida).toEqual({
      version: lote.version + 1,
      respondidas: 3,
      retirados: 1,
      estado: 'publicado',
    });
    const por = actorId(aprobador);
    expect(await filasDe(numero)).toEqual([
      { orden: 1, desenlace: 'rechazada', motivacion: MOTIVACION, por },
      { orden: 2, desenlace: 'aceptada', motivacion: 'El litigio sigue abierto.', por },
      { orden: 3, desenlace: 'rechazada', motivacion: MOTIVACION, por },
    ]);
    const [, salio = ''] = lote.expedientes;
    expect(
      await escenario.fila(
        'SELECT expediente_id AS id, estado, causa, detalle, motivo, actor, instante FROM eliminacion_lote_omision WHERE lote_id = $1',
        [lote.id],
      ),
    ).toEqual({
      id: salio,
      estado: 'retirado',
      causa: 'observacion_aceptada',
      detalle: `Observación ${numero}`,
      motivo: 'El litigio sigue abierto.',
      actor: por,
      instante: escenario.ahora,
    });
    expect(await motivosDe(escenario, salio, { hoy: '2027-06-01' })).toEqual([]);
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    const datos = { codigo: lote.codigo, numero, respondidas: 3, retirados: 1, estado: 'publicado' };
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_observacion_respondida',
      actor: por,
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_observacion_respondida',
      payload: { loteId: lote.id, ...datos },
    });
    expect(await leer(lote)).toMatchObject([{ numero, filas: 3, pendientes: 0 }]);
  });

  it('REQ-OBS-2: aceptada en todas sus filas anula el lote, y la página pública lo dice', async () => {
    const lote = await publicado(2);
    const { numero } = await registrar(lote);
    expect(await responder(lote, numero, [{ desenlace: 'aceptada' }])).toMatchObject({
      retirados: 2,
      estado: 'anulado',
    });
    expect(
      await escenario.fila('SELECT estado, anulado_causa FROM eliminacion_lotes WHERE id = $1', [lote.id]),
    ).toEqual({ estado: 'anulado', anulado_causa: 'todos_retirados' });
    expect(await findPublicacionPublica(escenario, SLUG, lote.codigo)).toMatchObject({
      estado: 'anulado',
      motivoAnulacion: 'Todos los expedientes fueron retirados.',
    });
  });

  it('REQ-OBS-2: dos observaciones sobre la misma fila: cada una se responde, y la fila sale una vez', async () => {
    const lote = await publicado(2);
    const [una, otra] = [await registrar(lote, { filas: [1] }), await registrar(lote, { filas: [1] })];
    const { version } = await responder(lote, una.numero, [{ desenlace: 'aceptada' }]);
    const segunda = await responder({ ...lote, version }, otra.numero, [{ desenlace: 'aceptada' }]);
    expect(segunda).toMatchObject({ respondidas: 1, retirados: 0, estado: 'publicado' });
    expect(await escenario.cuenta('eliminacion_lote_omision', 'lote_id = $1', [lote.id])).toBe(1);
  });

  it('una fila se responde una sola vez, y solo si la observación la menciona', async () => {
    const lote = await publicado(3);
    const { numero } = await registrar(lote, { filas: [1, 2] });
    const { version } = await responder(lote, numero, [{ filas: [1], desenlace: 'rechazada' }]);
    const ahora = { ...lote, version };
    const antes = await huellaDe(escenario);
    for (const respuestas of [
      [{ filas: [1], desenlace: 'aceptada' as const }],
      [{ filas: [3], desenlace: 'aceptada' as const }],
      [{ filas: [2, 1], desenlace: 'aceptada' as const }],
      [
        { filas: [2], desenlace: 'aceptada' as const },
        { filas: [2], desenlace: 'rechazada' as const },
      ],
    ]) {
      expect((await rechazoDe(responder(ahora, numero, respuestas))).code).toBe('observacion_ya_respondida');
    }
    expect(await huellaDe(escenario)).toEqual(antes);
    const ultima = await responder(ahora, numero, [{ desenlace: 'rechazada' }]);
    const error = await rechazoDe(
      responder({ ...lote, version: ultima.version }, numero, [{ desenlace: 'rechazada' }]),
    );
    expect(error.code).toBe('observacion_ya_respondida');
  });

  it('las respuestas y las observaciones no cambian ni se borran, tampoco para el dueño', async () => {
    const lote = await publicado(1);
    const { numero } = await registrar(lote);
    await responder(lote, numero, [{ desenlace: 'rechazada' }]);
    const deLaFila = `(SELECT id FROM eliminacion_observaciones WHERE numero = '${numero}')`;
    for (const sql of [
      `UPDATE eliminacion_observacion_filas SET motivacion = 'otra' WHERE observacion_id = ${deLaFila}`,
      `UPDATE eliminacion_observacion_filas SET desenlace = NULL, motivacion = NULL, respondida_en = NULL, respondida_por = NULL
        WHERE observacion_id = ${deLaFila}`,
      `UPDATE eliminacion_observacion_filas SET item_id = 0 WHERE observacion_id = ${deLaFila}`,
      `DELETE FROM eliminacion_observacion_filas WHERE observacion_id = ${deLaFila}`,
      `UPDATE eliminacion_observaciones SET texto = 'otro' WHERE numero = '${numero}'`,
      `DELETE FROM eliminacion_observaciones WHERE numero = '${numero}'`,
    ]) {
      expect([sql, await escenario.rechazoAlDuenio(sql)]).toEqual([sql, 'registro_inmutable']);
    }
  });

  it('repetida con la misma clave da la misma respuesta; quien perdió nivel ya no la recibe', async () => {
    const lote = await publicado(2);
    const { numero } = await registrar(lote);
    const entrada = {
      loteId: lote.id,
      version: lote.version,
      numero,
      respuestas: [{ desenlace: 'rechazada', motivacion: MOTIVACION }],
    };
    const solicitud = solicitudDe('POST /lotes/{id}/observaciones/{numero}/responder');
    const primera = await responderObservacion(escenario, aprobador, entrada, solicitud);
    const antes = await huellaDe(escenario);
    expect(await responderObservacion(escenario, aprobador, entrada, solicitud)).toEqual(primera);
    const bajo = makePersona('aprobador', { clearance: 0 });
    expect((await rechazoDe(responderObservacion(escenario, bajo, entrada, solicitud))).code).toBe(
      'lote_sobre_su_clearance',
    );
    expect(await huellaDe(escenario)).toEqual(antes);
  });
});

describe('lo que responder rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('publicador'), {}],
    ['sin_permiso', makePersona('ejecutor'), {}],
    ['acto_reservado_a_personas', makePersona('aprobador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('aprobador', { clearance: 0 }), {}],
    ['version_obsoleta', aprobador, { version: 1 }],
    ['lote_no_encontrado', aprobador, { loteId: NADIE }],
    ['lote_no_encontrado', makePersona('aprobador', { tenant: 'otra' }), {}],
    ['observacion_no_encontrada', aprobador, { numero: 'OBS-1999-0001' }],
    ['entrada_invalida', aprobador, { respuestas: [] }],
    ['entrada_invalida', aprobador, { respuestas: [{ desenlace: 'rechazada' }] }],
    ['entrada_invalida', aprobador, { respuestas: [{ desenlace: 'rechazada', motivacion: 'no' }] }],
    [
      'entrada_invalida',
      aprobador,
      { respuestas: [{ desenlace: 'rechazada', motivacion: `${MOTIVACION}\u0002` }] },
    ],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await publicado(1);
    const { numero } = await registrar(lote);
    const antes = await huellaDe(escenario);
    const acto = responderObservacion(escenario, actor, {
      loteId: lote.id,
      version: lote.version,
      numero,
      respuestas: [{ desenlace: 'aceptada', motivacion: MOTIVACION }],
      ...cambios,
    });
    expect((await rechazoDe(acto)).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
    expect(await filasDe(numero)).toMatchObject([{ desenlace: null }]);
  });

  it('la de otro lote no se encuentra en este', async () => {
    const [lote, otro] = [await publicado(1), await publicado(1)];
    const { numero } = await registrar(otro);
    const error = await rechazoDe(responder(lote, numero, [{ desenlace: 'rechazada' }]));
    expect(error.code).toBe('observacion_no_encontrada');
  });

  it('transicion_invalida: un lote ya aprobado', async () => {
    const lote = await publicado(1);
    await escenario.cumplirVentana(lote);
    const aprobado = await escenario.aprobar(lote);
    const { numero, aTiempo } = await registrar(lote);
    expect(aTiempo).toBe(false);
    const error = await rechazoDe(responder(aprobado, numero, [{ desenlace: 'rechazada' }]));
    expect(error.code).toBe('transicion_invalida');
  });
});

describe('las observaciones y la aprobación', () => {
  it('REQ-OBS-2: con una fila a tiempo sin responder no se aprueba; respondida, sí; las extemporáneas no detienen', async () => {
    const lote = await publicado(3);
    const { numero } = await registrar(lote, { filas: [1, 2] });
    const otra = await registrar(lote, { filas: [3] });
    await escenario.cumplirVentana(lote);
    expect(await registrar(lote)).toMatchObject({ aTiempo: false, filas: 3 });
    const pendientes = async (version: number) =>
      (await rechazoDe(escenario.aprobar({ ...lote, version }))).params;
    expect(await pendientes(lote.version)).toEqual({ cuantas: 2 });
    let { version } = await responder(lote, otra.numero, [{ desenlace: 'rechazada' }]);
    expect(await pendientes(version)).toEqual({ cuantas: 1 });
    ({ version } = await responder({ ...lote, version }, numero, [{ filas: [1], desenlace: 'aceptada' }]));
    const error = await rechazoDe(escenario.aprobar({ ...lote, version }));
    expect(error).toMatchObject({ code: 'observaciones_sin_responder', params: { cuantas: 1 } });
    ({ version } = await responder({ ...lote, version }, numero, [{ desenlace: 'rechazada' }]));
    await escenario.aprobar({ ...lote, version });
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [lote.id])).toBe(2);
  });

  it('REQ-OBS-2: una observación que se está registrando y una aprobación se esperan, en los dos órdenes', async () => {
    for (const primero of ['registrar', 'aprobar'] as const) {
      const lote = await publicado(1);
      const cierre = await cierreDe(lote);
      await escenario.cumplirVentana(lote);
      const actos = {
        registrar: () => registrar(lote, { recibidaEn: new Date(cierre - 1).toISOString() }),
        aprobar: () => escenario.aprobar(lote),
      };
      const { gana, espera } = await conAuditoriaDetenida(escenario, async (cadena) => {
        const antes = actos[primero]().catch((error: unknown) => error);
        const pid = await esperaDetrasDe(escenario, cadena);
        const despues = actos[primero === 'aprobar' ? 'registrar' : 'aprobar']().catch(
          (error: unknown) => error,
        );
        await esperaDetrasDe(escenario, pid);
        return { gana: antes, espera: despues };
      });
      const desenlaces = [await gana, await espera];
      if (primero === 'registrar') {
        expect(desenlaces).toMatchObject([{ aTiempo: true }, { code: 'observaciones_sin_responder' }]);
      } else {
        expect(desenlaces).toMatchObject([{ version: lote.version + 1 }, { aTiempo: true }]);
      }
    }
  });

  it('REQ-OBS-1, REQ-OBS-2: el acta las imprime con su respuesta; quien observó no está en ninguna parte', async () => {
    const lote = await publicado(2);
    const { numero } = await registrar(lote, { filas: [1] });
    const { version } = await responder(lote, numero, [{ desenlace: 'aceptada' }]);
    await escenario.cumplirVentana(lote);
    const tardia = await registrar(lote);
    await escenario.ejecutar(await escenario.aprobar({ ...lote, version }));
    const { itemId } = await escenario.fila<{ itemId: number }>(
      'SELECT item_id AS "itemId" FROM eliminacion_lote_progreso WHERE lote_id = $1',
      [lote.id],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    expect(await cerrarSiTermina(escenario, SLUG, lote.id)).toBe('cerrada');
    const { cabecera } = await escenario.fila<{ cabecera: string }>(
      'SELECT cabecera FROM eliminacion_actas WHERE lote_id = $1',
      [lote.id],
    );
    expect(JSON.parse(cabecera)).toMatchObject({
      observaciones: [
        { numero, extemporanea: false, respuestas: [{ resultado: 'aceptada', motivo: MOTIVACION }] },
        { numero: tardia.numero, extemporanea: true, respuestas: [] },
      ],
    });
    const pagina = { despuesDe: 0, limite: 10 };
    const visible = JSON.stringify([
      cabecera,
      await leer(lote),
      await rastroDe(escenario, lote.id),
      await rastroDe(escenario, numero),
      await escenario.query('SELECT contenido FROM audit_log'),
      await escenario.query('SELECT payload, actor FROM outbox'),
      await escenario.query('SELECT cuerpo FROM idempotencia'),
      await findPublicacionPublica(escenario, SLUG, lote.codigo),
      await listFilasPublicas(escenario, SLUG, lote.codigo, pagina),
    ]);
    expect(visible).toContain(numero);
    expect(visible).not.toMatch(/zenaida|quiñones/i);
  });
});

describe('leer las observaciones', () => {
  it('por páginas, en orden; otra entidad no ve el lote, y sin permiso no se lee', async () => {
    const lote = await publicado(1);
    for (let n = 0; n < 3; n += 1) await registrar(lote);
    const todas = (await leer(lote)).map(({ numero }) => numero);
    expect(todas).toEqual(todas.toSorted());
    const segunda = await listObservaciones(escenario, publicador, lote.id, {
      despuesDe: todas[0] ?? '',
      limite: 1,
    });
    expect(segunda.map(({ numero }) => numero)).toEqual([todas[1]]);
    const ajena = leer(lote, makePersona('publicador', { tenant: 'otra' }));
    expect((await rechazoDe(ajena)).code).toBe('lote_no_encontrado');
    expect((await rechazoDe(leer(lote, makePersona('administradora')))).code).toBe('sin_permiso');
  });
});
