import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActoLote, ESTADOS_LOTE, findDestino, TRANSICIONES } from '../../src/domain/lote/estado-lote.ts';
import { Escenario } from '../support/escenario.ts';
import { forzarEstado, insertBorrador, MOVER } from '../support/lotes-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const actos = Object.keys(TRANSICIONES) as ActoLote[];
const pares = ESTADOS_LOTE.flatMap((desde) => ESTADOS_LOTE.map((hasta) => ({ desde, hasta })));

describe('la tabla de estados del motor es la del dominio', () => {
  it.each(pares)('$desde → $hasta', async ({ desde, hasta }) => {
    const id = await insertBorrador(escenario);
    await forzarEstado(escenario, id, desde);
    const licito = desde === hasta || actos.some((acto) => findDestino(acto, desde) === hasta);
    const mover = () => escenario.query(MOVER, [id, hasta]);
    if (!licito) {
      await expect(mover()).rejects.toMatchObject({
        code: 'transicion_invalida',
        params: { detalle: `${desde} → ${hasta}` },
      });
    } else if (desde !== hasta) await mover();
    expect(await escenario.fila('SELECT estado FROM eliminacion_lotes WHERE id = $1', [id])).toEqual({
      estado: licito ? hasta : desde,
    });
  });

  it('lo ejecutado y lo anulado no vuelven', () => {
    for (const final of ['ejecutado', 'anulado'] as const) {
      expect(actos.filter((acto) => findDestino(acto, final) !== null)).toEqual([]);
    }
  });

  it.each(ESTADOS_LOTE)('un lote que quiere nacer %s', async (estado) => {
    const nacer = escenario.query(
      `INSERT INTO eliminacion_lotes (codigo, ejercicio, consecutivo, estado, nivel_seguridad, descripcion, criterio, proponente_id,
              proponente_nombre, propuesto_en, publicador_id, publicado_en, aprobador_id, aprobador_nombre, aprobado_en, ejecutor_id,
              ejecutor_nombre, ejecucion_iniciada_en, anulado_motivo)
       VALUES ($1, 2019, 1, $1, 3, 'p', '{}', 'p', 'p', now(), 'q', now(), 'a', 'a', now(), 'e', 'e', now(),
               CASE $1 WHEN 'anulado' THEN 'm' END)`,
      [estado],
    );
    if (estado === 'borrador') await expect(nacer).resolves.toEqual([]);
    else await expect(nacer).rejects.toMatchObject({ code: 'transicion_invalida' });
  });
});

