import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actorId } from '../../src/domain/personas/actor.ts';
import { CLASES_RETENCION } from '../../src/domain/retencion/alcance.ts';
import { imponerRetencion } from '../../src/services/retencion/imponer-retencion.ts';
import { levantarRetencion } from '../../src/services/retencion/levantar-retencion.ts';
import { listRetenciones } from '../../src/services/retencion/list-retenciones.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { destruir } from '../support/destruccion-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { motivosDe, retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';
import { makeJuridica, SOBRE_MANDATO, solicitudDe } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const juridica = makeJuridica('juridica');
const controlInterno = makeJuridica('control-interno');
const NADIE = '0190a6f0-0000-7000-8000-000000000001';

const imponer = (alcance: Record<string, unknown>, actor: Actor = juridica) =>
  imponerRetencion(escenario, actor, { alcance, ...SOBRE_MANDATO });
const sobre = (expedienteId: string) => ({ alcance: 'expediente', expedienteId });
const levantar = (id: number, actor: Actor = controlInterno) =>
  levantarRetencion(escenario, actor, { id, motivo: 'Terminó el proceso' });

describe('imponer una retención', () => {
  it('REQ-HOLD-1: guarda clase, mandato, autoridad y fecha de revisión, con su rastro', async () => {
    const expedienteId = await escenario.expediente();
    const impuesta = await imponer(sobre(expedienteId));
    expect(impuesta).toEqual({ id: expect.any(Number), protegidos: 0, destruidos: 0, inciertos: 0 });
    const { id } = impuesta;
    expect(
      await escenario.fila(
        `SELECT alcance, expediente_id, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por, levantada_en
           FROM retenciones_legales WHERE id = $1`,
        [id],
      ),
    ).toEqual({
      alcance: 'expediente',
      expediente_id: expedienteId,
      clase: SOBRE_MANDATO.clase,
      mandato: SOBRE_MANDATO.mandato,
      autoridad: SOBRE_MANDATO.autoridad,
      motivo: SOBRE_MANDATO.motivo,
      revision_en: SOBRE_MANDATO.revisionEn,
      impuesta_en: escenario.ahora,
      impuesta_por: actorId(juridica),
      levantada_en: null,
    });
    const datos = {
      id,
      alcance: 'expediente',
      expedienteId,
      clase: SOBRE_MANDATO.clase,
      mandato: SOBRE_MANDATO.mandato,
      protegidos: 0,
      destruidos: 0,
      inciertos: 0,
    };
    expect(await rastroDe(escenario, String(id))).toEqual({
      asientos: [
        {
          accion: 'archive.retencion_impuesta',
          actor: actorId(juridica),
          resultado: 'hecho',
          datos: { ...datos, motivo: SOBRE_MANDATO.motivo },
        },
      ],
      eventos: [{ tipo: 'archive.retencion_impuesta', payload: datos }],
    });
  });

  it.each(CLASES_RETENCION)('REQ-HOLD-1: de clase %s', async (clase) => {
    const alcance = sobre(await escenario.expediente());
    const { id } = await imponerRetencion(escenario, juridica, { alcance, ...SOBRE_MANDATO, clase });
    expect(await escenario.cuenta('retenciones_legales', 'id = $1 AND clase = $2', [id, clase])).toBe(1);
  });

  it('REQ-HOLD-1: una marca DDHH/DIH sobre un expediente o una serie bloquea aunque todo lo demás esté cumplido', async () => {
    const instrumento = await escenario.instrumento({ dependencia: codigoUnico('D') });
    const [marcado = '', hermano = ''] = await escenario.expedientes(2, { instrumento });
    const marcar = (alcance: Record<string, unknown>) =>
      imponerRetencion(escenario, juridica, { alcance, ...SOBRE_MANDATO, clase: 'ddhh_dih' });
    const motivos = async () => [await motivosDe(escenario, marcado), await motivosDe(escenario, hermano)];
    expect(await motivos()).toEqual([[], []]);
    await marcar(sobre(marcado));
    expect(await motivos()).toEqual([['retencion_legal'], []]);
    const { id } = await marcar({ alcance: 'serie', serieCodigo: instrumento.serie });
    expect(await motivos()).toEqual([['retencion_legal'], ['retencion_legal']]);
    const error = await rechazoDe(escenario.proponer({ expedientes: [marcado, hermano] }));
    expect(error.code).toBe('sin_items_admitidos');
    await levantar(id);
    expect(await motivos()).toEqual([['retencion_legal'], []]);
  });

  it('cuenta lo que desde ahora protege y lo que ya estaba destruido, en cada alcance', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({
      dependencia,
      subserie: '02',
      subserieNombre: 'De obra',
    });
    const ids = await escenario.expedientes(3, { instrumento });
    const lote = await escenario.loteEn('en_ejecucion', ids);
    const [primero = 0] = (
      await escenario.query<{ id: number }>(
        'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY orden',
        [lote.id],
      )
    ).map(({ id }) => id);
    await escenario.tx((tx) => destruir(tx, lote.id, [primero]));
    const alcances = [
      { alcance: 'serie', serieCodigo: instrumento.serie },
      { alcance: 'subserie', serieCodigo: instrumento.serie, subserieCodigo: '02' },
      { alcance: 'dependencia', dependenciaCodigo: dependencia },
      { alcance: 'lote', loteId: lote.id },
    ];
    for (const alcance of alcances) {
      expect(await imponer(alcance)).toMatchObject({ protegidos: 2, destruidos: 1, inciertos: 0 });
    }
    expect(
      await imponer({ alcance: 'subserie', serieCodigo: instrumento.serie, subserieCodigo: '03' }),
    ).toMatchObject({ protegidos: 0, destruidos: 0 });
    const [destruido = '', vivo = ''] = lote.expedientes;
    expect(await imponer(sobre(vivo))).toMatchObject({ protegidos: 1, destruidos: 0 });
    expect(await imponer(sobre(destruido))).toMatchObject({ protegidos: 0, destruidos: 1 });
  });

  it('cuenta solo hasta el nivel de quien la impone', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const ids = [0, 1, 3].map((nivel) => escenario.expediente({ instrumento, nivel }));
    await escenario.loteEn('publicado', await Promise.all(ids));
    const alcance = { alcance: 'dependencia', dependenciaCodigo: dependencia };
    expect(await imponer(alcance, makeJuridica('ana', { clearance: 0 }))).toMatchObject({ protegidos: 1 });
    expect(await imponer(alcance, makeJuridica('ana', { clearance: 2 }))).toMatchObject({ protegidos: 2 });
    expect(await imponer(alcance)).toMatchObject({ protegidos: 3 });
  });

  it('una máquina puede imponerla: retener nunca destruye', async () => {
    const alcance = sobre(await escenario.expediente());
    expect(await imponer(alcance, makeJuridica('programa', { kind: 'maquina' }))).toHaveProperty('id');
  });

  it('la misma clave de idempotencia da la misma retención, también si el expediente se destruyó entretanto', async () => {
    const lote = await escenario.loteEn('en_ejecucion', await escenario.expedientes(1));
    const entrada = { alcance: sobre(lote.expedientes[0] ?? ''), ...SOBRE_MANDATO };
    const solicitud = solicitudDe('POST /retenciones');
    const primera = await imponerRetencion(escenario, juridica, entrada, solicitud);
    const { itemId } = await escenario.fila<{ itemId: number }>(
      'SELECT item_id AS "itemId" FROM eliminacion_lote_progreso WHERE lote_id = $1',
      [lote.id],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    const antes = await huellaDe(escenario);
    expect(await imponerRetencion(escenario, juridica, entrada, solicitud)).toEqual(primera);
    const otra = { ...solicitud, huella: Buffer.alloc(32, 9) };
    expect((await rechazoDe(imponerRetencion(escenario, juridica, entrada, otra))).code).toBe(
      'idempotencia_distinta',
    );
    expect(await huellaDe(escenario)).toEqual(antes);
  });
});

