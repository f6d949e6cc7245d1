import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { fechaEnBogota } from '../../src/domain/plazos/bogota.ts';
import { addDays, parseFechaCivil } from '../../src/domain/plazos/fecha-civil.ts';
import { aprobarLote } from '../../src/services/lote/aprobar-lote.ts';
import { registrarSondeo } from '../../src/services/publicacion/registrar-sondeo.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Escenario, type LoteDePrueba, SESION_FAVORABLE, SLUG } from '../support/escenario.ts';
import { motivosDe, retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const aprobador = makePersona('aprobador');
const entrada = (lote: LoteDePrueba, cambios: Record<string, unknown> = {}) => ({
  loteId: lote.id,
  version: lote.version,
  sesion: SESION_FAVORABLE,
  ...cambios,
});
const aprobar = (lote: LoteDePrueba, cambios: Record<string, unknown> = {}, actor = aprobador) =>
  aprobarLote(escenario, actor, entrada(lote, cambios));

/** A published lote whose window is over and evidenced. */
async function cumplido(expedientes?: readonly string[]): Promise<LoteDePrueba> {
  const lote = await escenario.loteEn('publicado', expedientes ?? (await escenario.expedientes(2)));
  await escenario.cumplirVentana(lote);
  return lote;
}

const omisiones = ({ id }: LoteDePrueba) =>
  escenario.query(
    `SELECT expediente_id AS id, estado, causa, detalle, motivo, actor FROM eliminacion_lote_omision WHERE lote_id = $1 ORDER BY expediente_id`,
    [id],
  );

describe('aprobar un lote', () => {
  it('REQ-DEC-1, REQ-DEC-3: queda atado al digesto publicado, con la sesión y su rastro', async () => {
    const lote = await cumplido();
    const { sha256 } = await escenario.fila<{ sha256: string }>(
      'SELECT sha256_completo AS sha256 FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    expect(await aprobar(lote)).toEqual({
      codigo: lote.codigo,
      version: lote.version + 1,
      estado: 'aprobado',
      aprobados: 2,
      retirados: 0,
    });
    expect(
      await escenario.fila(
        'SELECT estado, aprobador_id, aprobador_nombre, aprobado_en FROM eliminacion_lotes WHERE id = $1',
        [lote.id],
      ),
    ).toEqual({
      estado: 'aprobado',
      aprobador_id: actorId(aprobador),
      aprobador_nombre: aprobador.nombre,
      aprobado_en: escenario.ahora,
    });
    const { id: decision, ...decidido } = await escenario.fila<{ id: number }>(
      `SELECT id, sentido, acta_comite_numero, acta_comite_fecha, concepto_numero, concepto_fecha, concepto_sha256, sha256_completo, retirados,
              aprobador_id, decidido_en FROM eliminacion_decisiones WHERE lote_id = $1`,
      [lote.id],
    );
    expect(decidido).toEqual({
      sentido: 'aprobado',
      acta_comite_numero: '7',
      acta_comite_fecha: '2027-03-02',
      concepto_numero: '12',
      concepto_fecha: '2026-11-20',
      concepto_sha256: 'a'.repeat(64),
      sha256_completo: sha256,
      retirados: 0,
      aprobador_id: actorId(aprobador),
      decidido_en: escenario.ahora,
    });
    expect(
      await escenario.query(
        'SELECT n, nombre, cargo, rol, voto FROM eliminacion_decision_asistentes WHERE decision_id = $1 ORDER BY n',
        [decision],
      ),
    ).toEqual(SESION_FAVORABLE.asistentes.map((asistente, indice) => ({ n: indice + 1, ...asistente })));
    const datos = {
      codigo: lote.codigo,
      actaComite: '7',
      aprobados: 2,
      retirados: 0,
      sha256Completo: sha256,
    };
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_lote_aprobado',
      actor: actorId(aprobador),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_lote_aprobado',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('REQ-PUB-4: fija el último día real de la ventana', async () => {
    const lote = await cumplido();
    const antes = await escenario.fila<{ dia: string }>(
      'SELECT ultimo_dia_previsto AS dia FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    await aprobar(lote);
    const cierre = new Date(`${addDays(parseFechaCivil(antes.dia), 1)}T05:00:00Z`);
    expect(
      await escenario.fila('SELECT ultimo_dia, cierre_en FROM eliminacion_publicaciones WHERE lote_id = $1', [
        lote.id,
      ]),
    ).toEqual({
      ultimo_dia: antes.dia,
      cierre_en: cierre,
    });
  });

  it('REQ-DEC-2: lo excluido sale con su razón; lo aplazado, además, con una retención hasta la fecha', async () => {
    const [a = '', b = '', c = ''] = (await escenario.expedientes(3)).sort();
    const lote = await cumplido([a, b, c]);
    expect(
      await aprobar(lote, {
        excluidos: [{ expedienteId: a, motivo: 'Tiene valor histórico' }],
        aplazados: [{ expedienteId: b, hasta: '2028-01-31', motivo: 'Falta concepto jurídico' }],
      }),
    ).toMatchObject({ estado: 'aprobado', aprobados: 1, retirados: 2 });
    const comun = {
      estado: 'retirado',
      detalle: 'Acta del Comité 7 de 2027-03-02',
      actor: actorId(aprobador),
    };
    expect(await omisiones(lote)).toEqual([
      { id: a, causa: 'excluido_comite', motivo: 'Tiene valor histórico', ...comun },
      { id: b, causa: 'aplazado_comite', motivo: 'Falta concepto jurídico', ...comun },
    ]);
    expect(
      await escenario.query(
        `SELECT expediente_id AS id, clase, mandato, motivo, revision_en, impuesta_por FROM retenciones_legales WHERE expediente_id = ANY ($1)`,
        [[a, b, c]],
      ),
    ).toEqual([
      {
        id: b,
        clase: 'aplazamiento',
        mandato: 'Acta del Comité 7 de 2027-03-02',
        motivo: 'Falta concepto jurídico',
        revision_en: '2028-01-31',
        impuesta_por: actorId(aprobador),
      },
    ]);
    expect(await motivosDe(escenario, a, { hoy: '2027-06-01' })).toEqual([]);
    expect(await motivosDe(escenario, b, { hoy: '2027-06-01' })).toEqual(['retencion_legal']);
    expect(await motivosDe(escenario, c, { hoy: '2027-06-01' })).toEqual(['ya_en_otro_lote']);
  });

  it('REQ-HOLD-3: lo que ya no se admite sale con su primer motivo y todos escritos', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await cumplido([a, b]);
    await escenario.query('UPDATE expedientes SET reamarrado = true WHERE id = $1', [a]);
    await retener(escenario, { alcance: 'expediente', expediente: a });
    expect(await aprobar(lote)).toMatchObject({ aprobados: 1, retirados: 1 });
    expect(await omisiones(lote)).toEqual([
      {
        id: a,
        estado: 'retirado',
        causa: 'indice_sin_worm',
        detalle: 'Revisión de requisitos al aprobar',
        motivo: 'fue reamarrado y su índice no está bajo custodia inalterable; tiene una retención legal',
        actor: actorId(aprobador),
      },
    ]);
  });

  it('lo excluido que además dejó de admitirse sale una vez, por el comité', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await cumplido([a, b]);
    await retener(escenario, { alcance: 'expediente', expediente: a });
    expect(
      await aprobar(lote, { excluidos: [{ expedienteId: a, motivo: 'Tiene valor histórico' }] }),
    ).toMatchObject({
      aprobados: 1,
      retirados: 1,
    });
    expect(await omisiones(lote)).toMatchObject([{ id: a, causa: 'excluido_comite' }]);
  });

  it('si salen todos, el lote queda anulado por todos_retirados, y lo dice su rastro', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await cumplido([a, b]);
    await retener(escenario, { alcance: 'lote', lote: lote.id });
    expect(
      await aprobar(lote, { excluidos: [{ expedienteId: a, motivo: 'Tiene valor histórico' }] }),
    ).toMatchObject({
      estado: 'anulado',
      aprobados: 0,
      retirados: 2,
    });
    expect(
      await escenario.fila(
        'SELECT estado, anulado_causa, anulado_en, aprobador_id FROM eliminacion_lotes WHERE id = $1',
        [lote.id],
      ),
    ).toEqual({
      estado: 'anulado',
      anulado_causa: 'todos_retirados',
      anulado_en: escenario.ahora,
      aprobador_id: null,
    });
    expect((await rastroDe(escenario, lote.id)).eventos.at(-1)?.tipo).toBe(
      'archive.eliminacion_lote_anulado',
    );
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [lote.id])).toBe(0);
  });

  it('la misma clave de idempotencia da la misma respuesta, y una sola decisión', async () => {
    const lote = await cumplido();
    const solicitud = {
      ruta: 'POST /lotes/{id}/aprobar',
      clave: codigoUnico('K'),
      huella: Buffer.alloc(32, 1),
      estadoHttp: 200,
      paraSiempre: true,
    };
    const primera = await aprobarLote(escenario, aprobador, entrada(lote), solicitud);
    expect(await aprobarLote(escenario, aprobador, entrada(lote), solicitud)).toEqual(primera);
    expect(await escenario.cuenta('eliminacion_decisiones', 'lote_id = $1', [lote.id])).toBe(1);
  });
});

