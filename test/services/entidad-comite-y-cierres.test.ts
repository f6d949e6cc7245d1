import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definirComite } from '../../src/services/entidad/definir-comite.ts';
import { registrarCierreEntidad } from '../../src/services/entidad/registrar-cierre-entidad.ts';
import { Escenario } from '../support/escenario.ts';
import { makePersona } from '../support/personas.ts';
import { makeGestora, makeSolicitud, oir } from './archivo-banco.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const administradora = makePersona('administradora');
const asientos = (accion: string, sujeto?: string) =>
  escenario.cuenta('audit_log', 'accion = $1 AND ($2::text IS NULL OR sujeto_id = $2)', [
    accion,
    sujeto ?? null,
  ]);
const eventos = (tipo: string) => escenario.cuenta('outbox', 'event_type = $1', [tipo]);

const PRESIDENTA = { nombre: 'Rosa Peña', cargo: 'Secretaria General', rol: 'presidente', vota: true };
const SECRETARIO = { nombre: 'Luis Ávila', cargo: 'Jefe de Archivo', rol: 'secretario_tecnico', vota: true };
const CONTROL = { nombre: 'Ana Gil', cargo: 'Control Interno', rol: 'control_interno', vota: false };

describe('REQ-DEC-1: el comité se define por un acto', () => {
  const definir = (
    integrantes: readonly unknown[],
    cambios: Record<string, unknown> = {},
    actor = administradora,
  ) =>
    definirComite(escenario, actor, { integrantes, acto: 'Resolución 3', desde: '2026-01-01', ...cambios });

  it('quien sigue conserva su designación, quien sale termina la víspera, y lo mismo dos veces no deja rastro', async () => {
    expect(await definir([PRESIDENTA, SECRETARIO, CONTROL])).toEqual({ entran: 3, salen: 0, siguen: 0 });
    expect(await definir([CONTROL, SECRETARIO, PRESIDENTA], { acto: 'Otro' })).toEqual({
      entran: 0,
      salen: 0,
      siguen: 3,
    });
    const nueva = { ...PRESIDENTA, nombre: 'Eva Ruiz' };
    expect(await definir([nueva, SECRETARIO], { acto: 'Resolución 9', desde: '2026-07-01' })).toEqual({
      entran: 1,
      salen: 2,
      siguen: 1,
    });
    expect(
      await escenario.query(
        'SELECT nombre, acto_designacion AS acto, desde, hasta FROM comite_integrantes ORDER BY id',
      ),
    ).toEqual([
      { nombre: 'Rosa Peña', acto: 'Resolución 3', desde: '2026-01-01', hasta: '2026-06-30' },
      { nombre: 'Luis Ávila', acto: 'Resolución 3', desde: '2026-01-01', hasta: null },
      { nombre: 'Ana Gil', acto: 'Resolución 3', desde: '2026-01-01', hasta: '2026-06-30' },
      { nombre: 'Eva Ruiz', acto: 'Resolución 9', desde: '2026-07-01', hasta: null },
    ]);
    expect(await asientos('archive.comite_definido')).toBe(2);
    expect(await eventos('archive.comite_definido')).toBe(2);
  });

  it.each([
    ['sin presidente', [SECRETARIO, CONTROL], 'presidente'],
    [
      'con dos secretarios',
      [PRESIDENTA, SECRETARIO, { ...SECRETARIO, nombre: 'Otro' }],
      'secretario técnico',
    ],
    ['con Control Interno votando', [PRESIDENTA, SECRETARIO, { ...CONTROL, vota: true }], 'voz pero no voto'],
    [
      'con un invitado votando',
      [PRESIDENTA, SECRETARIO, { ...CONTROL, rol: 'invitado', vota: true }],
      'voz pero no voto',
    ],
    ['con alguien repetido', [PRESIDENTA, SECRETARIO, CONTROL, CONTROL], 'repetidos'],
  ])('no queda %s', async (_nombre, integrantes, motivo) => {
    const oido = await oir(() => definir(integrantes));
    expect(oido.code).toBe('comite_invalido');
    expect(oido.message).toContain(motivo);
  });

  it('no se define hacia atrás, ni sin permiso, ni en una entidad sin definir; con la misma clave, una vez', async () => {
    const otra = [{ ...PRESIDENTA, nombre: 'Inés Paz' }, SECRETARIO];
    expect((await oir(() => definir(otra, { desde: '2020-01-01' }))).code).toBe('comite_invalido');
    expect((await oir(() => definir(otra, {}, makeGestora()))).code).toBe('sin_permiso');
    const deOtra = makePersona('administradora', { tenant: 'otra' });
    expect((await oir(() => definir(otra, {}, deOtra))).code).toBe('entidad_sin_definir');
    const solicitud = makeSolicitud();
    const entrada = { integrantes: otra, acto: 'Resolución 10', desde: '2026-08-01' };
    const primera = await definirComite(escenario, administradora, entrada, solicitud);
    expect(primera.entran).toBe(1);
    expect(await definirComite(escenario, administradora, entrada, solicitud)).toEqual(primera);
  });
});

