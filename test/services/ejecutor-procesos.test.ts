import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBounded } from '../../src/domain/run-bounded.ts';
import { listArchivos } from '../crash/copia.ts';
import { Proceso } from '../crash/proceso.ts';
import { type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { BancoEjecutor } from './ejecutor-banco.ts';

let banco: BancoEjecutor;
const procesos: Proceso[] = [];
beforeEach(async () => {
  banco = await BancoEjecutor.abrir();
});
afterEach(async () => {
  for (const proceso of procesos.splice(0)) await proceso.eliminar();
  await banco.cerrar();
});

function lanzar(proceso: Proceso): Proceso {
  procesos.push(proceso);
  return proceso;
}

const servicio = (): Proceso => lanzar(Proceso.servicio(banco.env));
const detenidoEn = (punto: string): Proceso =>
  lanzar(
    Proceso.guion('test/services/ejecutor-detenido.ts', [punto], {
      ELIMINACION_HTTP_PUERTO: '0',
      ...banco.env,
    }),
  );

/** How many times each expediente of a lote was told destroyed, by each of who tells it. */
function veces({ id }: LoteDePrueba) {
  return banco.escenario.fila(
    `SELECT (SELECT count(*) FROM eliminacion_lapidas WHERE lote_id = $1) AS lapidas,
            (SELECT count(*) FROM audit_log a JOIN eliminacion_lapidas l ON l.expediente_id::text = a.sujeto_id AND l.lote_id = $1
              WHERE a.accion = 'archive.expediente_eliminado_trd') AS asientos,
            (SELECT count(*) FROM outbox, jsonb_array_elements(payload->'expedientes')
              WHERE event_type = 'archive.expediente_eliminado_trd' AND agregado = $1::text) AS eventos,
            (SELECT count(*) FROM documentos_purga_objetos d JOIN eliminacion_lote_items i ON i.id = d.item_id
              WHERE i.lote_id = $1 AND d.resultado = 'destruido') AS objetos,
            (SELECT count(*) FROM eliminacion_actas WHERE lote_id = $1) AS actas`,
    [id],
  );
}

const cadaUnoUnaVez = (n: number) => ({ lapidas: n, asientos: n, eventos: n, objetos: n, actas: 1 });

/** Lines of the libro of a lote. */
async function countLineas({ id }: LoteDePrueba): Promise<number> {
  const carpeta = join(banco.escenario.carpeta, SLUG, 'libro', id);
  const paginas = await runBounded(await listArchivos(carpeta), 8, (nombre) =>
    readFile(join(carpeta, nombre), 'utf8'),
  );
  return paginas.join('').trimEnd().split('\n').length;
}

describe('dos procesos ejecutores sobre un lote', () => {
  it('destruyen 400 expedientes, cada uno una sola vez, y los dos trabajan', async () => {
    const lote = await banco.ordenar(await banco.sembrar(400), 20);
    const [uno, otro] = [servicio(), servicio()];
    expect(await banco.cerrado(lote, 120_000)).toBe('ejecutado');
    expect(await veces(lote)).toEqual(cadaUnoUnaVez(400));
    expect(await countLineas(lote)).toBe(400);
    for (const proceso of [uno, otro]) {
      await proceso.diga(/tramo worked/);
      expect(await proceso.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
    }
    expect(
      (await listArchivos(join(banco.vivo, SLUG))).filter((ruta) => /^[0-9a-f]{2}\//.test(ruta)),
    ).toEqual([]);
  }, 240_000);
});

describe('un ejecutor detenido más de lo que dura su arriendo', () => {
  it.each(['purga.antes', 'lapida.ausencia_probada'])(
    'en %s: otro termina el tramo, y el que despierta no escribe nada',
    async (punto) => {
      const lote = await banco.ordenar(await banco.sembrar(3));
      const dormido = detenidoEn(punto);
      await dormido.detenido();
      const despierto = servicio();
      expect(await banco.cerrado(lote, 120_000)).toBe('ejecutado');
      expect(await despierto.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
      const { escenario } = banco;
      const todo = async () => ({
        veces: await veces(lote),
        cabeza: await escenario.fila('SELECT seq FROM audit_head'),
        eventos: await escenario.cuenta('outbox'),
        tramos: await escenario.query('SELECT * FROM eliminacion_lote_tramos ORDER BY id'),
        progreso: await escenario.query('SELECT * FROM eliminacion_lote_progreso ORDER BY item_id'),
        worm: await listArchivos(join(escenario.carpeta, SLUG)),
      });
      const antes = await todo();
      expect(antes.veces).toEqual(cadaUnoUnaVez(3));
      process.kill(dormido.pid, 'SIGCONT');
      await dormido.diga(/"perdido":true/);
      expect(await dormido.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
      expect(await todo()).toEqual(antes);
    },
    240_000,
  );
});
