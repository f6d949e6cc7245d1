import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBounded } from '../../src/domain/run-bounded.ts';
import { registrarRadicado } from '../../src/services/documentos/registrar-radicado.ts';
import { digestDe } from '../services/documentos-banco.ts';
import { makePersona } from '../support/personas.ts';
import { type Copia, listArchivos } from './copia.ts';
import { terminar } from './ensayar-caida.ts';
import { CAIDAS_CARGA } from './matriz.ts';
import { listMentiras } from './mentiras.ts';
import { Proceso } from './proceso.ts';
import { useMolde } from './registrar-caidas.ts';

const HIJO = 'test/services/documentos-hijo.ts';
const PROCESOS_A_LA_VEZ = 2;
const { conCopia } = useMolde();

/** A radicado of an open expediente outside the lote, to upload to. */
async function abrirRadicado(copia: Copia, numero: string): Promise<string> {
  const { id } = await copia.fila<{ id: string }>(
    `INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
            serie_nombre, soporte, nivel_seguridad, creado_en)
     SELECT $1, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre,
            'electronico', 1, creado_en FROM expedientes LIMIT 1 RETURNING id`,
    [`EXP-${numero}`],
  );
  const actor = makePersona('ejecutor', { permisos: new Set(['PERM_ARCHIVO_IMPORTAR']) });
  const reloj = { now: () => copia.molde.ahora };
  const datos = { expediente: id, numero, asunto: 'Oficio', nivelSeguridad: 1 };
  return (await registrarRadicado({ db: copia.db, reloj }, actor, datos)).radicadoId;
}

async function morirCargando(copia: Copia, punto: string, radicado: string): Promise<void> {
  const { appUrl } = copia.urls;
  const carpeta = join(copia.datos, 'almacen', 'vivo');
  const subir = { radicado, textos: [`carga ${punto}`], sinFin: false };
  const hijo = Proceso.guion(HIJO, [JSON.stringify({ appUrl, carpeta, fallarEn: punto, subir })], {});
  try {
    await hijo.murio();
  } finally {
    await hijo.eliminar();
  }
}

/** The hour after which an upload that nobody goes on with counts as abandoned. */
async function dejarPasarUnaHora(copia: Copia): Promise<void> {
  await copia.query(`UPDATE subidas SET vence_en = clock_timestamp() - interval '1 second'`);
  const hace = new Date(Date.now() - 2 * 3_600_000);
  for (const nombre of await listArchivos(join(copia.vivo, 'recepcion')))
    await utimes(join(copia.vivo, 'recepcion', nombre), hace, hace);
}

it(
  'kill -9 en cada punto de una carga: el anexo existe con sus bytes o no hay nada, y el lote sigue su camino',
  () =>
    conCopia(async (copia) => {
      const radicados = await runBounded(CAIDAS_CARGA, 1, ({ punto }) =>
        abrirRadicado(copia, `CARGA-${punto}`),
      );
      await runBounded([...CAIDAS_CARGA.entries()], PROCESOS_A_LA_VEZ, ([n, { punto }]) =>
        morirCargando(copia, punto, radicados[n] ?? ''),
      );
      await dejarPasarUnaHora(copia);
      await terminar(copia);
      const guardadas = await listArchivos(copia.vivo);
      const quedan = CAIDAS_CARGA.map(({ punto }) => ({
        punto,
        anexos: guardadas.filter((ruta) => ruta.includes(digestDe(`carga ${punto}`))).length,
      }));
      expect(quedan).toEqual(CAIDAS_CARGA.map(({ punto, anexos }) => ({ punto, anexos })));
      expect(guardadas.filter((ruta) => ruta.startsWith('recepcion/'))).toEqual([]);
      expect(await listMentiras(copia)).toEqual([]);
    }),
  180_000,
);
