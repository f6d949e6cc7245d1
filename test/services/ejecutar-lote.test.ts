import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { ejecutarLote } from '../../src/services/ejecucion/ejecutar-lote.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import { levantar, retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const ejecutor = makePersona('ejecutor');
const entrada = (lote: LoteDePrueba, cambios: Record<string, unknown> = {}) => ({
  loteId: lote.id,
  version: lote.version,
  confirmacion: lote.codigo,
  ...cambios,
});
const ejecutar = (lote: LoteDePrueba, cambios: Record<string, unknown> = {}, actor = ejecutor) =>
  ejecutarLote(escenario, actor, entrada(lote, cambios));
const aprobado = async (cuantos = 2): Promise<LoteDePrueba> =>
  escenario.loteEn('aprobado', await escenario.expedientes(cuantos));
const tramosDe = ({ id }: LoteDePrueba) =>
  escenario.query<{
    n: number;
    desde: number;
    hasta: number;
    items: number;
    estado: string;
    propietario: string | null;
  }>(
    `SELECT t.n, orden_desde AS desde, orden_hasta AS hasta, count(p.item_id) AS items, t.estado, t.propietario
       FROM eliminacion_lote_tramos t LEFT JOIN eliminacion_lote_progreso p ON p.tramo_id = t.id WHERE t.lote_id = $1 GROUP BY t.id ORDER BY t.n`,
    [id],
  );

describe('ordenar la ejecución de un lote', () => {
  it('REQ-EXE-1: captura la autoridad de quien confirma, corta el trabajo y deja su rastro', async () => {
    const lote = await aprobado();
    const ordenada = await ejecutar(lote, { confirmacion: `  ${lote.codigo} ` });
    expect(ordenada).toEqual({
      codigo: lote.codigo,
      version: lote.version + 1,
      ejecucionId: expect.any(Number),
      items: 2,
    });
    expect(
      await escenario.fila(
        `SELECT estado, ejecutor_id, ejecutor_nombre, ejecutor_es_proponente_permitido, ejecucion_iniciada_en FROM eliminacion_lotes WHERE id = $1`,
        [lote.id],
      ),
    ).toEqual({
      estado: 'en_ejecucion',
      ejecutor_id: actorId(ejecutor),
      ejecutor_nombre: ejecutor.nombre,
      ejecutor_es_proponente_permitido: false,
      ejecucion_iniciada_en: escenario.ahora,
    });
    expect(
      await escenario.fila(
        'SELECT n, clase, estado, ejecutor_id, iniciada_en FROM eliminacion_ejecuciones WHERE id = $1',
        [ordenada.ejecucionId],
      ),
    ).toEqual({
      n: 1,
      clase: 'inicial',
      estado: 'en_curso',
      ejecutor_id: actorId(ejecutor),
      iniciada_en: escenario.ahora,
    });
    expect(await tramosDe(lote)).toEqual([
      { n: 1, desde: 1, hasta: 2, items: 2, estado: 'pendiente', propietario: null },
    ]);
    const datos = { codigo: lote.codigo, ejecucionId: ordenada.ejecucionId, items: 2 };
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_lote_ejecucion_iniciada',
      actor: actorId(ejecutor),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_lote_ejecucion_iniciada',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('corta de doscientos en doscientos por orden, y lo retirado no entra', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const modelo = await escenario.expediente({ instrumento });
    await escenario.query(
      `INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre,
              cierre, cierre_fundamento, soporte, nivel_seguridad, creado_en)
       SELECT codigo || '-' || lpad(n::text, 5, '0'), titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
              serie_nombre, cierre, cierre_fundamento, soporte, nivel_seguridad, creado_en
         FROM expedientes, generate_series(1, 449) n WHERE id = $1`,
      [modelo],
    );
    const lote = await escenario.publicar(await escenario.proponer({ filtro: { dependencia } }));
    await escenario.cumplirVentana(lote);
    const excluidos = [1, 200, 450].map((orden) => ({
      expedienteId: lote.expedientes[orden - 1],
      motivo: 'Tiene valor histórico',
    }));
    const listo = await escenario.aprobar(lote, { excluidos });
    expect((await ejecutar(listo)).items).toBe(447);
    expect(await tramosDe(lote)).toMatchObject([
      { n: 1, desde: 2, hasta: 199, items: 198 },
      { n: 2, desde: 201, hasta: 400, items: 200 },
      { n: 3, desde: 401, hasta: 449, items: 49 },
    ]);
    expect(
      await escenario.cuenta(
        'eliminacion_lote_progreso',
        `lote_id = $1 AND estado = 'pendiente' AND intencion_en IS NULL`,
        [lote.id],
      ),
    ).toBe(447);
  });

  it('quien propuso puede ejecutar si la entidad lo permite, y queda dicho', async () => {
    const mismaPersona = makePersona('ejecutor', { sub: 'proponente' });
    const lote = await aprobado();
    expect((await rechazoDe(ejecutar(lote, {}, mismaPersona))).code).toBe('separacion_de_personas');
    await escenario.definirEntidad({ ejecutorPuedeProponer: true });
    await ejecutar(lote, {}, mismaPersona);
    await escenario.definirEntidad();
    expect(
      await escenario.fila(
        'SELECT ejecutor_es_proponente_permitido AS permitido FROM eliminacion_lotes WHERE id = $1',
        [lote.id],
      ),
    ).toEqual({
      permitido: true,
    });
  });

  it('la misma clave de idempotencia da la misma ejecución', async () => {
    const lote = await aprobado();
    const solicitud = {
      ruta: 'POST /lotes/{id}/ejecutar',
      clave: codigoUnico('K'),
      huella: Buffer.alloc(32, 1),
      estadoHttp: 202,
      paraSiempre: true,
    };
    const primera = await ejecutarLote(escenario, ejecutor, entrada(lote), solicitud);
    expect(await ejecutarLote(escenario, ejecutor, entrada(lote), solicitud)).toEqual(primera);
    expect(await escenario.cuenta('eliminacion_ejecuciones', 'lote_id = $1', [lote.id])).toBe(1);
  });

  it('dos personas a la vez: se ordena una vez', async () => {
    const lote = await aprobado();
    const otro = makePersona('ejecutor', { sub: 'ejecutor-2' });
    const desenlaces = await Promise.allSettled([ejecutar(lote), ejecutar(lote, {}, otro)]);
    expect(desenlaces.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(desenlaces.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'version_obsoleta' },
    });
    expect(await escenario.cuenta('eliminacion_ejecuciones', 'lote_id = $1', [lote.id])).toBe(1);
  });
});