describe('lo que imponer rechaza', () => {
  it.each([
    ['sin_permiso', {}, makePersona('aprobador')],
    ['sin_permiso', {}, makePersona('ejecutor')],
    ['alcance_desconocido', { alcance: sobre(NADIE) }, juridica],
    ['alcance_desconocido', { alcance: { alcance: 'lote', loteId: NADIE } }, juridica],
    ['entrada_invalida', { revisionEn: 'mañana' }, juridica],
    ['entrada_invalida', { clase: 'porque_si' }, juridica],
    ['entrada_invalida', { mandato: '  ' }, juridica],
    ['entrada_invalida', { autoridad: '' }, juridica],
    ['entrada_invalida', { motivo: undefined }, juridica],
    ['entrada_invalida', { alcance: { alcance: 'todo', loteId: NADIE } }, juridica],
    ['entrada_invalida', { alcance: { alcance: 'subserie', serieCodigo: '1' } }, juridica],
  ] as const)('%s %j, y no deja nada', async (code, cambios, actor) => {
    const alcance = sobre(await escenario.expediente());
    const antes = await huellaDe(escenario);
    const error = await rechazoDe(
      imponerRetencion(escenario, actor, { alcance, ...SOBRE_MANDATO, ...cambios }),
    );
    expect(error.code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it('un expediente por encima del nivel, o de otra entidad, es como si no existiera', async () => {
    const reservado = await escenario.expediente({ nivel: 3 });
    const errores = [
      await rechazoDe(imponer(sobre(reservado), makeJuridica('ana', { clearance: 2 }))),
      await rechazoDe(imponer(sobre(reservado), makeJuridica('ana', { tenant: 'otra' }))),
      await rechazoDe(imponer(sobre(NADIE))),
    ];
    for (const { code, message, params } of errores) {
      expect({ code, message, params }).toEqual({
        code: 'alcance_desconocido',
        message: errores[2]?.message,
        params: {},
      });
    }
    const lote = await escenario.loteEn('borrador', await escenario.expedientes(1));
    const deLote = imponer({ alcance: 'lote', loteId: lote.id }, makeJuridica('ana', { tenant: 'otra' }));
    expect((await rechazoDe(deLote)).code).toBe('alcance_desconocido');
  });
});

describe('levantar una retención', () => {
  it('REQ-HOLD-3: otra persona, con motivo; queda como lo que fue, con su rastro', async () => {
    const expedienteId = await escenario.expediente();
    const { id } = await imponer(sobre(expedienteId));
    escenario.ahora = new Date(escenario.ahora.getTime() + 1_000);
    expect(await levantar(id)).toEqual({ id });
    expect(
      await escenario.fila(
        `SELECT expediente_id, impuesta_por, levantada_en, levantada_por, levantada_motivo FROM retenciones_legales WHERE id = $1`,
        [id],
      ),
    ).toEqual({
      expediente_id: expedienteId,
      impuesta_por: actorId(juridica),
      levantada_en: escenario.ahora,
      levantada_por: actorId(controlInterno),
      levantada_motivo: 'Terminó el proceso',
    });
    const { asientos, eventos } = await rastroDe(escenario, String(id));
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.retencion_levantada',
      actor: actorId(controlInterno),
      resultado: 'hecho',
      datos: { motivo: 'Terminó el proceso' },
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.retencion_levantada',
      payload: { id, alcance: 'expediente' },
    });
  });

  it('repetida con la misma clave responde lo mismo; sin clave, ya estaba levantada', async () => {
    const { id } = await imponer(sobre(await escenario.expediente()));
    const solicitud = solicitudDe('POST /retenciones/{id}/levantar');
    const entrada = { id, motivo: 'Terminó el proceso' };
    const primera = await levantarRetencion(escenario, controlInterno, entrada, solicitud);
    const antes = await huellaDe(escenario);
    expect(await levantarRetencion(escenario, controlInterno, entrada, solicitud)).toEqual(primera);
    expect((await rechazoDe(levantar(id))).code).toBe('retencion_ya_levantada');
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each([
    ['sin_permiso', makePersona('aprobador'), {}],
    ['acto_reservado_a_personas', makeJuridica('programa', { kind: 'maquina' }), {}],
    ['login_antiguo', makeJuridica('ana', { autenticadoEn: new Date(Date.now() - 16 * 60_000) }), {}],
    ['login_antiguo', makeJuridica('ana', { autenticadoEn: null }), {}],
    ['retencion_levanta_otro', juridica, {}],
    ['retencion_no_encontrada', makeJuridica('ana', { clearance: 1 }), {}],
    ['retencion_no_encontrada', makeJuridica('ana', { tenant: 'otra' }), {}],
    ['retencion_no_encontrada', controlInterno, { id: 999_999 }],
    ['entrada_invalida', controlInterno, { motivo: ' no ' }],
    ['entrada_invalida', controlInterno, { id: 0 }],
  ] as const)('REQ-HOLD-3: %s, y sigue impuesta', async (code, actor, cambios) => {
    const { id } = await imponer(sobre(await escenario.expediente({ nivel: 2 })));
    const antes = await huellaDe(escenario);
    const acto = levantarRetencion(escenario, actor, { id, motivo: 'Terminó el proceso', ...cambios });
    expect((await rechazoDe(acto)).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
    expect(await escenario.cuenta('retenciones_legales', 'id = $1 AND levantada_en IS NULL', [id])).toBe(1);
  });

  it('dos personas a la vez: se levanta una vez', async () => {
    const { id } = await imponer(sobre(await escenario.expediente()));
    const desenlaces = await Promise.allSettled([levantar(id), levantar(id, makeJuridica('otra-persona'))]);
    expect(desenlaces.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(desenlaces.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'retencion_ya_levantada' },
    });
  });

  it('sobrevive a su expediente: quien alcanzaba el expediente la ve y la levanta después de destruido', async () => {
    const lote = await escenario.loteEn('en_ejecucion', [await escenario.expediente({ nivel: 2 })]);
    const { itemId } = await escenario.fila<{ itemId: number }>(
      'SELECT item_id AS "itemId" FROM eliminacion_lote_progreso WHERE lote_id = $1',
      [lote.id],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    const { id } = await imponer(sobre(lote.expedientes[0] ?? ''));
    const bajo = makeJuridica('baja', { clearance: 1 });
    const medio = makeJuridica('media', { clearance: 2 });
    const pagina = { despuesDe: id - 1, limite: 1, soloVigentes: true };
    expect(await listRetenciones(escenario, bajo, pagina)).toEqual([]);
    expect(await listRetenciones(escenario, medio, pagina)).toMatchObject([{ id }]);
    expect((await rechazoDe(levantar(id, bajo))).code).toBe('retencion_no_encontrada');
    expect(await levantar(id, medio)).toEqual({ id });
  });
});

describe('leer las retenciones', () => {
  it('por páginas, hasta el nivel de quien lee, y las levantadas solo si se piden', async () => {
    const [publico, reservado] = [
      await escenario.expediente({ nivel: 0 }),
      await escenario.expediente({ nivel: 3 }),
    ];
    const { id: desde } = await imponer(sobre(publico));
    const { id: secreta } = await imponer(sobre(reservado));
    const { id: levantada } = await imponer(sobre(publico));
    await levantar(levantada);
    const leer = async (actor: Actor, soloVigentes: boolean, despuesDe = desde - 1, limite = 100) =>
      (await listRetenciones(escenario, actor, { despuesDe, limite, soloVigentes })).map(({ id }) => id);
    expect(await leer(juridica, true)).toEqual([desde, secreta]);
    expect(await leer(juridica, false)).toEqual([desde, secreta, levantada]);
    expect(await leer(makeJuridica('ana', { clearance: 2 }), false)).toEqual([desde, levantada]);
    expect(await leer(juridica, false, desde, 1)).toEqual([secreta]);
    expect(await leer(makeJuridica('ana', { tenant: 'otra' }), false, 0)).toEqual([]);
    const sinPermiso = makePersona('administradora');
    expect((await rechazoDe(leer(sinPermiso, true))).code).toBe('sin_permiso');
  });
});

describe('el motor guarda las retenciones', () => {
  it('cada alcance tiene exactamente las columnas que lo nombran', async () => {
    const insertar = (columnas: string, valores: string) =>
      escenario.rechazoAlDuenio(
        `INSERT INTO retenciones_legales (${columnas}, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
         VALUES (${valores}, 'judicial', 'm', 'a', 'm', '2030-01-01', now(), 'ana')`,
      );
    const casos = [
      ['alcance', "'expediente'"],
      ['alcance', "'lote'"],
      ['alcance', "'serie'"],
      ['alcance, serie_codigo', "'subserie', '1'"],
      ['alcance', "'dependencia'"],
      ['alcance, serie_codigo', "'todo', '1'"],
      ['alcance, expediente_id, serie_codigo', `'expediente', '${NADIE}', '1'`],
    ] as const;
    for (const [columnas, valores] of casos) {
      expect(await insertar(columnas, valores)).toBe('retencion_alcance_completo');
    }
  });

  it('REQ-HOLD-3: no la levanta quien la impuso, ni a medias, ni dos veces', async () => {
    const id = await retener(escenario, { alcance: 'serie', serie: codigoUnico('S') });
    const levantarCon = (por: string, motivo = "'fin'") =>
      escenario.rechazoAlDuenio(
        `UPDATE retenciones_legales SET levantada_en = now(), levantada_por = $2, levantada_motivo = ${motivo} WHERE id = $1`,
        [id, por],
      );
    expect(await levantarCon('ana')).toBe('retencion_levanta_otro');
    expect(await levantarCon('luis', 'NULL')).toBe('retencion_levantada_completa');
    await escenario.query(
      `UPDATE retenciones_legales SET levantada_en = now(), levantada_por = 'luis', levantada_motivo = 'fin' WHERE id = $1`,
      [id],
    );
    expect(await levantarCon('eva')).toBe('retencion_inmutable');
  });

  it('lo que dice no cambia ni se borra: para la aplicación ni para el dueño', async () => {
    const id = await retener(escenario, { alcance: 'serie', serie: codigoUnico('S') });
    const cambios = [
      "mandato = 'otro'",
      "clase = 'otro'",
      "revision_en = '2099-01-01'",
      "serie_codigo = 'x'",
    ];
    for (const cambio of cambios) {
      const sql = `UPDATE retenciones_legales SET ${cambio} WHERE id = $1`;
      expect(await escenario.rechazo(sql, [id])).toBe('42501');
      expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('retencion_inmutable');
    }
    expect(await escenario.rechazo('DELETE FROM retenciones_legales WHERE id = $1', [id])).toBe('42501');
    expect(await escenario.rechazoAlDuenio('DELETE FROM retenciones_legales WHERE id = $1', [id])).toBe(
      'registro_inmutable',
    );
    expect(await escenario.rechazoAlDuenio('TRUNCATE retenciones_legales')).toBe('registro_inmutable');
  });
});
