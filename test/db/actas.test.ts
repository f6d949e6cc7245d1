import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeConsecutivo } from '../../src/db/lote/lotes.queries.ts';
import { Escenario } from '../support/escenario.ts';
import { insertBorrador } from '../support/lotes-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

/** A lote with a run of its own, which an acta may close. */
async function lanzado(): Promise<{ loteId: string; ejecucionId: number }> {
  const loteId = await insertBorrador(escenario);
  const { id } = await escenario.fila<{ id: number }>(
    `INSERT INTO eliminacion_ejecuciones (lote_id, n, clase, estado, ejecutor_id, ejecutor_nombre, iniciada_en)
     VALUES ($1, 1, 'inicial', 'en_curso', 'eva', 'Eva', now()) RETURNING id`,
    [loteId],
  );
  return { loteId, ejecucionId: id };
}

const INSERTAR = `INSERT INTO eliminacion_actas (lote_id, ejecucion_id, numero, ejercicio, consecutivo, nivel_seguridad, items, cabecera, cerrada_en)
  VALUES ($1, $2, 'ACTA-' || $3::int || '-' || lpad($4::int::text, 4, '0'), $3, $4, 1, 1, '{}', now()) RETURNING id`;
async function acta(ejercicio: number, consecutivo: number): Promise<number> {
  const { loteId, ejecucionId } = await lanzado();
  const { id } = await escenario.fila<{ id: number }>(INSERTAR, [
    loteId,
    ejecucionId,
    ejercicio,
    consecutivo,
  ]);
  return id;
}

describe('los números de acta no tienen saltos ni se repiten', () => {
  it('el primero del año es el 1, y cada uno el anterior más uno', async () => {
    const { loteId, ejecucionId } = await lanzado();
    const intentar = (consecutivo: number) =>
      escenario.rechazo(INSERTAR, [loteId, ejecucionId, 2031, consecutivo]);
    expect(await intentar(2)).toBe('numeracion_con_salto');
    await acta(2031, 1);
    expect(await intentar(3)).toBe('numeracion_con_salto');
    expect(await intentar(1)).toBe('numeracion_con_salto');
    expect(await escenario.rechazoAlDuenio(INSERTAR, [loteId, ejecucionId, 2031, 3])).toBe(
      'numeracion_con_salto',
    );
    await acta(2031, 2);
    await acta(2032, 1);
  });

  it('un lote tiene una sola acta', async () => {
    const { loteId, ejecucionId } = await lanzado();
    await escenario.fila(INSERTAR, [loteId, ejecucionId, 2033, 1]);
    expect(await escenario.rechazo(INSERTAR, [loteId, ejecucionId, 2033, 2])).toBe(
      'eliminacion_actas_lote_id_key',
    );
  });

  it('veinte a la vez, cinco de las cuales se arrepienten: del 1 al 15, sin huecos', async () => {
    const lanzados: Awaited<ReturnType<typeof lanzado>>[] = [];
    for (let n = 0; n < 20; n += 1) lanzados.push(await lanzado());
    const tomados = await Promise.allSettled(
      lanzados.map(({ loteId, ejecucionId }, indice) =>
        escenario.tx(async (tx) => {
          const consecutivo = await takeConsecutivo(tx, 'acta', 2034);
          await tx.query(INSERTAR, [loteId, ejecucionId, 2034, consecutivo]);
          if (indice % 4 === 0) throw new Error('se arrepiente');
          return consecutivo;
        }),
      ),
    );
    const numeros = tomados.flatMap((tomado) => (tomado.status === 'fulfilled' ? [tomado.value] : []));
    const quince = Array.from({ length: 15 }, (_, indice) => indice + 1);
    expect(numeros.toSorted((a, b) => a - b)).toEqual(quince);
    const filas = await escenario.query<{ consecutivo: number }>(
      'SELECT consecutivo FROM eliminacion_actas WHERE ejercicio = 2034 ORDER BY 1',
    );
    expect(filas.map(({ consecutivo }) => consecutivo)).toEqual(quince);
  });

  it('cada clase y cada año cuentan aparte', async () => {
    const tomar = (clase: 'lote' | 'acta' | 'observacion', ejercicio: number) =>
      escenario.tx((tx) => takeConsecutivo(tx, clase, ejercicio));
    expect([
      await tomar('acta', 2040),
      await tomar('acta', 2040),
      await tomar('acta', 2041),
      await tomar('lote', 2040),
      await tomar('observacion', 2040),
    ]).toEqual([1, 2, 1, 1, 1]);
  });
});

