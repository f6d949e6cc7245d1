import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRechazados, summarizeAdmision } from '../../src/db/admision/admision.queries.ts';
import type { Criterio } from '../../src/domain/lote/criterio-propuesta.ts';
import { NIVELES, type NivelSeguridad } from '../../src/domain/personas/nivel-seguridad.ts';
import { parseFechaCivil } from '../../src/domain/plazos/fecha-civil.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { type Alcance, levantar, motivosDe, retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

async function consultar(criterio: Criterio, clearance: NivelSeguridad = 3) {
  const { id } = await escenario.fila<{ id: number }>('SELECT max(id) AS id FROM calendario_versiones');
  const contexto = { hoy: parseFechaCivil('2026-12-01'), calendarioId: id, clearance };
  return escenario.tx(async (tx) => ({
    resumen: await summarizeAdmision(tx, criterio, contexto),
    rechazados: await listRechazados(tx, criterio, contexto, { limite: 100 }),
  }));
}

describe('lo que el nivel de quien pregunta no alcanza no existe para quien pregunta', () => {
  it.each(NIVELES)(
    'con nivel %i ve los suyos y los de abajo: en la cuenta, en los motivos y en la lista',
    async (clearance) => {
      const dependencia = codigoUnico('D');
      const instrumento = await escenario.instrumento({ dependencia });
      for (const nivel of NIVELES) {
        await escenario.expediente({ instrumento, nivel });
        await escenario.expediente({ instrumento, nivel, cierre: null, codigo: `${dependencia}-${nivel}` });
      }
      const { resumen, rechazados } = await consultar({ filtro: { dependencia } }, clearance);
      const visibles = clearance + 1;
      expect(resumen).toEqual({
        evaluados: visibles * 2,
        admitidos: visibles,
        porMotivo: { expediente_abierto: visibles },
      });
      expect(rechazados.map(({ codigo }) => codigo)).toEqual(
        NIVELES.slice(0, visibles).map((nivel) => `${dependencia}-${nivel}`),
      );
    },
  );

  it('un expediente CLASIFICADA pedido por su id es igual que uno que no existe', async () => {
    const oculto = await escenario.expediente({ nivel: 3, cierre: null });
    const inexistente = '0190a6f0-0000-7000-8000-000000000001';
    const vacio = { resumen: { evaluados: 0, admitidos: 0, porMotivo: {} }, rechazados: [] };
    expect(await consultar({ expedientes: [oculto] }, 0)).toEqual(vacio);
    expect(await consultar({ expedientes: [inexistente] }, 0)).toEqual(vacio);
    expect((await consultar({ expedientes: [oculto] }, 3)).resumen.evaluados).toBe(1);
  });

  it('y no entra al lote de quien no lo alcanza', async () => {
    const [publico, oculto] = [
      await escenario.expediente({ nivel: 0 }),
      await escenario.expediente({ nivel: 3 }),
    ];
    const lote = await escenario.proponer(
      { expedientes: [publico, oculto] },
      makePersona('proponente', { clearance: 0 }),
    );
    expect(lote.expedientes).toEqual([publico]);
    expect(await motivosDe(escenario, oculto)).toEqual([]);
  });

  it('el nivel de un expediente es al menos el de cada radicado suyo', async () => {
    const id = await escenario.expediente({ nivel: 0 });
    await escenario.query(
      `INSERT INTO radicados (expediente_id, numero, asunto, nivel_seguridad, creado_en) VALUES ($1, $2, 'a', 2, now())`,
      [id, codigoUnico('R')],
    );
    expect((await consultar({ expedientes: [id] }, 1)).resumen.evaluados).toBe(0);
    expect((await consultar({ expedientes: [id] }, 2)).resumen.admitidos).toBe(1);
  });
});

describe('el filtro', () => {
  it('cada criterio filtra, y se suman', async () => {
    const dependencia = codigoUnico('D');
    const a = await escenario.instrumento({ dependencia, subserie: '01', subserieNombre: 'De obra' });
    const b = await escenario.instrumento({ dependencia, subserie: '02', subserieNombre: 'De aseo' });
    await escenario.expediente({ instrumento: a, titulo: 'Puente 100% Ñato', cierre: '2009-12-31' });
    await escenario.expediente({ instrumento: b, titulo: 'Puente 1000', soporte: 'hibrido' });
    const cuantos = async (filtro: object) =>
      (await consultar({ filtro: { dependencia, ...filtro } })).resumen.evaluados;
    expect(await cuantos({})).toBe(2);
    expect(await cuantos({ version: a.versionCodigo })).toBe(1);
    expect(await cuantos({ version: 'no existe' })).toBe(0);
    expect(await cuantos({ serie: b.serie })).toBe(1);
    expect(await cuantos({ subserie: '02' })).toBe(1);
    expect(await cuantos({ cierreHasta: '2009-12-31' })).toBe(1);
    expect(await cuantos({ cierreHasta: '2009-12-30' })).toBe(0);
    expect(await cuantos({ soporte: 'hibrido' })).toBe(1);
    expect(await cuantos({ texto: 'PUENTE' })).toBe(2);
    expect(await cuantos({ texto: '100% ñ' })).toBe(1);
    expect(await cuantos({ texto: '_' })).toBe(0);
    expect(await cuantos({ texto: 'puente', subserie: '01' })).toBe(1);
    expect(await cuantos({ texto: 'puente', subserie: '01', soporte: 'hibrido' })).toBe(0);
  });

  it('los rechazados se leen por páginas, por código, con todos sus motivos', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    for (const n of [3, 1, 2]) {
      await escenario.expediente({
        instrumento,
        codigo: `${dependencia}-${n}`,
        cierre: null,
        reamarrado: n === 2,
      });
    }
    const { id } = await escenario.fila<{ id: number }>('SELECT max(id) AS id FROM calendario_versiones');
    const contexto = { hoy: parseFechaCivil('2026-12-01'), calendarioId: id, clearance: 3 } as const;
    const pagina = (despuesDe: string) =>
      escenario.tx((tx) =>
        listRechazados(tx, { filtro: { dependencia } }, contexto, { despuesDe, limite: 2 }),
      );
    const primera = await pagina('');
    expect(primera.map(({ codigo, motivos }) => [codigo, motivos])).toEqual([
      [`${dependencia}-1`, ['expediente_abierto']],
      [`${dependencia}-2`, ['expediente_abierto', 'indice_sin_worm']],
    ]);
    expect((await pagina(`${dependencia}-2`)).map(({ codigo }) => codigo)).toEqual([`${dependencia}-3`]);
  });
});

