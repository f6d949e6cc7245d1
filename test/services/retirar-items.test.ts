import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { retirarItems } from '../../src/services/lote/retirar-items.ts';
import {
  findPublicacionPublica,
  listFilasPublicas,
} from '../../src/services/publicacion/leer-publicacion.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { motivosDe } from '../support/evaluar-admision.ts';
import { forzarEstado } from '../support/lotes-de-prueba.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';
import { solicitudDe } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const aprobador = makePersona('aprobador');
const NADIE = '0190a6f0-0000-7000-8000-000000000001';
const MOTIVO = 'Tiene valor histórico';
const entrada = ({ id, version }: LoteDePrueba, expedientes: readonly string[]) => ({
  loteId: id,
  version,
  expedientes: [...expedientes],
  motivo: MOTIVO,
});
const retirar = (lote: LoteDePrueba, expedientes: readonly string[], actor = aprobador) =>
  retirarItems(escenario, actor, entrada(lote, expedientes));
const loteEn = async (estado: Parameters<Escenario['loteEn']>[0], cuantos = 2): Promise<LoteDePrueba> =>
  escenario.loteEn(estado, await escenario.expedientes(cuantos));
const publica = ({ codigo }: LoteDePrueba) => findPublicacionPublica(escenario, SLUG, codigo);
const ANULADO_POR_VACIO = { estado: 'anulado', anulado_causa: 'todos_retirados' };
const estadoDe = ({ id }: LoteDePrueba) =>
  escenario.fila('SELECT estado, anulado_causa FROM eliminacion_lotes WHERE id = $1', [id]);

describe.each(['publicado', 'aprobado'] as const)('retirar filas de un lote %s', (estado) => {
  it('REQ-DEC-2: salen con la causa del Comité y su motivo, libres al instante, y queda su rastro', async () => {
    const lote = await loteEn(estado, 3);
    const [a = '', b = '', c = ''] = lote.expedientes;
    expect(await retirar(lote, [a, c, a])).toEqual({ version: lote.version + 1, retirados: 2, estado });
    expect(
      await escenario.query(
        'SELECT expediente_id AS id, estado, causa, motivo, actor, instante FROM eliminacion_lote_omision WHERE lote_id = $1 ORDER BY item_id',
        [lote.id],
      ),
    ).toEqual(
      [a, c].map((id) => ({
        id,
        estado: 'retirado',
        causa: 'excluido_comite',
        motivo: MOTIVO,
        actor: actorId(aprobador),
        instante: escenario.ahora,
      })),
    );
    expect(
      await escenario.query(
        'SELECT expediente_id AS id FROM eliminacion_expediente_en_lote WHERE lote_id = $1',
        [lote.id],
      ),
    ).toEqual([{ id: b }]);
    expect(await motivosDe(escenario, a, { hoy: '2027-06-01' })).toEqual([]);
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    const datos = { codigo: lote.codigo, retirados: 2, quedan: 1, motivo: MOTIVO, estado };
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_item_retirado',
      actor: actorId(aprobador),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_item_retirado',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('REQ-PUB-5: la ventana no se reinicia y la fila sigue publicada con los mismos digestos', async () => {
    const lote = await loteEn(estado);
    const antes = await publica(lote);
    const filas = () => listFilasPublicas(escenario, SLUG, lote.codigo, { despuesDe: 0, limite: 10 });
    const filasAntes = await filas();
    escenario.ahora = new Date(escenario.ahora.getTime() + 60_000);
    await retirar(lote, lote.expedientes.slice(0, 1));
    expect(await publica(lote)).toEqual(antes);
    expect(await filas()).toEqual(filasAntes);
    expect(filasAntes).toHaveLength(2);
  });

  it('REQ-DEC-2: lo retirado se admite otra vez, y su ítem nuevo lleva el antecedente', async () => {
    const lote = await loteEn(estado);
    const [a = ''] = lote.expedientes;
    await retirar(lote, [a]);
    const nuevo = await escenario.loteEn('borrador', [a]);
    expect(
      await escenario.fila(
        'SELECT retirado_de_lote_codigo AS codigo, retirado_causa AS causa FROM eliminacion_lote_items WHERE lote_id = $1',
        [nuevo.id],
      ),
    ).toEqual({ codigo: lote.codigo, causa: 'excluido_comite' });
  });

  it('retirar la última anula el lote, y la página pública lo dice con su motivo', async () => {
    const lote = await loteEn(estado);
    const [a = '', b = ''] = lote.expedientes;
    const { version } = await retirar(lote, [a]);
    expect(await retirar({ ...lote, version }, [b])).toEqual({
      version: version + 1,
      retirados: 1,
      estado: 'anulado',
    });
    expect(await estadoDe(lote)).toEqual(ANULADO_POR_VACIO);
    expect(await publica(lote)).toMatchObject({
      estado: 'anulado',
      motivoAnulacion: 'Todos los expedientes fueron retirados.',
      filas: 2,
    });
    expect((await rastroDe(escenario, lote.id)).asientos.at(-1)?.datos).toMatchObject({
      estado: 'anulado',
      quedan: 0,
    });
  });

  it('retirar todas de una vez también lo anula', async () => {
    const lote = await loteEn(estado);
    expect(await retirar(lote, lote.expedientes)).toMatchObject({ retirados: 2, estado: 'anulado' });
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [lote.id])).toBe(0);
  });
});

