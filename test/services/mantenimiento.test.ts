import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { findPublicacion } from '../../src/db/lote/publicaciones.queries.ts';
import { inicioEnBogota } from '../../src/domain/plazos/bogota.ts';
import { addDays, parseFechaCivil } from '../../src/domain/plazos/fecha-civil.ts';
import type { RolProceso } from '../../src/services/ports/rol-proceso.ts';
import { evaluarVentana } from '../../src/services/publicacion/evaluar-ventana.ts';
import { registrarSondeo } from '../../src/services/publicacion/registrar-sondeo.ts';
import { createMantenimiento, type DatosMantenimiento } from '../../src/services/roles/mantenimiento.ts';
import { listArchivos } from '../crash/copia.ts';
import { type Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { BancoEjecutor } from './ejecutor-banco.ts';

const MINUTO_MS = 60_000;
let banco: BancoEjecutor;
let escenario: Escenario;
beforeAll(async () => {
  banco = await BancoEjecutor.abrir();
  escenario = banco.escenario;
});
afterAll(() => banco.cerrar());

const roles: RolProceso[] = [];
afterEach(async () => {
  for (const rol of roles.splice(0)) await rol.stop();
});

const quejas: unknown[] = [];

/** The role with quick cycles; with another `db` it has connections of its own, as another process has. */
async function arrancar(sondear: DatosMantenimiento['sondear'], db = escenario.db): Promise<void> {
  const anota = (datos: object): void => {
    quejas.push(datos);
  };
  const rol = createMantenimiento({
    servicios: { ...banco.documentos, db },
    bitacora: { info: () => undefined, warn: () => undefined, error: anota },
    sondear,
    ritmo: { barridoMs: 50, primerSondeoMs: 1 },
  });
  await rol.start();
  roles.push(rol);
}

describe('los sondeos de disponibilidad (REQ-PUB-4)', () => {
  let lote: LoteDePrueba;
  let publicacion: { id: number; url: string };
  beforeEach(async () => {
    lote = await escenario.loteEn('publicado', [await escenario.expediente()]);
    const hallada = await escenario.tx((tx) => findPublicacion(tx, lote.id));
    if (hallada === null) throw new Error('sin publicación');
    publicacion = hallada;
  });
  afterEach(async () => {
    // Only the publication of each test is open while it runs.
    await escenario.query(
      `UPDATE eliminacion_lotes SET estado = 'anulado', anulado_motivo = 'fin' WHERE id = $1`,
      [lote.id],
    );
  });

  const evidencia = () =>
    escenario.query(
      `SELECT fecha, esperados, exitosos, fallidos FROM eliminacion_disponibilidad WHERE publicacion_id = $1 ORDER BY fecha`,
      [publicacion.id],
    );
  const sondearUna = (ok = true, porDia = 96) =>
    registrarSondeo(escenario, SLUG, publicacion, () => Promise.resolve(ok), porDia);
  const enBogota = (dia: string, minutos: number): Date =>
    new Date(inicioEnBogota(parseFechaCivil(dia)).getTime() + minutos * MINUTO_MS);

  it('de cada turno queda un solo sondeo, por muchos procesos que lo hagan a la vez', async () => {
    escenario.ahora = enBogota('2026-12-02', 7);
    const resultados = await Promise.all(Array.from({ length: 12 }, () => sondearUna()));
    expect(resultados.toSorted()).toEqual(['exitoso', ...Array.from({ length: 11 }, () => 'ya_hecho')]);
    escenario.ahora = enBogota('2026-12-02', 14);
    expect(await sondearUna()).toBe('ya_hecho');
    escenario.ahora = enBogota('2026-12-02', 15);
    expect(await sondearUna(false)).toBe('fallido');
    expect(await sondearUna()).toBe('ya_hecho');
    expect(await evidencia()).toEqual([{ fecha: '2026-12-02', esperados: 96, exitosos: 1, fallidos: 1 }]);
  });

  it('el turno y el día son los de Bogotá', async () => {
    escenario.ahora = enBogota('2026-12-03', -1);
    await sondearUna();
    escenario.ahora = enBogota('2026-12-03', 0);
    await sondearUna();
    expect(await evidencia()).toEqual([
      { fecha: '2026-12-02', esperados: 96, exitosos: 1, fallidos: 0 },
      { fecha: '2026-12-03', esperados: 96, exitosos: 1, fallidos: 0 },
    ]);
  });

  it('uno que no llegó a saberse cuenta como fallido', async () => {
    escenario.ahora = enBogota('2026-12-02', 0);
    const muere = () => Promise.reject(new Error('el proceso muere'));
    await expect(registrarSondeo(escenario, SLUG, publicacion, muere, 96)).rejects.toThrow('muere');
    expect(await evidencia()).toEqual([{ fecha: '2026-12-02', esperados: 96, exitosos: 0, fallidos: 1 }]);
  });

  it.each([
    [77, 1],
    [76, 0],
  ])('un día con %i de 96 logrados acredita %i días', async (logrados, acreditados) => {
    const { primerDia } = await escenario.fila<{ primerDia: string }>(
      'SELECT primer_dia AS "primerDia" FROM eliminacion_publicaciones WHERE id = $1',
      [publicacion.id],
    );
    for (let n = 0; n < 96; n += 1) {
      escenario.ahora = enBogota(primerDia, n * 15);
      await sondearUna(n < logrados);
    }
    const hasta = inicioEnBogota(addDays(parseFechaCivil(primerDia), 1));
    const { contados } = await escenario.tx(async (tx) => {
      const hallada = await findPublicacion(tx, lote.id);
      if (hallada === null) throw new Error('sin publicación');
      return evaluarVentana(tx, hallada, hasta);
    });
    expect(contados).toBe(acreditados);
  });

  it('dos procesos con este papel preguntan una vez por turno, solo por lo que está publicado y abierto', async () => {
    escenario.ahora = enBogota('2026-12-09', 3);
    const preguntas: string[] = [];
    const sondear = async (url: string): Promise<boolean> => {
      preguntas.push(url);
      await sleep(20);
      return true;
    };
    const otra = createDatabase({ url: escenario.base.appUrl, applicationName: 'otro-proceso', max: 2 });
    try {
      await Promise.all([arrancar(sondear), arrancar(sondear, otra)]);
      await banco.hasta(async () => (await evidencia()).length === 1);
      await sleep(200);
      for (const rol of roles.splice(0)) await rol.stop();
    } finally {
      await otra.close();
    }
    expect(preguntas).toEqual([publicacion.url]);
    expect(await evidencia()).toEqual([{ fecha: '2026-12-09', esperados: 96, exitosos: 1, fallidos: 0 }]);
    expect(quejas).toEqual([]);
  });

  it('donde los hace otro, este papel no agrega ninguno', async () => {
    escenario.ahora = enBogota('2026-12-10', 3);
    await arrancar(null);
    await sleep(200);
    expect(await evidencia()).toEqual([]);
  });
});

describe('los barridos', () => {
  it('al arrancar y a cada rato se lleva lo que dejaron las cargas, y nada que un anexo use', async () => {
    const [vivo = ''] = await banco.sembrar(1);
    const raiz = join(banco.vivo, SLUG);
    const antes = await listArchivos(raiz);
    const clave = (letra: string): string =>
      `${letra.repeat(2)}/${letra.repeat(64)}.01a22f5f-8221-7430-aeaa-21fdf35a85a${letra}`;
    const abandonar = async (letra: string): Promise<void> => {
      await mkdir(join(raiz, letra.repeat(2)), { recursive: true });
      await writeFile(join(raiz, clave(letra)), 'de nadie');
      await escenario.query(
        `INSERT INTO subidas (clave, vence_en) VALUES ($1, clock_timestamp() - interval '1 second')`,
        [clave(letra)],
      );
    };
    const parcial = join(raiz, 'recepcion', 'abandonada.parcial');
    const viva = join(raiz, 'recepcion', 'en-curso.parcial');
    for (const ruta of [parcial, viva]) await writeFile(ruta, 'a medias');
    const hace = new Date(Date.now() - 2 * 3_600_000);
    await utimes(parcial, hace, hace);
    await abandonar('a');

    await arrancar(null);
    const quedan = [...antes, 'recepcion/en-curso.parcial'].sort();
    const limpio = async () =>
      JSON.stringify(await listArchivos(raiz)) === JSON.stringify(quedan) &&
      (await escenario.cuenta('subidas')) === 0;
    await banco.hasta(limpio);
    await abandonar('b');
    await banco.hasta(limpio);
    expect(await escenario.cuenta('objetos', `estado = 'destruyendo'`)).toBe(0);
    const anexos = await escenario.cuenta(
      'anexos a JOIN radicados r ON r.id = a.radicado_id',
      'r.expediente_id = $1',
      [vivo],
    );
    expect(anexos).toBe(1);
    expect(quejas).toEqual([]);
  });

  it('lo que falla en una entidad se dice y no detiene nada', async () => {
    const marca = join(banco.vivo, '.orpycamcp-almacen');
    await rename(marca, `${marca}.fuera`);
    await escenario.query(
      `INSERT INTO objetos (sha256, clave, tamano, estado, creado_en)
      VALUES (decode(repeat('cc', 32), 'hex'), 'cc/${'c'.repeat(64)}.01a22f5f-8221-7430-aeaa-21fdf35a85ac', 0, 'destruyendo', $1)`,
      [escenario.ahora],
    );
    await arrancar(null);
    await banco.hasta(async () => quejas.length > 1);
    await rename(`${marca}.fuera`, marca);
    await banco.hasta(async () => (await escenario.cuenta('objetos', `estado = 'destruyendo'`)) === 0);
    quejas.length = 0;
  });
});
