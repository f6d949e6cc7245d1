import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aprobarLote } from '../../src/services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../../src/services/lote/confirmar-version-publica.ts';
import { publicarLote } from '../../src/services/lote/publicar-lote.ts';
import { imponerRetencion } from '../../src/services/retencion/imponer-retencion.ts';
import { levantarRetencion } from '../../src/services/retencion/levantar-retencion.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { Archivador } from '../support/archivador-de-prueba.ts';
import { codigoUnico, type Instrumento } from '../support/archivo-de-prueba.ts';
import { Escenario, type LoteDePrueba, SESION_FAVORABLE } from '../support/escenario.ts';
import { motivosDe } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { makeJuridica, SOBRE_MANDATO } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
let archivador: Archivador;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  archivador = await Archivador.abrir(escenario);
});
afterAll(() => escenario.cerrar());

interface Caso {
  readonly instrumento: Instrumento;
  readonly expediente: string;
  readonly loteId: string;
}
type Alcance = 'expediente' | 'serie' | 'subserie' | 'dependencia' | 'lote' | 'todo';
const ALCANCES: readonly Alcance[] = ['expediente', 'serie', 'subserie', 'dependencia', 'lote', 'todo'];

function columnasDe(alcance: Alcance, { instrumento, expediente, loteId }: Caso): Record<string, unknown> {
  switch (alcance) {
    case 'expediente':
      return { alcance, expedienteId: expediente };
    case 'serie':
      return { alcance, serieCodigo: instrumento.serie };
    case 'subserie':
      return { alcance, serieCodigo: instrumento.serie, subserieCodigo: instrumento.subserie };
    case 'dependencia':
      return { alcance, dependenciaCodigo: instrumento.dependencia };
    case 'lote':
      return { alcance, loteId };
    case 'todo':
      return { alcance };
  }
}

const imponer = async (alcance: Alcance, caso: Caso): Promise<number> =>
  (
    await imponerRetencion(escenario, makeJuridica('juridica'), {
      alcance: columnasDe(alcance, caso),
      ...SOBRE_MANDATO,
    })
  ).id;
const levantar = (id: number) =>
  levantarRetencion(escenario, makeJuridica('control-interno'), { id, motivo: 'Terminó el proceso' });

const newInstrumento = (): Promise<Instrumento> =>
  escenario.instrumento({ dependencia: codigoUnico('D'), subserie: '02', subserieNombre: 'De obra' });

/** A lote of one expediente of its own instrument, in a state. */
async function preparar(
  estado: 'borrador' | 'publicado' | 'aprobado' | 'en_ejecucion',
): Promise<{ caso: Caso; lote: LoteDePrueba }> {
  const instrumento = await newInstrumento();
  const expediente = await archivador.sembrar({ instrumento }, [codigoUnico('texto')]);
  const lote = await escenario.loteEn(estado, [expediente]);
  return { caso: { instrumento, expediente, loteId: lote.id }, lote };
}

const salidaDe = ({ id }: LoteDePrueba) =>
  escenario.query<{ estado: string; causa: string }>(
    'SELECT estado, causa FROM eliminacion_lote_omision WHERE lote_id = $1',
    [id],
  );