describe('REQ-HOLD-1: una retención impide lo que cubre y nada más', () => {
  it.each<[string, (cubierto: Objetivo) => Alcance]>([
    ['expediente', ({ id }) => ({ alcance: 'expediente', expediente: id })],
    ['serie', ({ serie }) => ({ alcance: 'serie', serie })],
    ['subserie', ({ serie, subserie }) => ({ alcance: 'subserie', serie, subserie })],
    ['dependencia', ({ dependencia }) => ({ alcance: 'dependencia', dependencia })],
    ['todo', () => ({ alcance: 'todo' })],
  ])('de alcance %s; levantada, lo libera', async (alcance, sobre) => {
    const cubierto = await crearObjetivo();
    const otro = await crearObjetivo();
    // Same serie code, another subserie: a hold on the subserie does not reach it.
    const hermano = await hermanoDe(cubierto);
    const id = await retener(escenario, sobre(cubierto));
    const retenido = ['retencion_legal'];
    const cubreHermano = ['serie', 'dependencia', 'todo'].includes(alcance);
    expect(await motivosDe(escenario, cubierto.id)).toEqual(retenido);
    expect(await motivosDe(escenario, hermano)).toEqual(cubreHermano ? retenido : []);
    expect(await motivosDe(escenario, otro.id)).toEqual(alcance === 'todo' ? retenido : []);
    await levantar(escenario, id);
    expect(await motivosDe(escenario, cubierto.id)).toEqual([]);
  });

  it('de alcance lote: cubre a sus miembros, también a los que se le añadan, y a ninguno más', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('borrador', [a]);
    const id = await retener(escenario, { alcance: 'lote', lote: lote.id });
    expect(await motivosDe(escenario, a, { loteId: lote.id })).toEqual(['retencion_legal']);
    expect(await motivosDe(escenario, b)).toEqual([]);
    await levantar(escenario, id);
    expect(await motivosDe(escenario, a, { loteId: lote.id })).toEqual([]);
  });

  it.each([
    'ddhh_dih',
    'judicial',
    'disciplinario_fiscal',
    'orden_agn_consejo',
    'observacion',
    'aplazamiento',
    'otro',
  ])('de clase %s', async (clase) => {
    const id = await escenario.expediente();
    await retener(escenario, { alcance: 'expediente', expediente: id }, clase);
    expect(await motivosDe(escenario, id)).toEqual(['retencion_legal']);
  });

  it('dos retenciones: levantar una no libera', async () => {
    const id = await escenario.expediente();
    const primera = await retener(escenario, { alcance: 'expediente', expediente: id });
    await retener(escenario, { alcance: 'expediente', expediente: id });
    await levantar(escenario, primera);
    expect(await motivosDe(escenario, id)).toEqual(['retencion_legal']);
  });
});

interface Objetivo {
  readonly id: string;
  readonly serie: string;
  readonly subserie: string;
  readonly dependencia: string;
  readonly versionId: number;
}

async function crearObjetivo(): Promise<Objetivo> {
  const dependencia = codigoUnico('D');
  const instrumento = await escenario.instrumento({ dependencia, subserie: '01', subserieNombre: 'De obra' });
  const id = await escenario.expediente({ instrumento });
  return { id, serie: instrumento.serie, subserie: '01', dependencia, versionId: instrumento.versionId };
}

async function hermanoDe({ serie, dependencia, versionId }: Objetivo): Promise<string> {
  const { id } = await escenario.fila<{ id: number }>(
    `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, subserie_codigo, subserie_nombre, ag, ac, disposicion)
     VALUES ($1, $2, 'd', $3, 'Contratos', '02', 'De aseo', 1, 1, 'E') RETURNING id`,
    [versionId, dependencia, serie],
  );
  return escenario.expediente({
    instrumento: {
      versionId,
      versionCodigo: '',
      serieId: id,
      serie,
      serieNombre: 'Contratos',
      subserie: '02',
      subserieNombre: 'De aseo',
      dependencia,
    },
  });
}
