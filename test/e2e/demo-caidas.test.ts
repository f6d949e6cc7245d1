import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CasaDeDemo, resultadoDe } from './casa-de-demo.ts';

const PLAZO_MS = 300_000;
/** Well inside the walk of a window of sixty business days, which takes seconds. */
const EN_PLENA_VENTANA_MS = 400;

let casa: CasaDeDemo;
beforeAll(async () => {
  casa = await CasaDeDemo.abrir();
});
afterAll(() => casa.cerrar());

// One walk, interrupted four times: each test goes on from what the one before left.
it(
  'kill -9 mientras entran los documentos: su base de datos sigue viva y sin dueño',
  async () => {
    const demo = casa.demo(['--once', '--json'], {
      ELIMINACION_FALLO_EN: 'documentos.subida_antes_de_confirmar:90',
    });
    await demo.murio();
    expect(demo.texto()).toContain('Documentos electrónicos');
    expect(await casa.servidor()).not.toBeNull();
  },
  PLAZO_MS,
);

it(
  'SIGTERM mientras corre la ventana: la adoptó, y al apagarse no deja ningún proceso',
  async () => {
    const demo = casa.demo(['--once', '--json']);
    await demo.diga(/Sesenta días hábiles/, PLAZO_MS);
    await sleep(EN_PLENA_VENTANA_MS);
    expect(await demo.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
    expect(demo.texto()).not.toContain('Sesión del Comité');
    expect(demo.texto()).not.toContain('Error inesperado');
    expect(demo.salida).toBe('');
    expect(await casa.procesosVivos()).toEqual([]);
    expect(await casa.servidor()).toBeNull();
  },
  PLAZO_MS,
);

it(
  'kill -9 mientras corre la ventana',
  async () => {
    const demo = casa.demo(['--once', '--json']);
    await demo.diga(/Sesenta días hábiles/, PLAZO_MS);
    await sleep(EN_PLENA_VENTANA_MS);
    expect(await demo.terminar('SIGKILL')).toEqual({ codigo: null, senal: 'SIGKILL' });
    expect(demo.texto()).not.toContain('Sesión del Comité');
  },
  PLAZO_MS,
);

it(
  'kill -9 en plena ejecución, y también a la base de datos',
  async () => {
    const demo = casa.demo(['--once', '--json'], { ELIMINACION_FALLO_EN: 'lapida.antes_de_confirmar' });
    await demo.murio();
    expect(demo.texto()).toContain('Destrucción ordenada');
    const servidor = await casa.servidor();
    if (servidor === null) throw new Error('la base de datos no estaba viva');
    process.kill(servidor, 'SIGKILL');
  },
  PLAZO_MS,
);

it(
  'el siguiente arranque termina el mismo lote con las cuentas verdaderas',
  async () => {
    const { lote, conteos, acta, verificacion } = await resultadoDe(casa.demo(['--once', '--json']));
    expect(lote).toEqual({ codigo: expect.stringMatching(/-0001$/), estado: 'ejecutado' });
    expect(verificacion.propia).toBe(true);
    const [dicho] = await casa.query(
      `SELECT (SELECT count(*) FROM eliminacion_lotes)::int AS lotes, (SELECT string_agg(numero, ' ') FROM eliminacion_actas) AS actas,
              (SELECT count(*) FROM eliminacion_lapidas)::int AS lapidas, (SELECT count(*) FROM expedientes)::int AS vivos,
              (SELECT count(*) FROM audit_log WHERE accion = 'archive.expediente_eliminado_trd')::int AS asientos,
              (SELECT count(*) FROM outbox, jsonb_array_elements(payload->'expedientes') WHERE event_type = 'archive.expediente_eliminado_trd')::int AS eventos,
              (SELECT count(*) FROM outbox WHERE event_type = 'document.anexo_incorporado')::int AS incorporados,
              (SELECT sum(anexos_eliminados) FROM eliminacion_lapidas)::int + (SELECT count(*) FROM anexos)::int AS anexos,
              (SELECT count(*) FROM eliminacion_disponibilidad WHERE exitosos > esperados OR exitosos + fallidos > esperados)::int AS sondeos_de_mas`,
    );
    const { destruidos, rechazados, admitidos } = conteos;
    expect(dicho).toEqual({
      lotes: 1,
      actas: acta.numero,
      lapidas: destruidos,
      vivos: rechazados,
      asientos: destruidos,
      eventos: destruidos,
      incorporados: dicho?.['anexos'],
      anexos: dicho?.['incorporados'],
      sondeos_de_mas: 0,
    });
    expect(admitidos).toBe(destruidos);
    expect(await casa.procesosVivos()).toEqual([]);
  },
  PLAZO_MS,
);
