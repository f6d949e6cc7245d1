import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCalendario, type Calendario } from '../../src/domain/plazos/calendario.ts';
import {
  addDays,
  type FechaCivil,
  fromEpochDay,
  parseFechaCivil,
  toEpochDay,
} from '../../src/domain/plazos/fecha-civil.ts';
import { festivosColombia, VERSION_VIGENTE } from '../../src/domain/plazos/festivos-colombia.ts';
import { computeVencimiento, type Retencion } from '../../src/domain/retencion/vencimiento.ts';
import { actualizarCalendario } from '../../src/services/entidad/actualizar-calendario.ts';
import { Escenario } from '../support/escenario.ts';
import { evaluar, motivosDe } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';

let escenario: Escenario;
/** The calendar of the database, as rules, under its own code. */
let calendario: Calendario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  calendario = buildCalendario({
    version: `${VERSION_VIGENTE}-v1`,
    festivos: festivosColombia(VERSION_VIGENTE),
  });
});
afterAll(() => escenario.cerrar());

const fecha = (texto: string): FechaCivil => parseFechaCivil(texto);

interface Muestra {
  readonly cierre: FechaCivil;
  readonly tipo: 'TRD' | 'TVD';
  readonly ag: number;
  readonly ac: number;
}
const retencionDe = ({ tipo, ag, ac }: Muestra): Retencion => ({ tipo, ag, ac });

/** One expediente per sample, each in a serie of its own, in one statement per table; ids in the order of the samples. */
async function sembrar(muestras: readonly Muestra[]): Promise<string[]> {
  const base = await escenario.instrumento({ tipo: 'TRD' });
  const tvd = await escenario.instrumento({ tipo: 'TVD' });
  const filas = await escenario.query<{ id: string }>(
    `WITH m AS (SELECT *, 'P-' || public.orpyca_uuidv7() AS clave FROM unnest($1::date[], $2::text[], $3::int[], $4::int[]) WITH ORDINALITY AS u (cierre, tipo, ag, ac, n)),
          s AS (INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
                SELECT CASE tipo WHEN 'TRD' THEN $5::bigint ELSE $6::bigint END, '1', 'd', clave, 'Serie', ag, ac, 'E' FROM m
                RETURNING id, version_id, serie_codigo),
          e AS (INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
                       serie_nombre, cierre, cierre_fundamento, soporte, nivel_seguridad, creado_en)
                SELECT m.clave, 't', s.version_id, s.id, '1', 'd', m.clave, 'Serie', m.cierre, 'f', 'electronico', 0, now()
                  FROM m JOIN s ON s.serie_codigo = m.clave RETURNING id, codigo)
     SELECT e.id FROM e JOIN m ON m.clave = e.codigo ORDER BY m.n`,
    [
      muestras.map(({ cierre }) => cierre),
      muestras.map(({ tipo }) => tipo),
      muestras.map(({ ag }) => ag),
      muestras.map(({ ac }) => ac),
      base.versionId,
      tvd.versionId,
    ],
  );
  return filas.map(({ id }) => id);
}

