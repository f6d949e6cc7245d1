import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ESTADOS_LOTE } from '../../src/domain/lote/estado-lote.ts';
import { Escenario } from '../support/escenario.ts';
import { forzarEstado, INSERT_ITEMS, insertBorrador } from '../support/lotes-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

/** What a person may still touch in a draft: order and the public rendering. */
const EDITABLES = ['orden', 'titulo_publico', 'enmascaramiento', 'revisado_por', 'revisado_en'];

async function listColumnas(): Promise<string[]> {
  const filas = await escenario.query<{ nombre: string }>(
    `SELECT attname AS nombre FROM pg_attribute WHERE attrelid = 'eliminacion_lote_items'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  return filas.map(({ nombre }) => nombre);
}

describe('un ítem congela lo que el acta necesita', () => {
  it('ninguna columna suya se reescribe, salvo el orden y la versión pública', async () => {
    const lote = await escenario.loteEn('borrador', await escenario.expedientes(1));
    const columnas = await listColumnas();
    expect(columnas).toEqual(expect.arrayContaining(EDITABLES));
    for (const columna of columnas.filter((nombre) => !EDITABLES.includes(nombre))) {
      const sql = `UPDATE eliminacion_lote_items SET ${columna} = ${columna === 'id' ? 'DEFAULT' : columna} WHERE lote_id = $1`;
      expect([columna, await escenario.rechazo(sql, [lote.id])]).toEqual([columna, '42501']);
      expect([columna, await escenario.rechazoAlDuenio(sql, [lote.id])]).toEqual([
        columna,
        'campo_congelado',
      ]);
    }
    for (const columna of EDITABLES) {
      await escenario.query(`UPDATE eliminacion_lote_items SET ${columna} = ${columna} WHERE lote_id = $1`, [
        lote.id,
      ]);
    }
  });

  it('corregir la TRD después no toca lo congelado', async () => {
    const instrumento = await escenario.instrumento({ dependencia: 'corregida' });
    const lote = await escenario.loteEn('borrador', [await escenario.expediente({ instrumento })]);
    const leer = () =>
      escenario.fila(
        'SELECT trd_serie_nombre, ag, ac, vencimiento FROM eliminacion_lote_items WHERE lote_id = $1',
        [lote.id],
      );
    const antes = await leer();
    for (const [campo, valor] of [
      ['serie_nombre', 'Otro nombre'],
      ['ag', '40'],
    ]) {
      await escenario.query(
        `INSERT INTO trd_correcciones (serie_id, campo, valor_nuevo, motivo, acto, instante, actor) VALUES ($1, $2, $3, 'm', 'a', now(), 'x')`,
        [instrumento.serieId, campo, valor],
      );
    }
    expect(await leer()).toEqual(antes);
  });

  it.each([
    'trd_serie_nombre',
    'trd_acto_convalidacion',
    'trd_acto_convalidacion_fecha',
    'trd_acta_aprobacion',
    'trd_acta_aprobacion_fecha',
  ])('REQ-INS-1: sin %s la base no lo recibe, aunque la admisión fallara', async (columna) => {
    const [id = ''] = await escenario.expedientes(1);
    const lote = await insertBorrador(escenario);
    const VALORES: Record<string, string> = {
      trd_serie_nombre: "'Contratos'",
      trd_acto_convalidacion: "'R-77'",
      trd_acto_convalidacion_fecha: "'2008-06-30'",
      trd_acta_aprobacion: "'A-3'",
      trd_acta_aprobacion_fecha: "'2008-02-01'",
    };
    const valor = VALORES[columna] ?? '';
    expect(INSERT_ITEMS).toContain(valor);
    expect(await escenario.rechazo(INSERT_ITEMS.replace(valor, 'NULL'), [lote, [id], 1])).toBe(
      'instrumento_sin_datos',
    );
  });

  it('REQ-INS-1: con código de subserie exige su nombre', async () => {
    const [id = ''] = await escenario.expedientes(1);
    const lote = await insertBorrador(escenario);
    const sql = INSERT_ITEMS.replace('trd_serie_nombre,', 'trd_serie_nombre, trd_subserie,').replace(
      "'Contratos',",
      "'Contratos', '01',",
    );
    expect(await escenario.rechazo(sql, [lote, [id], 1])).toBe('instrumento_sin_datos');
  });

  it('no repite expediente ni orden dentro del lote', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await insertBorrador(escenario);
    await escenario.query(INSERT_ITEMS, [lote, [a], 1]);
    expect(await escenario.rechazo(INSERT_ITEMS, [lote, [a], 2])).toBe('eliminacion_item_expediente_unico');
    expect(await escenario.rechazo(INSERT_ITEMS, [lote, [b], 1])).toBe('eliminacion_item_orden_unico');
  });

  it('el antecedente dice lote y causa, o ninguno de los dos', async () => {
    const [id = ''] = await escenario.expedientes(1);
    const lote = await insertBorrador(escenario);
    const sql = INSERT_ITEMS.replace('titulo_publico)', 'titulo_publico, retirado_causa)').replace(
      'e.titulo\n',
      "e.titulo, 'lote_anulado'\n",
    );
    expect(await escenario.rechazo(sql, [lote, [id], 1])).toBe('eliminacion_item_antecedente');
  });
});

describe('REQ-PUB-5: el inventario publicado no cambia', () => {
  it.each(ESTADOS_LOTE.filter((estado) => estado !== 'borrador'))(
    'en un lote %s no entran, salen ni cambian filas',
    async (estado) => {
      const [a = '', b = ''] = await escenario.expedientes(2);
      const lote = await escenario.loteEn('borrador', [a]);
      await forzarEstado(escenario, lote.id, estado);
      const intentos = [
        [INSERT_ITEMS, [lote.id, [b], 2]],
        ['DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [lote.id]],
        ...EDITABLES.map((columna) => [
          `UPDATE eliminacion_lote_items SET ${columna} = ${columna} WHERE lote_id = $1`,
          [lote.id],
        ]),
      ] as [string, unknown[]][];
      for (const [sql, values] of intentos) {
        expect(await escenario.rechazo(sql, values)).toBe('inventario_congelado');
        expect(await escenario.rechazoAlDuenio(sql, values)).toBe('inventario_congelado');
      }
      expect(await escenario.cuenta('eliminacion_lote_items', 'lote_id = $1', [lote.id])).toBe(1);
    },
  );

  it('nadie vacía la tabla', async () => {
    expect(await escenario.rechazoAlDuenio('TRUNCATE eliminacion_lote_items CASCADE')).toBe(
      'registro_inmutable',
    );
  });

  it.each([
    'url',
    'publicado_en',
    'primer_dia',
    'dias',
    'umbral_disponibilidad',
    'filas',
    'sha256_completo',
    'sha256_publico',
    'clave_completo',
    'clave_publico',
  ])('%s de una publicación queda', async (columna) => {
    const sql = `UPDATE eliminacion_publicaciones SET ${columna} = ${columna}`;
    await escenario.loteEn('publicado', await escenario.expedientes(1));
    expect(await escenario.rechazo(sql)).toBe('42501');
    expect(await escenario.rechazoAlDuenio(sql)).toBe('campo_congelado');
  });

  it('el último día se fija una vez', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    const fijar = (columna: string) =>
      `UPDATE eliminacion_publicaciones SET ${columna} = ${columna} WHERE lote_id = $1`;
    const cierre = ['ultimo_dia', 'cierre_en', 'ultimo_dia_previsto'];
    for (const columna of cierre) await escenario.query(fijar(columna), [lote.id]);
    await escenario.query(
      `UPDATE eliminacion_publicaciones SET ultimo_dia = '2027-03-01', cierre_en = '2027-03-02T05:00:00Z' WHERE lote_id = $1`,
      [lote.id],
    );
    for (const columna of cierre)
      expect(await escenario.rechazo(fijar(columna), [lote.id])).toBe('campo_congelado');
  });

  it('no se publica por menos de sesenta días', async () => {
    const lote = await insertBorrador(escenario);
    const sql = `INSERT INTO eliminacion_publicaciones (lote_id, url, publicado_en, primer_dia, dias, ultimo_dia_previsto, calendario_id,
        umbral_disponibilidad, filas, sha256_completo, sha256_publico, clave_completo, clave_publico)
      SELECT $1, 'u', now(), '2026-12-02', 59, '2027-02-26', id, 80, 1, repeat('a', 64), repeat('a', 64), 'c', 'p' FROM calendario_versiones`;
    expect(await escenario.rechazo(sql, [lote])).toBe('eliminacion_publicaciones_dias_check');
  });
});