describe('REQ-PUB-4: la ventana', () => {
  /** Day after day, one probe at midday, until the clock stands at a date; `falla` says on which days it fails. */
  async function avanzar(lote: LoteDePrueba, hasta: string, falla: (dia: string) => boolean): Promise<void> {
    const publicacion = await escenario.fila<{ id: number; url: string }>(
      'SELECT id, url FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    let dia = fechaEnBogota(escenario.ahora);
    for (; dia < hasta; dia = addDays(dia, 1)) {
      escenario.ahora = new Date(`${dia}T17:00:00Z`);
      const responde = !falla(dia);
      await registrarSondeo(escenario, SLUG, publicacion, () => Promise.resolve(responde), 1);
    }
    escenario.ahora = new Date(`${hasta}T05:00:00Z`);
  }

  it('no basta el último día: se aprueba cuando ha terminado, a las 24:00 de Bogotá', async () => {
    const propio = await Escenario.abrir();
    const anterior = escenario;
    escenario = propio;
    try {
      const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
      await avanzar(lote, '2027-03-02', () => false);
      escenario.ahora = new Date('2027-03-02T04:59:59Z');
      const error = await rechazoDe(aprobar(lote));
      expect(error).toMatchObject({
        code: 'ventana_abierta',
        params: { contados: 59, dias: 60, ultimo_dia: '2027-03-01' },
      });
      escenario.ahora = new Date('2027-03-02T05:00:00Z');
      expect((await aprobar(lote)).estado).toBe('aprobado');
    } finally {
      escenario = anterior;
      await propio.cerrar();
    }
  });

  it('los días sin sondeo o con el sondeo fallido no cuentan: el final se corre', async () => {
    const propio = await Escenario.abrir();
    const anterior = escenario;
    escenario = propio;
    try {
      const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
      const caidos = ['2026-12-15', '2026-12-16'];
      await avanzar(lote, '2027-02-01', (dia) => caidos.includes(dia));
      // Nobody probes on the first three business days of February.
      escenario.ahora = new Date('2027-02-04T05:00:00Z');
      await avanzar(lote, '2027-03-02', () => false);
      expect(await rechazoDe(aprobar(lote))).toMatchObject({
        code: 'ventana_abierta',
        params: { contados: 55, ultimo_dia: '2027-03-08' },
      });
      await avanzar(lote, '2027-03-09', () => false);
      expect((await aprobar(lote)).estado).toBe('aprobado');
      expect(
        await escenario.fila('SELECT ultimo_dia FROM eliminacion_publicaciones WHERE lote_id = $1', [
          lote.id,
        ]),
      ).toEqual({
        ultimo_dia: '2027-03-08',
      });
    } finally {
      escenario = anterior;
      await propio.cerrar();
    }
  });
});

describe('lo que aprobar rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('publicador'), {}],
    ['acto_reservado_a_personas', makePersona('aprobador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('aprobador', { clearance: 0 }), {}],
    ['login_antiguo', makePersona('aprobador', { autenticadoEn: new Date(Date.now() - 16 * 60_000) }), {}],
    ['login_antiguo', makePersona('aprobador', { autenticadoEn: null }), {}],
    ['separacion_de_personas', makePersona('aprobador', { sub: 'proponente' }), {}],
    ['version_obsoleta', aprobador, { version: 1 }],
    ['lote_no_encontrado', aprobador, { loteId: '0190a6f0-0000-7000-8000-000000000001' }],
    ['lote_no_encontrado', makePersona('aprobador', { tenant: 'otra' }), {}],
    [
      'entrada_invalida',
      aprobador,
      { sesion: { ...SESION_FAVORABLE, acta: { numero: '', fecha: '2027-03-02' } } },
    ],
    [
      'entrada_invalida',
      aprobador,
      { excluidos: [{ expedienteId: '0190a6f0-0000-7000-8000-000000000001', motivo: 'x' }] },
    ],
    [
      'quorum_insuficiente',
      aprobador,
      { sesion: { ...SESION_FAVORABLE, asistentes: SESION_FAVORABLE.asistentes.slice(1) } },
    ],
    [
      'fila_no_pertenece',
      aprobador,
      { excluidos: [{ expedienteId: '0190a6f0-0000-7000-8000-000000000001', motivo: 'No es de aquí' }] },
    ],
  ])('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await cumplido();
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(aprobar(lote, cambios, actor))).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
    expect(await escenario.fila('SELECT estado FROM eliminacion_lotes WHERE id = $1', [lote.id])).toEqual({
      estado: 'publicado',
    });
  });

  it('una fila no puede excluirse y aplazarse a la vez, ni dos veces', async () => {
    const lote = await cumplido();
    const [expedienteId] = lote.expedientes;
    const fila = { expedienteId, motivo: 'Valor histórico' };
    for (const cambios of [
      { excluidos: [fila, fila] },
      { excluidos: [fila], aplazados: [{ ...fila, hasta: '2028-01-01' }] },
    ]) {
      expect((await rechazoDe(aprobar(lote, cambios))).code).toBe('fila_no_pertenece');
    }
  });

  it.each(['borrador', 'aprobado'] as const)('transicion_invalida: un lote %s', async (estado) => {
    const lote = await escenario.loteEn(estado, await escenario.expedientes(1));
    expect((await rechazoDe(aprobar(lote))).code).toBe('transicion_invalida');
  });

  it('REQ-OBS-2: observaciones_sin_responder, mientras falte responder una fila de una que llegó a tiempo', async () => {
    const lote = await cumplido();
    const observar = async (aTiempo: boolean, conFilas: boolean): Promise<void> => {
      const { id } = await escenario.fila<{ id: number }>(
        `INSERT INTO eliminacion_observaciones (numero, lote_id, canal, recibida_en, a_tiempo, texto, observador) VALUES ($1, $2, 'web', now(), $3, 't', '{}') RETURNING id`,
        [codigoUnico('OBS'), lote.id, aTiempo],
      );
      if (!conFilas) return;
      await escenario.query(
        'INSERT INTO eliminacion_observacion_filas (observacion_id, item_id) SELECT $1, id FROM eliminacion_lote_items WHERE lote_id = $2',
        [id, lote.id],
      );
    };
    const responder = (cuantas: string) =>
      escenario.query(
        `UPDATE eliminacion_observacion_filas SET desenlace = 'rechazada', motivacion = 'm', respondida_en = now(), respondida_por = 'x'
          WHERE desenlace IS NULL AND item_id IN (SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY id LIMIT ${cuantas})`,
        [lote.id],
      );
    const pendientes = async () => (await rechazoDe(aprobar(lote))).params;
    await observar(false, true);
    await observar(true, true);
    expect(await pendientes()).toEqual({ cuantas: 1 });
    await responder('1');
    expect(await pendientes()).toEqual({ cuantas: 1 });
    await responder('ALL');
    // One on the whole lote, with no rows to answer: not answered either.
    await observar(true, false);
    expect(await pendientes()).toEqual({ cuantas: 1 });
  });

  it('una observación extemporánea sin responder no detiene', async () => {
    const lote = await cumplido();
    await escenario.query(
      `INSERT INTO eliminacion_observaciones (numero, lote_id, canal, recibida_en, a_tiempo, texto, observador) VALUES ($1, $2, 'papel', now(), false, 't', '{}')`,
      [codigoUnico('OBS'), lote.id],
    );
    expect((await aprobar(lote)).estado).toBe('aprobado');
  });
});

describe('REQ-DEC-3: el inventario publicado se vuelve a leer byte por byte', () => {
  async function archivoDe(lote: LoteDePrueba): Promise<string> {
    const { clave } = await escenario.fila<{ clave: string }>(
      'SELECT clave_completo AS clave FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    return join(escenario.carpeta, SLUG, clave);
  }

  it('alterado en el disco: inventario_alterado, y el lote sigue publicado', async () => {
    const lote = await cumplido();
    const archivo = await archivoDe(lote);
    await chmod(archivo, 0o600);
    await rm(archivo);
    await writeFile(archivo, '{}\n');
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(aprobar(lote))).code).toBe('inventario_alterado');
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it('desaparecido: objeto_ausente', async () => {
    const lote = await cumplido();
    const archivo = await archivoDe(lote);
    expect(await readdir(join(archivo, '..'))).toHaveLength(2);
    await rm(archivo, { force: true });
    expect((await rechazoDe(aprobar(lote))).code).toBe('objeto_ausente');
  });
});
