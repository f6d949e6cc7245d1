import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destruir, fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';

let escenario: Escenario;
let lote: LoteDePrueba;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  lote = await escenario.loteEn('en_ejecucion', await escenario.expedientes(4));
  const [primero = ''] = lote.expedientes;
  await escenario.radicado(primero);
});
afterAll(() => escenario.cerrar());

const INTENCION = [
  'radicado_ids',
  'anexo_ids',
  'anexo_tamanos',
  'anexo_digests',
  'intencion_digest',
  'intencion_en',
];
const ESCRIBIR = `UPDATE eliminacion_lote_progreso SET radicado_ids = $2::uuid[], anexo_ids = $3::uuid[], anexo_tamanos = $4::bigint[],
  anexo_digests = $5::bytea[], intencion_digest = 'x', intencion_en = now() WHERE item_id = $1`;

const itemDeOrden = async (orden: number): Promise<number> => {
  const { id } = await escenario.fila<{ id: number }>(
    'SELECT item_id AS id FROM eliminacion_lote_progreso WHERE lote_id = $1 AND orden = $2',
    [lote.id, orden],
  );
  return id;
};
const ANEXO = '0190a6f0-0000-7000-8000-000000000001';

describe('la intención se fija antes del primer byte y no cambia', () => {
  it('va completa o no va', async () => {
    const id = await itemDeOrden(1);
    for (const columna of INTENCION.filter((nombre) => nombre !== 'intencion_en')) {
      const sql = ESCRIBIR.replace(new RegExp(`${columna} = [^,]+,`), '');
      const values = [id, [], [], [], []].filter((_, indice) => sql.includes(`$${indice + 1}`));
      const renumerado = values.length === 5 ? sql : renumerar(sql);
      expect([columna, await escenario.rechazo(renumerado, values)]).toEqual([
        columna,
        'eliminacion_intencion_completa',
      ]);
    }
  });

  it('dice tamaño y digesto de cada anexo, ni más ni menos', async () => {
    const id = await itemDeOrden(1);
    const huella = Buffer.alloc(32);
    for (const [tamanos, digests] of [
      [[], [huella]],
      [[1], []],
      [[1, 2], [huella]],
    ]) {
      expect(await escenario.rechazo(ESCRIBIR, [id, [], [ANEXO], tamanos, digests])).toBe(
        'eliminacion_intencion_paralela',
      );
    }
  });

  it('sin ella nada se da por destruido ni espera papel', async () => {
    const id = await itemDeOrden(1);
    for (const estado of ['destruido', 'espera_fisico']) {
      const sql = 'UPDATE eliminacion_lote_progreso SET estado = $2 WHERE item_id = $1';
      expect(await escenario.rechazo(sql, [id, estado])).toBe('eliminacion_destruido_con_intencion');
    }
  });

  it('una vez escrita, ninguna de sus columnas se toca: tampoco para dejarla igual, ni por el dueño', async () => {
    await escenario.tx((tx) => fijarIntenciones(tx, lote.id));
    const id = await itemDeOrden(1);
    for (const columna of INTENCION) {
      const sql = `UPDATE eliminacion_lote_progreso SET ${columna} = ${columna} WHERE item_id = $1`;
      expect([columna, await escenario.rechazo(sql, [id])]).toEqual([columna, 'intencion_inmutable']);
      expect([columna, await escenario.rechazoAlDuenio(sql, [id])]).toEqual([columna, 'intencion_inmutable']);
    }
    expect(await escenario.rechazo(ESCRIBIR, [id, [], [], [], []])).toBe('intencion_inmutable');
  });

  it('ni pasa a ser de otro ítem, lote o expediente, ni se borra', async () => {
    const id = await itemDeOrden(1);
    for (const columna of ['item_id', 'lote_id', 'expediente_id', 'orden']) {
      const sql = `UPDATE eliminacion_lote_progreso SET ${columna} = ${columna} WHERE item_id = $1`;
      expect([columna, await escenario.rechazo(sql, [id])]).toEqual([columna, 'intencion_inmutable']);
    }
    expect(await escenario.rechazo('DELETE FROM eliminacion_lote_progreso')).toBe('42501');
    expect(await escenario.rechazoAlDuenio('DELETE FROM eliminacion_lote_progreso')).toBe(
      'registro_inmutable',
    );
  });

  it('lo que no es intención sí se mueve', async () => {
    const id = await itemDeOrden(1);
    await escenario.query(
      `UPDATE eliminacion_lote_progreso SET intentos_purga = 1, ultimo_error = 'x', estado = 'espera_fisico' WHERE item_id = $1`,
      [id],
    );
  });
});

describe('destruido es final', () => {
  it.each(['pendiente', 'en_curso', 'espera_fisico', 'omitido'])('no vuelve a %s', async (estado) => {
    const id = await itemDeOrden(2);
    if ((await escenario.cuenta('eliminacion_lapidas', 'item_id = $1', [id])) === 0) {
      await escenario.tx((tx) => destruir(tx, lote.id, [id]));
    }
    const sql = 'UPDATE eliminacion_lote_progreso SET estado = $2 WHERE item_id = $1';
    expect(await escenario.rechazo(sql, [id, estado])).toBe('transicion_invalida');
    expect(await escenario.rechazoAlDuenio(sql, [id, estado])).toBe('transicion_invalida');
    await escenario.query(sql, [id, 'destruido']);
  });
});

/** Parameters numbered again without gaps. */
function renumerar(sql: string): string {
  const usados = [...new Set(sql.match(/\$\d/g) ?? [])].toSorted();
  return sql.replaceAll(/\$\d/g, (parametro) => `$${usados.indexOf(parametro) + 1}`);
}
