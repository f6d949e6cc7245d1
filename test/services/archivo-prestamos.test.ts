import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devolverExpediente } from '../../src/services/archivo/devolver-expediente.ts';
import { iniciarTransferencia } from '../../src/services/archivo/iniciar-transferencia.ts';
import { moverUnidad } from '../../src/services/archivo/mover-unidad.ts';
import { prestarExpediente } from '../../src/services/archivo/prestar-expediente.ts';
import { terminarTransferencia } from '../../src/services/archivo/terminar-transferencia.ts';
import { fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { describeVerbo, makeGestora, oir } from './archivo-banco.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const gestora = makeGestora();
const ajena = (entrada: Record<string, unknown>) => ({ ...entrada, expediente: randomUUID() });

/** A unit of an expediente on paper. */
async function unidad(nivel: number): Promise<{ id: string; unidadId: number }> {
  const id = await escenario.expediente({ soporte: 'fisico', nivel });
  const fila = await escenario.fila<{ unidadId: number }>(
    `INSERT INTO fisico_unidades (expediente_id, caja, carpeta) VALUES ($1, '7', '2') RETURNING id AS "unidadId"`,
    [id],
  );
  return { id, ...fila };
}

describeVerbo('prestarExpediente', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.expediente_prestado',
  hacer: (actor, entrada, solicitud) => prestarExpediente(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({ expediente: await escenario.expediente({ nivel }), solicitante: 'Ana Gil' }),
  ajena,
});

describeVerbo('devolverExpediente', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.expediente_devuelto',
  hacer: (actor, entrada, solicitud) => devolverExpediente(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => {
    const expediente = await escenario.expediente({ nivel });
    await prestarExpediente(escenario, gestora, { expediente, solicitante: 'Ana Gil' });
    return { expediente };
  },
  ajena,
});

describeVerbo('iniciarTransferencia', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.transferencia_iniciada',
  hacer: (actor, entrada, solicitud) => iniciarTransferencia(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({
    expediente: await escenario.expediente({ nivel }),
    destino: 'Archivo central',
  }),
  ajena,
});

describeVerbo('terminarTransferencia', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.transferencia_terminada',
  hacer: (actor, entrada, solicitud) => terminarTransferencia(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => {
    const expediente = await escenario.expediente({ nivel });
    await iniciarTransferencia(escenario, gestora, { expediente, destino: 'Archivo central' });
    return { expediente };
  },
  ajena,
});

describeVerbo('moverUnidad', () => escenario, {
  desconocido: 'unidad_no_encontrada',
  tipo: 'archive.unidad_trasladada',
  hacer: (actor, entrada, solicitud) => moverUnidad(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({
    unidadId: (await unidad(nivel)).unidadId,
    hacia: { ubicacion: 'Depósito 2' },
    acto: 'Orden 14',
  }),
  ajena: (entrada) => ({ ...entrada, unidadId: 999_999 }),
});

describe('REQ-HOLD-5: un préstamo o una transferencia sin terminar', () => {
  it.each([
    ['un préstamo', prestarExpediente, devolverExpediente, { solicitante: 'Ana' }, 'en_prestamo'],
    [
      'una transferencia',
      iniciarTransferencia,
      terminarTransferencia,
      { destino: 'Central' },
      'transferencia_en_curso',
    ],
  ] as const)(
    '%s impide proponer, y cuando termina se admite enseguida',
    async (_nombre, empezar, terminar, datos, motivo) => {
      const expediente = await escenario.expediente();
      await empezar(escenario, gestora, { expediente, ...datos });
      const propuesta = escenario.proponer({ expedientes: [expediente] });
      await expect(propuesta).rejects.toMatchObject({
        code: 'sin_items_admitidos',
        faults: [{ campo: motivo }],
      });
      await terminar(escenario, gestora, { expediente });
      expect((await escenario.proponer({ expedientes: [expediente] })).expedientes).toEqual([expediente]);
    },
  );

  it('el de un miembro de un lote vivo se rechaza, y el lote se nombra solo a quien puede leerlo', async () => {
    const expediente = await escenario.expediente();
    const lote = await escenario.loteEn('borrador', [expediente]);
    const lectora = makeGestora({
      permisos: new Set(['PERM_ARCHIVO_GESTIONAR', 'PERM_ELIMINACION_CONSULTAR']),
    });
    for (const prestar of [
      (actor = gestora) => prestarExpediente(escenario, actor, { expediente, solicitante: 'Ana' }),
      (actor = gestora) => iniciarTransferencia(escenario, actor, { expediente, destino: 'Central' }),
    ]) {
      const sinLeer = await oir(() => prestar());
      expect(sinLeer.code).toBe('expediente_en_lote');
      expect(sinLeer.message).not.toContain(lote.codigo);
      expect((await oir(() => prestar(lectora))).message).toContain(lote.codigo);
      expect((await oir(() => prestar({ ...lectora, clearance: 0 }))).code).toBe('expediente_no_encontrado');
    }
  });

  it('no se repiten ni terminan dos veces', async () => {
    const expediente = await escenario.expediente();
    const prestar = () => prestarExpediente(escenario, gestora, { expediente, solicitante: 'Ana' });
    const transferir = () => iniciarTransferencia(escenario, gestora, { expediente, destino: 'Central' });
    await prestar();
    await transferir();
    expect((await oir(prestar)).code).toBe('prestamo_ya_activo');
    expect((await oir(transferir)).code).toBe('transferencia_ya_en_curso');
    await devolverExpediente(escenario, gestora, { expediente });
    await terminarTransferencia(escenario, gestora, { expediente });
    expect((await oir(() => devolverExpediente(escenario, gestora, { expediente }))).code).toBe(
      'prestamo_no_activo',
    );
    expect((await oir(() => terminarTransferencia(escenario, gestora, { expediente }))).code).toBe(
      'transferencia_no_iniciada',
    );
  });

  it('se dicen por código o por id', async () => {
    await escenario.expediente({ codigo: 'EXP-por-codigo' });
    const { expediente } = await prestarExpediente(escenario, gestora, {
      expediente: 'EXP-por-codigo',
      solicitante: 'Ana',
    });
    expect(expediente).toBe('EXP-por-codigo');
  });
});

describe('el traslado de una unidad', () => {
  it('guarda de dónde salió, a dónde llegó, por qué acto y quién; lo que no se dice queda como estaba', async () => {
    const { id, unidadId } = await unidad(1);
    const movida = await moverUnidad(escenario, gestora, {
      unidadId,
      hacia: { ubicacion: 'Depósito 2', carpeta: '9' },
      acto: 'Orden 14',
    });
    expect(movida).toEqual({ unidadId, expedienteId: id, ubicacion: 'Depósito 2', caja: '7', carpeta: '9' });
    const movimiento = await escenario.fila(
      'SELECT clase, desde, hacia, acto, actor FROM movimientos_fisicos WHERE unidad_id = $1',
      [unidadId],
    );
    expect(movimiento).toEqual({
      clase: 'traslado',
      desde: { ubicacion: null, caja: '7', carpeta: '2' },
      hacia: { ubicacion: 'Depósito 2', caja: '7', carpeta: '9' },
      acto: 'Orden 14',
      actor: 'https://identidad.example|gestora',
    });
    const otraVez = () =>
      moverUnidad(escenario, gestora, { unidadId, hacia: { caja: '7' }, acto: 'Orden 14' });
    expect((await oir(otraVez)).code).toBe('unidad_ya_ubicada');
    const aNingunaParte = () => moverUnidad(escenario, gestora, { unidadId, hacia: {}, acto: 'Orden 14' });
    expect((await oir(aNingunaParte)).code).toBe('entrada_invalida');
  });

  it('de un miembro de un lote solo va a destrucción, y solo cuando su lote se ejecuta y dijo qué destruye', async () => {
    const { id, unidadId } = await unidad(1);
    const lote = await escenario.loteEn('en_ejecucion', [id]);
    const mover = (clase: string) => () =>
      moverUnidad(escenario, gestora, { unidadId, clase, hacia: { ubicacion: 'Planta' }, acto: 'Orden 15' });
    expect((await oir(mover('traslado'))).code).toBe('expediente_en_lote');
    expect((await oir(mover('destruccion'))).code).toBe('movimiento_sin_ejecucion');
    await escenario.tx((tx) => fijarIntenciones(tx, lote.id));
    expect((await oir(mover('traslado'))).code).toBe('expediente_en_lote');
    expect(await mover('destruccion')()).toMatchObject({ ubicacion: 'Planta' });
    expect(
      await escenario.cuenta(
        'audit_log',
        `accion = 'archive.unidad_llevada_a_destruccion' AND sujeto_id = $1`,
        [id],
      ),
    ).toBe(1);
  });
});