describe('un día de cierre de la entidad', () => {
  const cerrar = (fecha: string, cambios: Record<string, unknown> = {}, actor = administradora) =>
    registrarCierreEntidad(escenario, actor, { fecha, acto: 'Decreto 5', ...cambios });
  const ventana = (loteId: string) =>
    escenario.fila<{ previsto: string; calendario: number }>(
      'SELECT ultimo_dia_previsto AS previsto, calendario_id AS calendario FROM eliminacion_publicaciones WHERE lote_id = $1',
      [loteId],
    );

  it('alarga las ventanas abiertas con un calendario nuevo y deja las cerradas como estaban', async () => {
    const propio = await Escenario.abrir();
    try {
      const aprobado = await propio.loteEn('aprobado', await propio.expedientes(1));
      propio.ahora = new Date('2027-03-10T15:00:00Z');
      const abierto = await propio.loteEn('publicado', await propio.expedientes(1));
      const leer = (loteId: string) =>
        propio.fila<{ previsto: string; calendario: number }>(
          'SELECT ultimo_dia_previsto AS previsto, calendario_id AS calendario FROM eliminacion_publicaciones WHERE lote_id = $1',
          [loteId],
        );
      const [antes, cerrada] = [await leer(abierto.id), await leer(aprobado.id)];
      const cierre = await registrarCierreEntidad(propio, administradora, {
        fecha: '2027-04-05',
        acto: 'Decreto 5',
      });
      expect(cierre.ventanas).toBe(1);
      const despues = await leer(abierto.id);
      expect(despues.previsto > antes.previsto).toBe(true);
      expect(despues.calendario).toBeGreaterThan(antes.calendario);
      expect(await leer(aprobado.id)).toEqual(cerrada);
      expect(
        await propio.cuenta(
          'audit_log',
          `accion = 'archive.eliminacion_ventana_recalculada' AND sujeto_id = $1`,
          [abierto.id],
        ),
      ).toBe(1);
      expect(await propio.cuenta('outbox', `event_type = 'archive.eliminacion_ventana_recalculada'`)).toBe(1);
    } finally {
      await propio.cerrar();
    }
  });

  it('sobre un día ya contado exige confirmarlo; confirmado, ese día deja de contar', async () => {
    escenario.ahora = new Date('2026-12-01T15:00:00Z');
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    expect((await ventana(lote.id)).previsto).toBe('2027-03-01');
    escenario.ahora = new Date('2026-12-14T15:00:00Z');
    expect((await oir(() => cerrar('2026-12-10'))).code).toBe('cierre_en_dias_contados');
    expect((await ventana(lote.id)).previsto).toBe('2027-03-01');
    expect(await cerrar('2026-12-10', { confirmarRecalculo: true })).toMatchObject({ ventanas: 1 });
    expect((await ventana(lote.id)).previsto).toBe('2027-03-02');
    // A day to come needs no confirmation.
    expect(await cerrar('2026-12-24')).toMatchObject({ fecha: '2026-12-24', ventanas: 1 });
    expect((await ventana(lote.id)).previsto).toBe('2027-03-03');
    expect(await asientos('archive.eliminacion_ventana_recalculada', lote.id)).toBe(2);
  });

  it('lo que se publica después ya cuenta con él', async () => {
    escenario.ahora = new Date('2026-12-01T15:00:00Z');
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    expect((await ventana(lote.id)).previsto).toBe('2027-03-03');
  });

  it('el mismo cierre dos veces no hace nada; con otro acto, en un festivo o sin permiso se rechaza', async () => {
    const antes = await asientos('archive.cierre_entidad_registrado');
    expect(await cerrar('2026-12-24')).toMatchObject({ ventanas: 0 });
    expect((await oir(() => cerrar('2026-12-24', { acto: 'Decreto 6' }))).code).toBe('cierre_ya_registrado');
    expect((await oir(() => cerrar('2026-12-25'))).code).toBe('cierre_en_dia_no_habil');
    expect((await oir(() => cerrar('2026-12-26'))).code).toBe('cierre_en_dia_no_habil');
    expect((await oir(() => cerrar('2500-01-04'))).code).toBe('fecha_fuera_de_calendario');
    expect((await oir(() => cerrar('2027-01-05', {}, makeGestora()))).code).toBe('sin_permiso');
    const deOtra = makePersona('administradora', { tenant: 'otra' });
    expect((await oir(() => cerrar('2027-01-05', {}, deOtra))).code).toBe('entidad_sin_definir');
    expect(await asientos('archive.cierre_entidad_registrado')).toBe(antes);
  });

  it('repetido con la misma clave responde lo mismo', async () => {
    const solicitud = makeSolicitud();
    const entrada = { fecha: '2027-07-06', acto: 'Decreto 7' };
    const primera = await registrarCierreEntidad(escenario, administradora, entrada, solicitud);
    expect(await registrarCierreEntidad(escenario, administradora, entrada, solicitud)).toEqual(primera);
    expect(await eventos('archive.cierre_entidad_registrado')).toBe(3);
  });
});