describe.each(ALCANCES)('REQ-HOLD-3: una retención de alcance %s se vuelve a mirar', (alcance) => {
  it('al proponer y al publicar; levantada, libera y no reanuda nada', async () => {
    const { caso, lote } = await preparar('borrador');
    const publicador = makePersona('publicador');
    const { version } = await confirmarVersionPublica(escenario, publicador, {
      loteId: lote.id,
      version: lote.version,
    });
    const libre = await escenario.expediente({ instrumento: caso.instrumento });
    const id = await imponer(alcance, caso);
    // A new expediente of the same serie is covered too, except where the hold names another thing.
    const cubreOtros = alcance !== 'expediente' && alcance !== 'lote';
    expect(await motivosDe(escenario, libre)).toEqual(cubreOtros ? ['retencion_legal'] : []);
    expect(await motivosDe(escenario, caso.expediente, { loteId: lote.id })).toEqual(['retencion_legal']);
    const error = await rechazoDe(publicarLote(escenario, publicador, { loteId: lote.id, version }));
    expect(error.code).toBe('items_no_admitidos');
    expect(JSON.stringify(error.faults)).toContain('retención legal');
    await levantar(id);
    expect(await motivosDe(escenario, caso.expediente, { loteId: lote.id })).toEqual([]);
    expect(await escenario.cuenta('eliminacion_lotes', `id = $1 AND estado = 'borrador'`, [lote.id])).toBe(1);
    await publicarLote(escenario, publicador, { loteId: lote.id, version });
  });

  it('al aprobar: la fila sale con su causa, y sin filas el lote queda anulado', async () => {
    const { caso, lote } = await preparar('publicado');
    await escenario.cumplirVentana(lote);
    const id = await imponer(alcance, caso);
    const aprobado = await aprobarLote(escenario, makePersona('aprobador'), {
      loteId: lote.id,
      version: lote.version,
      sesion: SESION_FAVORABLE,
    });
    expect(aprobado).toMatchObject({ estado: 'anulado', aprobados: 0, retirados: 1 });
    expect(await salidaDe(lote)).toEqual([{ estado: 'retirado', causa: 'retencion_legal' }]);
    await levantar(id);
    // Lifting frees the expediente and brings nothing back.
    expect(await motivosDe(escenario, caso.expediente, { hoy: '2027-06-01' })).toEqual([]);
    expect(await salidaDe(lote)).toEqual([{ estado: 'retirado', causa: 'retencion_legal' }]);
    expect(await escenario.cuenta('eliminacion_lotes', `id = $1 AND estado = 'anulado'`, [lote.id])).toBe(1);
  });

  it('al escribir la intención: se omite y no se toca nada suyo', async () => {
    const { caso, lote } = await preparar('en_ejecucion');
    const id = await imponer(alcance, caso);
    expect(await archivador.procesar()).toMatchObject({ destruidos: 0, terminado: true, fallos: [] });
    expect(await salidaDe(lote)).toEqual([{ estado: 'omitido', causa: 'retencion_legal' }]);
    expect(await archivador.conBytes(caso.expediente)).toBe(true);
    const { intencion } = await escenario.fila<{ intencion: Date | null }>(
      'SELECT intencion_en AS intencion FROM eliminacion_lote_progreso WHERE lote_id = $1',
      [lote.id],
    );
    expect(intencion).toBeNull();
    await levantar(id);
    expect(await archivador.procesar()).toBeNull();
    expect(await salidaDe(lote)).toEqual([{ estado: 'omitido', causa: 'retencion_legal' }]);
    expect(await archivador.conBytes(caso.expediente)).toBe(true);
  });

  it('entre la intención y la destrucción: se omite, y sus bytes siguen ahí', async () => {
    const { caso, lote } = await preparar('en_ejecucion');
    let id = 0;
    const resultado = await archivador.procesar({
      'intencion.registrada': async () => {
        id = await imponer(alcance, caso);
      },
    });
    expect(resultado).toMatchObject({ destruidos: 0, terminado: true, fallos: [] });
    expect(await salidaDe(lote)).toEqual([{ estado: 'omitido', causa: 'retencion_legal' }]);
    expect(await archivador.conBytes(caso.expediente)).toBe(true);
    await levantar(id);
    expect(await archivador.procesar()).toBeNull();
    expect(await archivador.conBytes(caso.expediente)).toBe(true);
  });
});

it('control: sin retención, ese mismo instante no salva nada', async () => {
  const { caso, lote } = await preparar('en_ejecucion');
  let pasos = 0;
  const resultado = await archivador.procesar({
    'intencion.registrada': async () => {
      pasos += 1;
    },
  });
  expect([pasos, resultado]).toMatchObject([1, { destruidos: 1, terminado: true, fallos: [] }]);
  expect(await salidaDe(lote)).toEqual([]);
  expect(await archivador.conBytes(caso.expediente)).toBe(false);
  expect(await escenario.cuenta('eliminacion_lapidas', 'lote_id = $1', [lote.id])).toBe(1);
});

it('una retención sobre otra serie, otra dependencia u otro lote no cubre esta', async () => {
  const { caso, lote } = await preparar('en_ejecucion');
  const { caso: ajeno } = await preparar('publicado');
  for (const alcance of ALCANCES) if (alcance !== 'todo') await imponer(alcance, ajeno);
  expect(await archivador.procesar()).toMatchObject({ destruidos: 1 });
  expect(await salidaDe(lote)).toEqual([]);
  expect(await archivador.conBytes(caso.expediente)).toBe(false);
});
