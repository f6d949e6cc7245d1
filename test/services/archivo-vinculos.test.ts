import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cerrarExpedientes } from '../../src/services/archivo/cerrar-expedientes.ts';
import { reabrirExpediente } from '../../src/services/archivo/reabrir-expediente.ts';
import { reamarrarExpediente } from '../../src/services/archivo/reamarrar-expediente.ts';
import { registrarIndice } from '../../src/services/archivo/registrar-indice.ts';
import { resolverVinculo } from '../../src/services/archivo/resolver-vinculo.ts';
import { vincularRadicado } from '../../src/services/archivo/vincular-radicado.ts';
import type { Instrumento } from '../support/archivo-de-prueba.ts';
import { fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { describeVerbo, makeGestora, oir } from './archivo-banco.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const gestora = makeGestora();
const MOTIVO = 'Lo pidió la oficina productora';
const SHA = 'ab'.repeat(32);
const ajena = (entrada: Record<string, unknown>) => ({ ...entrada, expediente: randomUUID() });

async function vinculo(nivel: number): Promise<{ radicado: string; citante: string; motivo: string }> {
  const radicado = await escenario.radicado(await escenario.expediente({ nivel }));
  return { radicado, citante: await escenario.expediente({ nivel: 0 }), motivo: MOTIVO };
}

const serieDe = ({ versionCodigo, dependencia, serie, subserie }: Instrumento) => ({
  version: versionCodigo,
  dependencia,
  serie,
  subserie,
});

const proponer = (id: string) => escenario.proponer({ expedientes: [id] });
const motivosDe = async (id: string): Promise<string[]> => {
  const { motivos } = await escenario.fila<{ motivos: string[] }>(
    `SELECT motivos FROM eliminacion_evaluar_admision('2027-01-15', (SELECT max(id) FROM calendario_versiones), NULL) WHERE expediente_id = $1`,
    [id],
  );
  return motivos;
};

describeVerbo('vincularRadicado', () => escenario, {
  desconocido: 'radicado_no_encontrado',
  tipo: 'archive.radicado_vinculado',
  hacer: (actor, entrada, solicitud) => vincularRadicado(escenario, actor, entrada, solicitud),
  entrada: vinculo,
  ajena: (entrada) => ({ ...entrada, radicado: randomUUID() }),
});

describeVerbo('resolverVinculo', () => escenario, {
  desconocido: 'vinculo_no_encontrado',
  tipo: 'archive.vinculo_resuelto',
  hacer: (actor, entrada, solicitud) => resolverVinculo(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => {
    const { vinculoId } = await vincularRadicado(escenario, gestora, await vinculo(nivel));
    return { vinculoId, resolucion: 'copia', motivo: MOTIVO };
  },
  ajena: (entrada) => ({ ...entrada, vinculoId: 999_999 }),
});

describeVerbo('reabrirExpediente', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.expediente_reabierto',
  hacer: (actor, entrada, solicitud) => reabrirExpediente(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({ expediente: await escenario.expediente({ nivel }), motivo: MOTIVO }),
  ajena,
});

describeVerbo('reamarrarExpediente', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.expediente_reamarrado',
  hacer: (actor, entrada, solicitud) => reamarrarExpediente(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({
    expediente: await escenario.expediente({ nivel }),
    ...serieDe(await escenario.instrumento({ ac: 9 })),
    acto: 'Resolución 8',
    motivo: MOTIVO,
  }),
  // The serie is of the entity `demo`; what does not exist is said of the expediente first.
  ajena,
});

describeVerbo('registrarIndice', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.indice_registrado',
  hacer: (actor, entrada, solicitud) => registrarIndice(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({ expediente: await escenario.expediente({ nivel }), sha256: SHA }),
  ajena,
});

describe('REQ-HOLD-4: un radicado citado desde otro expediente', () => {
  it.each(['copia', 'referencia_actualizada', 'confirmado'])(
    'detiene su eliminación hasta que se resuelve con razón: %s',
    async (resolucion) => {
      const expediente = await escenario.expediente();
      const citante = await escenario.expediente();
      const radicado = await escenario.radicado(expediente);
      const { vinculoId, expedienteId } = await vincularRadicado(escenario, gestora, {
        radicado,
        citante,
        motivo: MOTIVO,
      });
      expect(expedienteId).toBe(expediente);
      await expect(proponer(expediente)).rejects.toMatchObject({
        code: 'sin_items_admitidos',
        faults: [{ campo: 'vinculado_a_otro_expediente' }],
      });
      expect(await motivosDe(citante)).toEqual([]);
      await resolverVinculo(escenario, gestora, { vinculoId, resolucion, motivo: MOTIVO });
      expect(
        await escenario.fila(
          'SELECT resolucion, resolucion_motivo, resuelto_por FROM vinculos WHERE id = $1',
          [vinculoId],
        ),
      ).toEqual({
        resolucion,
        resolucion_motivo: MOTIVO,
        resuelto_por: 'https://identidad.example|gestora',
      });
      expect((await proponer(expediente)).expedientes).toEqual([expediente]);
    },
  );

  it('en un lote ya propuesto, no deja publicarlo', async () => {
    const expediente = await escenario.expediente();
    const radicado = await escenario.radicado(expediente);
    const lote = await proponer(expediente);
    await vincularRadicado(escenario, gestora, {
      radicado,
      citante: await escenario.expediente(),
      motivo: MOTIVO,
    });
    await expect(escenario.publicar(lote)).rejects.toMatchObject({ code: 'items_no_admitidos' });
  });

  it('el mismo vínculo pendiente es uno solo; resuelto, no se resuelve otra vez, y puede volver a citarse', async () => {
    const entrada = await vinculo(1);
    const { vinculoId } = await vincularRadicado(escenario, gestora, entrada);
    expect(await vincularRadicado(escenario, gestora, entrada)).toMatchObject({ vinculoId, nuevo: false });
    const resolver = () =>
      resolverVinculo(escenario, gestora, { vinculoId, resolucion: 'confirmado', motivo: MOTIVO });
    await resolver();
    expect((await oir(resolver)).code).toBe('vinculo_ya_resuelto');
    expect(await vincularRadicado(escenario, gestora, entrada)).toMatchObject({ nuevo: true });
  });

  it('nadie se cita a sí mismo, ni cita desde lo que no existe o no alcanza', async () => {
    const expediente = await escenario.expediente({ nivel: 0 });
    const radicado = await escenario.radicado(expediente);
    const reservado = await escenario.expediente({ nivel: 3 });
    const citar =
      (citante: string, actor = gestora) =>
      () =>
        vincularRadicado(escenario, actor, { radicado, citante, motivo: MOTIVO });
    expect((await oir(citar(expediente))).code).toBe('vinculo_propio');
    const noExiste = await oir(citar(randomUUID()));
    expect(noExiste.code).toBe('expediente_no_encontrado');
    expect(await oir(citar(reservado, makeGestora({ clearance: 2 })))).toEqual(noExiste);
  });
});

describe('mientras se destruye un expediente, nada suyo cambia', () => {
  it('no se cita, no se reabre, no se reamarra ni cambia su índice', async () => {
    const expediente = await escenario.expediente();
    const radicado = await escenario.radicado(expediente);
    const lote = await escenario.loteEn('en_ejecucion', [expediente]);
    await escenario.tx((tx) => fijarIntenciones(tx, lote.id));
    const serie = serieDe(await escenario.instrumento({ ac: 9 }));
    const citante = await escenario.expediente();
    const actos = [
      () => vincularRadicado(escenario, gestora, { radicado, citante, motivo: MOTIVO }),
      () => reabrirExpediente(escenario, gestora, { expediente, motivo: MOTIVO }),
      () => reamarrarExpediente(escenario, gestora, { expediente, ...serie, acto: 'Res. 8', motivo: MOTIVO }),
      () => registrarIndice(escenario, gestora, { expediente, sha256: SHA }),
    ];
    for (const acto of actos) expect((await oir(acto)).code).toBe('expediente_en_eliminacion');
  });
});

describe('la reapertura', () => {
  it('hace que deje de vencer; en un borrador impide publicarlo, aunque se cierre de nuevo en otra fecha', async () => {
    const codigo = 'EXP-reabierto';
    const expediente = await escenario.expediente({ codigo });
    const lote = await proponer(expediente);
    const reabierto = await reabrirExpediente(escenario, gestora, { expediente, motivo: MOTIVO });
    expect(reabierto.cierreAnterior).toBe('2010-03-15');
    expect(await motivosDe(expediente)).toContain('expediente_abierto');
    await expect(escenario.publicar(lote)).rejects.toMatchObject({ code: 'items_no_admitidos' });
    expect(
      (await oir(() => reabrirExpediente(escenario, gestora, { expediente, motivo: MOTIVO }))).code,
    ).toBe('expediente_ya_abierto');
    await cerrarExpedientes(escenario, gestora, {
      fundamento: 'Auto nuevo',
      cierres: [{ codigo, fecha: '2012-01-31' }],
    });
    const version = { version: lote.version + 1 };
    await expect(escenario.publicar({ ...lote, ...version })).rejects.toMatchObject({
      code: 'items_no_admitidos',
      faults: [{ campo: codigo, motivo: 'Cambió después de proponerlo: cierre 2012-01-31, era 2010-03-15.' }],
    });
  });
});

describe('REQ-INS-2: el amarre', () => {
  it('una versión nueva no cambia el vencimiento de un expediente amarrado a otra', async () => {
    const instrumento = await escenario.instrumento({ ag: 1, ac: 1 });
    const expediente = await escenario.expediente({ instrumento });
    const vencimiento = () =>
      escenario.fila<{ vencimiento: string }>(
        `SELECT vencimiento FROM eliminacion_evaluar_admision('2027-01-15', (SELECT max(id) FROM calendario_versiones), NULL) WHERE expediente_id = $1`,
        [expediente],
      );
    const antes = await vencimiento();
    await escenario.query(
      `WITH v AS (INSERT INTO trd_version (codigo, tipo, vigente_desde, creado_en, creado_por)
                  VALUES ('TRD-nueva', 'TRD', '2026-01-01', now(), 'ana') RETURNING id)
       INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
       SELECT v.id, $1, 'Despacho', $2, 'Contratos', 5, 80, 'CT' FROM v`,
      [instrumento.dependencia, instrumento.serie],
    );
    expect(antes).toEqual({ vencimiento: '2012-03-15' });
    expect(await vencimiento()).toEqual(antes);
  });

  it('cambia solo por un acto, toma de nuevo la instantánea y exige el índice bajo custodia inalterable', async () => {
    const expediente = await escenario.expediente();
    const nueva = await escenario.instrumento({ ac: 4, serieNombre: 'Convenios', dependencia: '200' });
    const reamarrar = () =>
      reamarrarExpediente(escenario, gestora, {
        expediente,
        ...serieDe(nueva),
        acto: 'Res. 8',
        motivo: MOTIVO,
      });
    expect(await reamarrar()).toMatchObject({ version: nueva.versionCodigo, serie: nueva.serie });
    expect(
      await escenario.fila(
        'SELECT trd_serie_id AS serie, serie_nombre AS nombre, dependencia_codigo AS dependencia, reamarrado FROM expedientes WHERE id = $1',
        [expediente],
      ),
    ).toEqual({ serie: nueva.serieId, nombre: 'Convenios', dependencia: '200', reamarrado: true });
    expect((await oir(reamarrar)).code).toBe('amarre_misma_version');
    expect(await motivosDe(expediente)).toEqual(['indice_sin_worm']);
    await registrarIndice(escenario, gestora, { expediente, sha256: SHA });
    expect(await motivosDe(expediente)).toEqual(['indice_sin_worm']);
    await registrarIndice(escenario, gestora, { expediente, sha256: SHA, worm: true });
    expect(await motivosDe(expediente)).toEqual([]);
  });

  it('no cambia en un lote vivo, ni a una serie que no existe', async () => {
    const expediente = await escenario.expediente();
    const nueva = serieDe(await escenario.instrumento({ ac: 4 }));
    const reamarrar = (serie: typeof nueva) => () =>
      reamarrarExpediente(escenario, gestora, { expediente, ...serie, acto: 'Res. 8', motivo: MOTIVO });
    expect((await oir(reamarrar({ ...nueva, serie: 'NO' }))).code).toBe('serie_no_encontrada');
    await proponer(expediente);
    expect((await oir(reamarrar(nueva))).code).toBe('expediente_en_lote');
  });
});

describe('el índice electrónico', () => {
  it('el mismo dos veces no deja rastro; bajo custodia inalterable no se reemplaza ni se degrada', async () => {
    const expediente = await escenario.expediente();
    const registrar = (sha256: string, worm: boolean) => () =>
      registrarIndice(escenario, gestora, { expediente, sha256, worm });
    const asientos = () =>
      escenario.cuenta('audit_log', `accion = 'archive.indice_registrado' AND sujeto_id = $1`, [expediente]);
    await registrar(SHA, false)();
    await registrar(SHA, false)();
    expect(await asientos()).toBe(1);
    await registrar('cd'.repeat(32), true)();
    expect((await oir(registrar(SHA, true))).code).toBe('indice_inmutable');
    expect((await oir(registrar('cd'.repeat(32), false))).code).toBe('indice_inmutable');
    expect(await asientos()).toBe(2);
  });
});