it('lo que queda tras retirar se aprueba y se ejecuta sin lo retirado', async () => {
  const lote = await loteEn('publicado');
  const [a = '', b = ''] = lote.expedientes;
  const { version } = await retirar(lote, [a]);
  await escenario.cumplirVentana(lote);
  const aprobado = await escenario.aprobar({ ...lote, version });
  await escenario.ejecutar(aprobado);
  expect(
    await escenario.query('SELECT expediente_id AS id FROM eliminacion_lote_progreso WHERE lote_id = $1', [
      lote.id,
    ]),
  ).toEqual([{ id: b }]);
});

it('REQ-PUB-5: anulado o en ejecución, el inventario sigue publicado, y nadie borra ni altera lo publicado', async () => {
  const [anulado, enEjecucion] = [await loteEn('publicado'), await loteEn('en_ejecucion')];
  await retirar(anulado, anulado.expedientes);
  for (const lote of [anulado, enEjecucion]) {
    expect(await publica(lote)).toMatchObject({
      filas: 2,
      sha256Publico: expect.stringMatching(/^[0-9a-f]{64}$/),
      sha256Completo: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await listFilasPublicas(escenario, SLUG, lote.codigo, { despuesDe: 0, limite: 10 })).toHaveLength(
      2,
    );
    for (const [sql, code] of [
      ['DELETE FROM eliminacion_publicaciones WHERE lote_id = $1', 'registro_inmutable'],
      [
        `UPDATE eliminacion_publicaciones SET sha256_publico = repeat('0', 64) WHERE lote_id = $1`,
        'campo_congelado',
      ],
      ['DELETE FROM eliminacion_lote_items WHERE lote_id = $1', 'inventario_congelado'],
      [`UPDATE eliminacion_lote_items SET titulo_publico = 'x' WHERE lote_id = $1`, 'inventario_congelado'],
    ] as const) {
      expect([sql, await escenario.rechazoAlDuenio(sql, [lote.id])]).toEqual([sql, code]);
    }
  }
});

describe('lo que retirar rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('proponente'), {}],
    ['sin_permiso', makePersona('ejecutor'), {}],
    ['acto_reservado_a_personas', makePersona('aprobador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('aprobador', { clearance: 0 }), {}],
    ['version_obsoleta', aprobador, { version: 1 }],
    ['lote_no_encontrado', aprobador, { loteId: NADIE }],
    ['lote_no_encontrado', makePersona('aprobador', { tenant: 'otra' }), {}],
    ['fila_no_pertenece', aprobador, { expedientes: [NADIE] }],
    ['entrada_invalida', aprobador, { expedientes: [] }],
    ['entrada_invalida', aprobador, { motivo: ' no ' }],
    // It would be printed in the acta, where no control character may stand.
    ['entrada_invalida', aprobador, { motivo: 'Tiene valor\u0001 histórico' }],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await loteEn('publicado');
    const antes = await huellaDe(escenario);
    const acto = retirarItems(escenario, actor, {
      ...entrada(lote, lote.expedientes.slice(0, 1)),
      ...cambios,
    });
    expect((await rechazoDe(acto)).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it('fila_no_pertenece: si una sola no está o ya salió, no sale ninguna', async () => {
    const lote = await loteEn('publicado', 3);
    const [a = '', b = ''] = lote.expedientes;
    const { version } = await retirar(lote, [a]);
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(retirar({ ...lote, version }, [b, a]))).code).toBe('fila_no_pertenece');
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each(['borrador', 'en_ejecucion', 'ejecutado', 'ejecutado_parcial', 'anulado'] as const)(
    'transicion_invalida: un lote %s',
    async (estado) => {
      const lote = await loteEn(estado === 'borrador' || estado === 'en_ejecucion' ? estado : 'aprobado');
      if (estado !== 'borrador' && estado !== 'en_ejecucion') await forzarEstado(escenario, lote.id, estado);
      const antes = await huellaDe(escenario);
      expect((await rechazoDe(retirar(lote, lote.expedientes))).code).toBe('transicion_invalida');
      expect(await huellaDe(escenario)).toEqual(antes);
    },
  );
});

it('repetida con la misma clave da la misma respuesta; quien perdió nivel ya no la recibe', async () => {
  const lote = await loteEn('publicado');
  const datos = entrada(lote, lote.expedientes.slice(0, 1));
  const solicitud = solicitudDe('POST /lotes/{id}/retirar');
  const primera = await retirarItems(escenario, aprobador, datos, solicitud);
  const antes = await huellaDe(escenario);
  expect(await retirarItems(escenario, aprobador, datos, solicitud)).toEqual(primera);
  const otra = { ...solicitud, huella: Buffer.alloc(32, 2) };
  expect((await rechazoDe(retirarItems(escenario, aprobador, datos, otra))).code).toBe(
    'idempotencia_distinta',
  );
  const bajo = makePersona('aprobador', { clearance: 0 });
  expect((await rechazoDe(retirarItems(escenario, bajo, datos, solicitud))).code).toBe(
    'lote_sobre_su_clearance',
  );
  expect(await huellaDe(escenario)).toEqual(antes);
});
