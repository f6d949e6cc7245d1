import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { anularLote } from '../../src/services/lote/anular-lote.ts';
import { findPublicacionPublica } from '../../src/services/publicacion/leer-publicacion.ts';
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
const MOTIVO = 'El inventario tiene errores de serie';
const entrada = ({ id, version }: LoteDePrueba, cambios: Record<string, unknown> = {}) => ({
  loteId: id,
  version,
  motivo: MOTIVO,
  ...cambios,
});
const anular = (lote: LoteDePrueba, cambios: Record<string, unknown> = {}, actor = aprobador) =>
  anularLote(escenario, actor, entrada(lote, cambios));
const loteEn = async (estado: Parameters<Escenario['loteEn']>[0]): Promise<LoteDePrueba> =>
  escenario.loteEn(estado, await escenario.expedientes(2));
const antecedenteDe = ({ id }: LoteDePrueba) =>
  escenario.query(
    'SELECT retirado_de_lote_codigo AS codigo, retirado_causa AS causa FROM eliminacion_lote_items WHERE lote_id = $1',
    [id],
  );

describe.each(['borrador', 'publicado', 'aprobado'] as const)('anular un lote %s', (estado) => {
  it('libera todo al instante y deja dicho por qué, con su rastro', async () => {
    const lote = await loteEn(estado);
    expect(await anular(lote)).toEqual({ version: lote.version + 1, liberados: 2 });
    expect(
      await escenario.fila(
        'SELECT estado, version, anulado_en, anulado_causa, anulado_motivo FROM eliminacion_lotes WHERE id = $1',
        [lote.id],
      ),
    ).toEqual({
      estado: 'anulado',
      version: lote.version + 1,
      anulado_en: escenario.ahora,
      anulado_causa: 'anulado',
      anulado_motivo: MOTIVO,
    });
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [lote.id])).toBe(0);
    expect(await escenario.cuenta('eliminacion_lote_omision', 'lote_id = $1', [lote.id])).toBe(0);
    for (const id of lote.expedientes)
      expect(await motivosDe(escenario, id, { hoy: '2027-06-01' })).toEqual([]);
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    const datos = { codigo: lote.codigo, desde: estado, motivo: MOTIVO, sesion: null, liberados: 2 };
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_lote_anulado',
      actor: actorId(aprobador),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_lote_anulado',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('ADR-063 D2: se admite otra vez; el antecedente queda solo si se había publicado', async () => {
    const lote = await loteEn(estado);
    await anular(lote);
    const nuevo = await escenario.loteEn('borrador', lote.expedientes);
    const antecedente =
      estado === 'borrador' ? { codigo: null, causa: null } : { codigo: lote.codigo, causa: 'lote_anulado' };
    expect(await antecedenteDe(nuevo)).toEqual([antecedente, antecedente]);
  });

  it('la página pública lo dice con su motivo, si la había', async () => {
    const lote = await loteEn(estado);
    await anular(lote);
    const publica = await findPublicacionPublica(escenario, SLUG, lote.codigo);
    if (estado === 'borrador') expect(publica).toBeNull();
    else expect(publica).toMatchObject({ estado: 'anulado', motivoAnulacion: MOTIVO, filas: 2 });
  });
});

it('REQ-DEC-2: una negativa del Comité lleva los datos de su sesión', async () => {
  const lote = await loteEn('publicado');
  await anular(lote, { sesion: { numero: '9', fecha: '2027-03-02' } });
  expect(
    await escenario.fila('SELECT anulado_causa, anulado_motivo FROM eliminacion_lotes WHERE id = $1', [
      lote.id,
    ]),
  ).toEqual({
    anulado_causa: 'rechazado_comite',
    anulado_motivo: `${MOTIVO} (sesión 9 de 2027-03-02)`,
  });
  expect((await rastroDe(escenario, lote.id)).asientos.at(-1)?.datos).toMatchObject({
    sesion: { numero: '9', fecha: '2027-03-02' },
  });
});

describe('lo que anular rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('proponente'), {}],
    ['sin_permiso', makePersona('publicador'), {}],
    ['acto_reservado_a_personas', makePersona('aprobador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('aprobador', { clearance: 0 }), {}],
    ['version_obsoleta', aprobador, { version: 9 }],
    ['lote_no_encontrado', aprobador, { loteId: '0190a6f0-0000-7000-8000-000000000001' }],
    ['lote_no_encontrado', makePersona('aprobador', { tenant: 'otra' }), {}],
    ['entrada_invalida', aprobador, { motivo: 'no' }],
    ['entrada_invalida', aprobador, { motivo: undefined }],
    ['entrada_invalida', aprobador, { sesion: { numero: '9' } }],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await loteEn('publicado');
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(anular(lote, cambios, actor))).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each(['en_ejecucion', 'ejecutado', 'ejecutado_parcial', 'anulado'] as const)(
    'transicion_invalida: un lote %s',
    async (estado) => {
      const lote = await loteEn(estado === 'en_ejecucion' ? estado : 'aprobado');
      if (estado !== 'en_ejecucion') await forzarEstado(escenario, lote.id, estado);
      const antes = await huellaDe(escenario);
      expect((await rechazoDe(anular(lote))).code).toBe('transicion_invalida');
      expect(await huellaDe(escenario)).toEqual(antes);
    },
  );
});

it('repetida con la misma clave da la misma respuesta; quien perdió nivel ya no la recibe', async () => {
  const lote = await loteEn('aprobado');
  const solicitud = solicitudDe('POST /lotes/{id}/anular');
  const primera = await anularLote(escenario, aprobador, entrada(lote), solicitud);
  const antes = await huellaDe(escenario);
  expect(await anularLote(escenario, aprobador, entrada(lote), solicitud)).toEqual(primera);
  const otra = { ...solicitud, huella: Buffer.alloc(32, 2) };
  expect((await rechazoDe(anularLote(escenario, aprobador, entrada(lote), otra))).code).toBe(
    'idempotencia_distinta',
  );
  const bajo = makePersona('aprobador', { clearance: 0 });
  expect((await rechazoDe(anularLote(escenario, bajo, entrada(lote), solicitud))).code).toBe(
    'lote_sobre_su_clearance',
  );
  expect(await huellaDe(escenario)).toEqual(antes);
});

it('anular y aprobar a la vez: uno gana y el otro llega tarde', async () => {
  const lote = await loteEn('publicado');
  await escenario.cumplirVentana(lote);
  const desenlaces = await Promise.allSettled([anular(lote), escenario.aprobar(lote)]);
  expect(desenlaces.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(desenlaces.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'version_obsoleta' },
  });
});