describe('REQ-ACT-3: un acta no se edita, y un artefacto se ancla una vez', () => {
  const crear = async (anio: number): Promise<number> => {
    const actaId = await acta(anio, 1);
    const { id } = await escenario.fila<{ id: number }>(
      `INSERT INTO eliminacion_artefactos (acta_id, rendicion, clase, nombre, actualizado_en) VALUES ($1, 'completa', 'original', 'a.xml', now()) RETURNING id`,
      [actaId],
    );
    return id;
  };
  let ejercicio = 2100;
  const siguienteEjercicio = (): number => {
    ejercicio += 1;
    return ejercicio;
  };
  const HUELLA = 'a'.repeat(64);
  const anclar = (id: number) =>
    escenario.query(
      `UPDATE eliminacion_artefactos SET estado = 'emitido', sha256 = $2, tamano = 10, raiz_merkle = $2 WHERE id = $1`,
      [id, HUELLA],
    );

  it('el acta no se cambia ni se borra, ni por el dueño', async () => {
    await acta(2050, 1);
    for (const sql of [
      `UPDATE eliminacion_actas SET cabecera = '{}'`,
      'DELETE FROM eliminacion_actas',
      'TRUNCATE eliminacion_actas CASCADE',
    ]) {
      expect(await escenario.rechazo(sql)).toBe('42501');
      expect(await escenario.rechazoAlDuenio(sql)).toBe('registro_inmutable');
    }
  });

  it.each([
    ['otro digesto', `sha256 = repeat('b', 64)`],
    ['ningún digesto', `sha256 = NULL, estado = 'pendiente'`],
    ['otro tamaño', 'tamano = 11'],
    ['otra raíz', `raiz_merkle = repeat('b', 64)`],
    ['otra acta', 'acta_id = acta_id + 1'],
    ['otra rendición', `rendicion = 'publica'`],
    ['otra clase', `clase = 'sello'`],
    ['otro nombre', `nombre = 'b.xml'`],
  ])('anclado, no toma %s', async (_nombre, cambio) => {
    const id = await crear(siguienteEjercicio());
    await anclar(id);
    const sql = `UPDATE eliminacion_artefactos SET ${cambio} WHERE id = $1`;
    expect(await escenario.rechazo(sql, [id])).toBe('artefacto_distinto');
    expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('artefacto_distinto');
  });

  it('guardado, no cambia de clave; y sin clave no está guardado', async () => {
    const id = await crear(siguienteEjercicio());
    await anclar(id);
    const guardar = 'UPDATE eliminacion_artefactos SET estado = $2, clave = $3 WHERE id = $1';
    expect(await escenario.rechazo(guardar, [id, 'almacenado', null])).toBe('eliminacion_artefacto_guardado');
    await escenario.query(guardar, [id, 'almacenado', 'actas/a.xml']);
    expect(await escenario.rechazo(guardar, [id, 'almacenado', 'actas/b.xml'])).toBe('artefacto_distinto');
  });

  it('sin digesto no avanza', async () => {
    const id = await crear(siguienteEjercicio());
    expect(
      await escenario.rechazo(`UPDATE eliminacion_artefactos SET estado = 'emitido' WHERE id = $1`, [id]),
    ).toBe('eliminacion_artefacto_anclado');
  });

  it('su estado no retrocede', async () => {
    const id = await crear(siguienteEjercicio());
    await escenario.query(
      `UPDATE eliminacion_artefactos SET estado = 'verificado', sha256 = $2, tamano = 1, clave = 'actas/c.xml' WHERE id = $1`,
      [id, HUELLA],
    );
    for (const estado of ['almacenado', 'sellado', 'emitido', 'pendiente']) {
      expect(
        await escenario.rechazo('UPDATE eliminacion_artefactos SET estado = $2 WHERE id = $1', [id, estado]),
      ).toBe('transicion_invalida');
    }
  });
});

describe('la autoridad de una ejecución', () => {
  it.each(['lote_id', 'n', 'clase', 'ejecutor_id', 'ejecutor_nombre', 'iniciada_en'])(
    '%s queda como se dio',
    async (columna) => {
      const { ejecucionId } = await lanzado();
      const sql = `UPDATE eliminacion_ejecuciones SET ${columna} = ${columna} WHERE id = $1`;
      expect(await escenario.rechazo(sql, [ejecucionId])).toBe('campo_congelado');
      expect(await escenario.rechazoAlDuenio(sql, [ejecucionId])).toBe('campo_congelado');
    },
  );

  it('hay una viva por lote, y la terminada no se toca', async () => {
    const { loteId, ejecucionId } = await lanzado();
    const otra = `INSERT INTO eliminacion_ejecuciones (lote_id, n, clase, estado, ejecutor_id, ejecutor_nombre, iniciada_en)
      VALUES ($1, 2, 'reintento', 'en_curso', 'eva', 'Eva', now())`;
    expect(await escenario.rechazo(otra, [loteId])).toBe('eliminacion_ejecucion_una_viva');
    await escenario.query(
      `UPDATE eliminacion_ejecuciones SET estado = 'terminada', terminada_en = now() WHERE id = $1`,
      [ejecucionId],
    );
    await escenario.query(otra, [loteId]);
    expect(
      await escenario.rechazo(`UPDATE eliminacion_ejecuciones SET estado = 'en_curso' WHERE id = $1`, [
        ejecucionId,
      ]),
    ).toBe('campo_congelado');
  });

  it('la ficha de un tramo solo crece, y lo terminado sigue terminado', async () => {
    const { loteId, ejecucionId } = await lanzado();
    const { id } = await escenario.fila<{ id: number }>(
      `INSERT INTO eliminacion_lote_tramos (lote_id, ejecucion_id, n, orden_desde, orden_hasta, ficha) VALUES ($1, $2, 1, 1, 9, 5) RETURNING id`,
      [loteId, ejecucionId],
    );
    const cambiar = (cambio: string) =>
      escenario.rechazo(`UPDATE eliminacion_lote_tramos SET ${cambio} WHERE id = $1`, [id]);
    expect(await cambiar('ficha = 4')).toBe('transicion_invalida');
    await escenario.query(
      `UPDATE eliminacion_lote_tramos SET ficha = 6, estado = 'terminado' WHERE id = $1`,
      [id],
    );
    expect(await cambiar(`estado = 'pendiente'`)).toBe('transicion_invalida');
  });
});