describe('lo que ejecutar rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('aprobador'), {}],
    ['acto_reservado_a_personas', makePersona('ejecutor', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('ejecutor', { clearance: 0 }), {}],
    ['login_antiguo', makePersona('ejecutor', { autenticadoEn: new Date(Date.now() - 16 * 60_000) }), {}],
    ['login_antiguo', makePersona('ejecutor', { autenticadoEn: new Date(Date.now() + 5 * 60_000) }), {}],
    ['separacion_de_personas', makePersona('ejecutor', { sub: 'aprobador' }), {}],
    ['separacion_de_personas', makePersona('ejecutor', { sub: 'proponente' }), {}],
    ['confirmacion_no_coincide', ejecutor, { confirmacion: 'LOTE' }],
    ['confirmacion_no_coincide', ejecutor, { confirmacion: '' }],
    ['version_obsoleta', ejecutor, { version: 1 }],
    ['lote_no_encontrado', ejecutor, { loteId: '0190a6f0-0000-7000-8000-000000000001' }],
    ['lote_no_encontrado', makePersona('ejecutor', { tenant: 'otra' }), {}],
    ['entrada_invalida', ejecutor, { confirmacion: undefined }],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await aprobado(1);
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(ejecutar(lote, cambios, actor))).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each(['borrador', 'publicado', 'en_ejecucion'] as const)(
    'transicion_invalida: un lote %s',
    async (estado) => {
      const lote = await escenario.loteEn(estado, await escenario.expedientes(1));
      expect((await rechazoDe(ejecutar(lote))).code).toBe('transicion_invalida');
    },
  );

  it('REQ-HOLD-2: una retención sobre el lote, o sobre todo, detiene; sobre un expediente no, ese se omitirá; levantada, sigue', async () => {
    const lote = await aprobado();
    await retener(escenario, { alcance: 'expediente', expediente: lote.expedientes[0] ?? '' });
    for (const sobre of [{ alcance: 'lote', lote: lote.id }, { alcance: 'todo' }] as const) {
      const id = await retener(escenario, sobre, 'orden_agn_consejo');
      const error = await rechazoDe(ejecutar(lote));
      expect(error.code).toBe('retencion_legal');
      expect(error.message).toContain(sobre.alcance === 'todo' ? 'sobre todo el archivo' : 'sobre este lote');
      await levantar(escenario, id);
    }
    expect((await ejecutar(lote)).items).toBe(2);
  });

  it('una retención sobre otro lote no lo detiene', async () => {
    const [lote, otro] = [await aprobado(1), await aprobado(1)];
    await retener(escenario, { alcance: 'lote', lote: otro.id });
    expect((await ejecutar(lote)).items).toBe(1);
  });
});