describe('lo que un lote es no se reescribe', () => {
  const identidad = [
    'id',
    'codigo',
    'ejercicio',
    'consecutivo',
    'criterio',
    'proponente_id',
    'proponente_nombre',
    'propuesto_en',
  ];
  const publicado = [
    'nivel_seguridad',
    'descripcion',
    'total_items',
    'rechazados',
    'publicador_id',
    'publicado_en',
  ];
  const aprobado = ['aprobador_id', 'aprobador_nombre', 'aprobado_en'];

  it.each(identidad)('%s queda desde la propuesta, también para el dueño', async (columna) => {
    const id = await insertBorrador(escenario);
    const sql = `UPDATE eliminacion_lotes SET ${columna} = ${columna} WHERE id = $1`;
    expect(await escenario.rechazo(sql, [id])).toBe('42501');
    expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('campo_congelado');
  });

  it.each([
    ...publicado.map((c) => [c, 'publicado'] as const),
    ...aprobado.map((c) => [c, 'aprobado'] as const),
  ])('%s queda cuando el lote está %s', async (columna, estado) => {
    const id = await insertBorrador(escenario);
    const sql = `UPDATE eliminacion_lotes SET ${columna} = ${columna} WHERE id = $1`;
    await escenario.query(sql, [id]);
    await forzarEstado(escenario, id, estado);
    expect(await escenario.rechazo(sql, [id])).toBe('campo_congelado');
    expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('campo_congelado');
  });

  it('cada columna es de las que quedan o de las que un acto mueve: una nueva hay que decidirla', async () => {
    const libres = [
      'estado',
      'version',
      'ejecutor_id',
      'ejecutor_nombre',
      'ejecutor_es_proponente_permitido',
      'ejecucion_iniciada_en',
      'cerrado_en',
      'anulado_en',
      'anulado_causa',
      'anulado_motivo',
    ];
    const columnas = await escenario.query<{ nombre: string }>(
      `SELECT attname AS nombre FROM pg_attribute WHERE attrelid = 'eliminacion_lotes'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    expect(columnas.map(({ nombre }) => nombre).sort()).toEqual(
      [...identidad, ...publicado, ...aprobado, ...libres].sort(),
    );
  });

  it('ni se borra', async () => {
    const id = await insertBorrador(escenario);
    expect(await escenario.rechazo('DELETE FROM eliminacion_lotes WHERE id = $1', [id])).toBe('42501');
    expect(await escenario.rechazoAlDuenio('DELETE FROM eliminacion_lotes WHERE id = $1', [id])).toBe(
      'registro_inmutable',
    );
  });
});

describe('REQ-DEC-3: la separación de personas la guarda también el motor', () => {
  /** Sets who did what on a lote that is being executed. */
  const quienes = async (
    aprobador: string | null,
    ejecutor: string | null,
    permitido = false,
  ): Promise<string> => {
    const id = await insertBorrador(escenario, { proponente: 'ana' });
    await escenario.query(
      `UPDATE eliminacion_lotes SET estado = 'publicado', publicador_id = 'ana', publicado_en = now() WHERE id = $1`,
      [id],
    );
    return escenario
      .query(
        `UPDATE eliminacion_lotes SET estado = 'aprobado', aprobador_id = $2, aprobador_nombre = $2, aprobado_en = now() WHERE id = $1`,
        [id, aprobador],
      )
      .then(() =>
        escenario.query(
          `UPDATE eliminacion_lotes SET estado = 'en_ejecucion', ejecutor_id = $2, ejecutor_nombre = $2, ejecucion_iniciada_en = now(),
                  ejecutor_es_proponente_permitido = $3 WHERE id = $1`,
          [id, ejecutor, permitido],
        ),
      )
      .then(
        () => 'admitido',
        ({ constraint, cause }: { constraint?: string; cause?: { constraint?: string } }) =>
          constraint ?? cause?.constraint ?? 'otro',
      );
  };

  it.each([
    ['quien propuso no aprueba', 'ana', 'eva', false, 'eliminacion_lote_separacion_aprobador'],
    ['quien aprobó no ejecuta', 'luis', 'luis', false, 'eliminacion_lote_separacion_ejecutor'],
    [
      'quien aprobó no ejecuta, ni con permiso de la entidad',
      'luis',
      'luis',
      true,
      'eliminacion_lote_separacion_ejecutor',
    ],
    ['quien propuso no ejecuta', 'luis', 'ana', false, 'eliminacion_lote_separacion_ejecutor'],
    ['quien propuso ejecuta si la entidad lo permite', 'luis', 'ana', true, 'admitido'],
    ['tres personas', 'luis', 'eva', false, 'admitido'],
    ['sin decir quién aprueba no se aprueba', null, 'eva', false, 'eliminacion_lote_actos_con_autor'],
    ['sin decir quién ejecuta no se ejecuta', 'luis', null, false, 'eliminacion_lote_actos_con_autor'],
  ] as const)('%s', async (_nombre, aprobador, ejecutor, permitido, esperado) => {
    expect(await quienes(aprobador, ejecutor, permitido)).toBe(esperado);
  });

  it('un lote anulado dice por qué, y solo él', async () => {
    const id = await insertBorrador(escenario);
    const sin = `UPDATE eliminacion_lotes SET estado = 'anulado' WHERE id = $1`;
    expect(await escenario.rechazo(sin, [id])).toBe('eliminacion_lote_anulado_motivado');
    const vivo = `UPDATE eliminacion_lotes SET anulado_motivo = 'm' WHERE id = $1`;
    expect(await escenario.rechazo(vivo, [id])).toBe('eliminacion_lote_anulado_motivado');
  });
});