describe('REQ-RET-1: el vencimiento en SQL es el del dominio', () => {
  const dia = fc
    .integer({ min: toEpochDay(fecha('1900-01-01')), max: toEpochDay(fecha('2090-12-31')) })
    .map(fromEpochDay);
  const bisiestos = fc
    .integer({ min: 476, max: 522 })
    .map((cuarto) => fecha(`${cuarto * 4}-02-29`))
    .filter((f) => f !== '1900-02-29');
  const semanaSanta = fc
    .constantFrom('2009-04-09', '2010-04-01', '2011-04-22', '2012-04-05', '2025-04-17', '2026-04-02')
    .map(fecha);
  const muestra: fc.Arbitrary<Muestra> = fc.record({
    cierre: fc.oneof(
      { weight: 6, arbitrary: dia },
      { weight: 2, arbitrary: bisiestos },
      { weight: 1, arbitrary: semanaSanta },
    ),
    tipo: fc.constantFrom('TRD', 'TVD'),
    ag: fc.nat(30),
    ac: fc.nat(70),
  });

  it('en fechas, retenciones e instrumentos cualesquiera, y se admite exactamente desde el día siguiente', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(muestra, { minLength: 150, maxLength: 150 }), async (muestras) => {
        const ids = await sembrar(muestras);
        const esperados = muestras.map((cada) =>
          computeVencimiento({ ...retencionDe(cada), cierre: cada.cierre, calendario }),
        );
        const filas = await escenario.query<{
          n: number;
          vencimiento: string;
          vencimientoHabil: string;
          vispera: string[];
          desde: string[];
        }>(
          `SELECT x.n, a.vencimiento, a.vencimiento_habil AS "vencimientoHabil", a.motivos AS vispera, b.motivos AS desde
             FROM unnest($1::uuid[], $2::date[]) WITH ORDINALITY AS x (id, desde, n),
                  LATERAL eliminacion_evaluar_admision(x.desde - 1, (SELECT max(id) FROM calendario_versiones), NULL) a,
                  LATERAL eliminacion_evaluar_admision(x.desde, (SELECT max(id) FROM calendario_versiones), NULL) b
            WHERE a.expediente_id = x.id AND b.expediente_id = x.id ORDER BY x.n`,
          [ids, esperados.map(({ admisibleDesde }) => admisibleDesde)],
        );
        expect(filas).toEqual(
          esperados.map(({ fin, finHabil }, indice) => ({
            n: indice + 1,
            vencimiento: fin,
            vencimientoHabil: finHabil,
            vispera: ['retencion_vigente'],
            desde: [],
          })),
        );
      }),
      { numRuns: 4 },
    );
  });

  it.each<[string, Muestra, string, string]>([
    [
      '29 de febrero a año común',
      { cierre: fecha('2020-02-29'), tipo: 'TRD', ag: 1, ac: 2 },
      '2023-02-28',
      '2023-02-28',
    ],
    [
      '29 de febrero a bisiesto, sumado una vez',
      { cierre: fecha('2020-02-29'), tipo: 'TRD', ag: 1, ac: 3 },
      '2024-02-29',
      '2024-02-29',
    ],
    ['Jueves Santo', { cierre: fecha('2021-04-02'), tipo: 'TRD', ag: 2, ac: 3 }, '2026-04-02', '2026-04-06'],
    [
      'sábado de puente',
      { cierre: fecha('2021-01-10'), tipo: 'TRD', ag: 2, ac: 3 },
      '2026-01-10',
      '2026-01-13',
    ],
    [
      '9 de julio, por la Ley 2578 de 2026',
      { cierre: fecha('2021-07-13'), tipo: 'TRD', ag: 2, ac: 3 },
      '2026-07-13',
      '2026-07-14',
    ],
    [
      'la TVD no suma el AG',
      { cierre: fecha('2000-06-01'), tipo: 'TVD', ag: 30, ac: 4 },
      '2004-06-01',
      '2004-06-01',
    ],
    ['sin retención', { cierre: fecha('2026-11-27'), tipo: 'TRD', ag: 0, ac: 0 }, '2026-11-27', '2026-11-27'],
  ])('%s', async (_nombre, cada, fin, habil) => {
    const [id = ''] = await sembrar([cada]);
    expect(await evaluar(escenario, id, { hoy: addDays(fecha(habil), 1) })).toEqual({
      motivos: [],
      vencimiento: fin,
      vencimientoHabil: habil,
    });
    expect(await motivosDe(escenario, id, { hoy: habil })).toEqual(['retencion_vigente']);
  });

  it('lo que el calendario no cubre no vence nunca: ni el final, ni el día en que se mira', async () => {
    const { desde, hasta } = await escenario.fila<{ desde: string; hasta: string }>(
      'SELECT desde, hasta FROM calendario_versiones',
    );
    const [antes = '', despues = '', dentro = ''] = await sembrar([
      { cierre: fecha('1890-05-05'), tipo: 'TRD', ag: 1, ac: 1 },
      { cierre: fecha('2150-05-05'), tipo: 'TRD', ag: 30, ac: 30 },
      { cierre: fecha('2000-05-05'), tipo: 'TRD', ag: 1, ac: 1 },
    ]);
    expect([desde, hasta]).toEqual(['1900-01-01', '2199-12-16']);
    expect(await motivosDe(escenario, antes)).toEqual(['retencion_vigente']);
    expect(await motivosDe(escenario, despues, { hoy: hasta })).toEqual(['retencion_vigente']);
    expect(await motivosDe(escenario, dentro, { hoy: hasta })).toEqual([]);
    expect(await motivosDe(escenario, dentro, { hoy: addDays(fecha(hasta), 1) })).toEqual([
      'retencion_vigente',
    ]);
    expect(await motivosDe(escenario, dentro, { hoy: '1899-12-31' })).toEqual(['retencion_vigente']);
  });

  it('REQ-RET-1: la fecha final de un inventario no es un cierre', async () => {
    const id = await escenario.expediente({ cierre: null });
    await escenario.query(
      `UPDATE expedientes SET fecha_inicial = '1990-01-01', fecha_final = '1990-12-31' WHERE id = $1`,
      [id],
    );
    expect(await motivosDe(escenario, id)).toEqual(['expediente_abierto']);
  });

  it('la aritmética congelada en el ítem es la del dominio, letra por letra', async () => {
    const muestras: Muestra[] = [
      { cierre: fecha('2012-02-29'), tipo: 'TRD', ag: 1, ac: 2 },
      { cierre: fecha('2009-04-09'), tipo: 'TVD', ag: 9, ac: 5 },
      { cierre: fecha('2011-07-20'), tipo: 'TRD', ag: 0, ac: 0 },
    ];
    const ids = await sembrar(muestras);
    const lote = await escenario.proponer({ expedientes: ids });
    const filas = await escenario.query<{ id: string; texto: string; habil: string }>(
      `SELECT expediente_id AS id, vencimiento_aritmetica AS texto, vencimiento_habil AS habil FROM eliminacion_lote_items WHERE lote_id = $1`,
      [lote.id],
    );
    const esperadas = muestras.map((cada, indice) => {
      const { aritmetica, finHabil } = computeVencimiento({
        ...retencionDe(cada),
        cierre: cada.cierre,
        calendario,
      });
      return { id: ids[indice] ?? '', texto: aritmetica, habil: finHabil };
    });
    const porId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(filas.toSorted(porId)).toEqual(esperadas.toSorted(porId));
  });

  it('rige el calendario vigente al evaluar: un cierre de la entidad corre el día', async () => {
    const cada: Muestra = { cierre: fecha('2021-12-10'), tipo: 'TRD', ag: 2, ac: 3 };
    const [id = ''] = await sembrar([cada]);
    expect((await evaluar(escenario, id)).vencimientoHabil).toBe('2026-12-10');
    await escenario.query(
      `INSERT INTO calendario_cierres (fecha, acto, creado_en, creado_por) VALUES ('2026-12-10', 'Decreto 9', now(), 'x')`,
    );
    const { codigo, nueva } = await actualizarCalendario(escenario, makePersona('administradora'));
    expect({ codigo, nueva }).toEqual({ codigo: `${VERSION_VIGENTE}-v2`, nueva: true });
    expect((await evaluar(escenario, id)).vencimientoHabil).toBe('2026-12-11');
    expect((await actualizarCalendario(escenario, makePersona('administradora'))).nueva).toBe(false);
  });
});
