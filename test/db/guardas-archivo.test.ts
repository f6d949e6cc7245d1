import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const PRESTAR = `INSERT INTO prestamos (expediente_id, solicitante, prestado_en) VALUES ($1, 'ana', now())`;
const TRANSFERIR = `INSERT INTO transferencias (expediente_id, destino, iniciada_en) VALUES ($1, 'central', now())`;
const VINCULAR =
  'INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($1, $2, now())';
const REABRIR = 'UPDATE expedientes SET cierre = NULL, cierre_fundamento = NULL WHERE id = $1';
const REAMARRAR =
  'UPDATE expedientes SET trd_version_id = $2, trd_serie_id = $3, reamarrado = true WHERE id = $1';
const MOVER = `INSERT INTO movimientos_fisicos (unidad_id, expediente_id, clase, desde, hacia, acto, actor, instante)
  VALUES ($2, $1, $3, '{}', '{}', 'Acto 1', 'ana', now())`;

/** One expediente on paper with its unit, in a lote taken to that state. */
async function enLote(
  estado: 'borrador' | 'publicado' | 'en_ejecucion',
): Promise<{ id: string; unidad: number; lote: string }> {
  const id = await escenario.expediente({ soporte: 'fisico' });
  const { unidad } = await escenario.fila<{ unidad: number }>(
    `INSERT INTO fisico_unidades (expediente_id, caja) VALUES ($1, '7') RETURNING id AS unidad`,
    [id],
  );
  const { id: lote } = await escenario.loteEn(estado, [id]);
  return { id, unidad, lote };
}

describe('un miembro de un lote vivo', () => {
  it.each(['borrador', 'publicado', 'en_ejecucion'] as const)(
    'REQ-HOLD-5: en un lote %s no se presta ni se transfiere, ni el dueño de las tablas puede',
    async (estado) => {
      const { id } = await enLote(estado);
      expect(await escenario.rechazo(PRESTAR, [id])).toBe('expediente_en_lote');
      expect(await escenario.rechazoAlDuenio(PRESTAR, [id])).toBe('expediente_en_lote');
      expect(await escenario.rechazo(TRANSFERIR, [id])).toBe('expediente_en_lote');
      expect(await escenario.rechazoAlDuenio(TRANSFERIR, [id])).toBe('expediente_en_lote');
    },
  );

  it('no se traslada, ni anotando el movimiento ni escribiendo otro sitio', async () => {
    const { id, unidad } = await enLote('borrador');
    expect(await escenario.rechazo(MOVER, [id, unidad, 'traslado'])).toBe('expediente_en_lote');
    expect(await escenario.rechazo(`UPDATE fisico_unidades SET caja = '8' WHERE id = $1`, [unidad])).toBe(
      'expediente_en_lote',
    );
    await escenario.query(`UPDATE fisico_unidades SET notas = 'revisada' WHERE id = $1`, [unidad]);
  });

  it('REQ-INS-2: no se amarra a otra serie', async () => {
    const { id } = await enLote('publicado');
    const otra = await escenario.instrumento({ ac: 9 });
    expect(await escenario.rechazo(REAMARRAR, [id, otra.versionId, otra.serieId])).toBe('expediente_en_lote');
  });

  it('sí se reabre y sí lo citan: su ítem deja de admitirse', async () => {
    const { id } = await enLote('borrador');
    const radicado = await escenario.radicado(id);
    await escenario.query(VINCULAR, [radicado, await escenario.expediente()]);
    await escenario.query(REABRIR, [id]);
    const { motivos } = await escenario.fila<{ motivos: string[] }>(
      `SELECT motivos FROM eliminacion_evaluar_admision('2027-01-15', (SELECT max(id) FROM calendario_versiones),
         (SELECT lote_id FROM eliminacion_expediente_en_lote WHERE expediente_id = $1)) WHERE expediente_id = $1`,
      [id],
    );
    expect(motivos).toEqual(expect.arrayContaining(['expediente_abierto', 'vinculado_a_otro_expediente']));
  });

  it('cuando sale del lote, vuelve a prestarse', async () => {
    const { id, lote } = await enLote('borrador');
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [lote]);
    await escenario.query(PRESTAR, [id]);
    expect(await escenario.cuenta('prestamos', 'expediente_id = $1', [id])).toBe(1);
  });

  it('un préstamo que ya terminó se anota como historia', async () => {
    const { id } = await enLote('borrador');
    await escenario.query(
      `INSERT INTO prestamos (expediente_id, solicitante, prestado_en, devuelto_en) VALUES ($1, 'ana', '2020-01-01', '2020-02-01')`,
      [id],
    );
    expect(await escenario.cuenta('prestamos', 'expediente_id = $1', [id])).toBe(1);
  });
});

describe('lo que una intención viva cubre', () => {
  it('no se reabre, no se cita, no cambia de serie, de muestra ni de índice', async () => {
    const { id, lote } = await enLote('en_ejecucion');
    const radicado = await escenario.radicado(id);
    await escenario.tx((tx) => fijarIntenciones(tx, lote));
    const otra = await escenario.instrumento({ ac: 9 });
    const citante = await escenario.expediente();
    const actos: readonly (readonly [string, readonly unknown[]])[] = [
      [REABRIR, [id]],
      [VINCULAR, [radicado, citante]],
      [REAMARRAR, [id, otra.versionId, otra.serieId]],
      [
        `INSERT INTO trd_muestras (expediente_id, en_muestra, criterio, acto, actor, instante) VALUES ($1, true, 'c', 'a', 'ana', now())`,
        [id],
      ],
      [`INSERT INTO expediente_indice (expediente_id, sha256, sellado_en) VALUES ($1, 'x', now())`, [id]],
    ];
    for (const [sql, values] of actos) {
      expect(await escenario.rechazo(sql, values), sql).toBe('expediente_en_eliminacion');
      expect(await escenario.rechazoAlDuenio(sql, values), sql).toBe('expediente_en_eliminacion');
    }
  });

  it('solo entonces su papel va a destrucción', async () => {
    const { id, unidad, lote } = await enLote('en_ejecucion');
    expect(await escenario.rechazo(MOVER, [id, unidad, 'destruccion'])).toBe('movimiento_sin_ejecucion');
    await escenario.tx((tx) => fijarIntenciones(tx, lote));
    expect(await escenario.rechazo(MOVER, [id, unidad, 'traslado'])).toBe('expediente_en_lote');
    await escenario.query(MOVER, [id, unidad, 'destruccion']);
    await escenario.query(`UPDATE fisico_unidades SET ubicacion = 'Planta' WHERE id = $1`, [unidad]);
    expect(await escenario.cuenta('movimientos_fisicos', 'unidad_id = $1', [unidad])).toBe(1);
  });

  it('el papel de un expediente que no está en ningún lote no va a destrucción', async () => {
    const id = await escenario.expediente();
    expect(await escenario.rechazo(MOVER, [id, 1, 'destruccion'])).toBe('movimiento_sin_ejecucion');
  });
});

describe('REQ-RET-3: solo se eliminan expedientes enteros', () => {
  it('un radicado suelto no se borra, esté o no su expediente en un lote, ni por el dueño de las tablas', async () => {
    const suelto = await escenario.radicado(await escenario.expediente());
    const { id, lote } = await enLote('en_ejecucion');
    const miembro = await escenario.radicado(id);
    const borrar = 'DELETE FROM radicados WHERE id = $1';
    for (const radicado of [suelto, miembro]) {
      expect(await escenario.rechazo(borrar, [radicado])).toBe('eliminacion_sin_intencion');
      expect(await escenario.rechazoAlDuenio(borrar, [radicado])).toBe('eliminacion_sin_intencion');
    }
    await escenario.tx((tx) => fijarIntenciones(tx, lote));
    const { radicados } = await escenario.fila<{ radicados: string[] }>(
      'SELECT radicado_ids AS radicados FROM eliminacion_lote_progreso WHERE expediente_id = $1',
      [id],
    );
    expect(radicados).toEqual([miembro]);
  });

  it('nada se propone sino por expediente', async () => {
    const radicado = await escenario.radicado(await escenario.expediente());
    await expect(escenario.proponer({ expedientes: [radicado] })).rejects.toMatchObject({
      code: 'sin_items_admitidos',
    });
  });
});

describe('lo que ya terminó', () => {
  it.each([
    ['un préstamo devuelto', PRESTAR, 'prestamos', 'devuelto_en'],
    ['una transferencia terminada', TRANSFERIR, 'transferencias', 'terminada_en'],
  ])('%s no vuelve a abrirse', async (_nombre, sql, tabla, columna) => {
    const id = await escenario.expediente();
    await escenario.query(sql, [id]);
    await escenario.query(`UPDATE ${tabla} SET ${columna} = now() WHERE expediente_id = $1`, [id]);
    const abrir = `UPDATE ${tabla} SET ${columna} = NULL WHERE expediente_id = $1`;
    expect(await escenario.rechazo(abrir, [id])).toBe('registro_inmutable');
    expect(await escenario.rechazoAlDuenio(abrir, [id])).toBe('registro_inmutable');
    await escenario.query(sql, [id]);
  });

  it('no hay dos préstamos ni dos transferencias a la vez', async () => {
    const id = await escenario.expediente();
    await escenario.query(PRESTAR, [id]);
    await escenario.query(TRANSFERIR, [id]);
    expect(await escenario.rechazo(PRESTAR, [id])).toBe('prestamos_uno_activo');
    expect(await escenario.rechazo(TRANSFERIR, [id])).toBe('transferencias_una_en_curso');
  });

  it('el índice bajo custodia inalterable no se reemplaza ni se borra, y un movimiento no se reescribe', async () => {
    const id = await escenario.expediente();
    await escenario.query(
      `INSERT INTO expediente_indice (expediente_id, sha256, sellado_en) VALUES ($1, 'x', now())`,
      [id],
    );
    await escenario.query(`UPDATE expediente_indice SET sha256 = 'y', worm = true WHERE expediente_id = $1`, [
      id,
    ]);
    const reemplazar = `UPDATE expediente_indice SET sha256 = 'z' WHERE expediente_id = $1`;
    expect(await escenario.rechazo(reemplazar, [id])).toBe('indice_inmutable');
    expect(await escenario.rechazoAlDuenio(reemplazar, [id])).toBe('indice_inmutable');
    expect(await escenario.rechazo('DELETE FROM expediente_indice WHERE expediente_id = $1', [id])).toBe(
      '42501',
    );
    expect(await escenario.rechazoAlDuenio(`UPDATE movimientos_fisicos SET acto = 'otro'`)).toBe(
      'registro_inmutable',
    );
  });
});

describe('la revisión de un instrumento', () => {
  it('no se resuelve con expedientes suyos en un lote vivo, y sí cuando salen', async () => {
    const instrumento = await escenario.instrumento({ ag: 1 });
    const id = await escenario.expediente({ instrumento });
    const lote = await escenario.loteEn('borrador', [id]);
    await escenario.query(
      `INSERT INTO trd_revisiones (version_id, motivo, abierta_en, abierta_por) VALUES ($1, 'dudas', now(), 'ana')`,
      [instrumento.versionId],
    );
    const resolver = `UPDATE trd_revisiones SET resuelta_en = now(), resuelta_por = 'ana', resolucion = 'sigue' WHERE version_id = $1`;
    expect(await escenario.rechazo(resolver, [instrumento.versionId])).toBe('revision_con_impedimentos');
    expect(await escenario.rechazoAlDuenio(resolver, [instrumento.versionId])).toBe(
      'revision_con_impedimentos',
    );
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [lote.id]);
    await escenario.query(resolver, [instrumento.versionId]);
    expect(await escenario.rechazoAlDuenio(resolver, [instrumento.versionId])).toBe('registro_inmutable');
  });

  it('los expedientes de otra serie de la misma versión no la impiden', async () => {
    const instrumento = await escenario.instrumento({ ag: 3 });
    const { serie } = await escenario.fila<{ serie: number }>(
      `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
       VALUES ($1, '100', 'Despacho', 'OTRA', 'Otra', 1, 1, 'E') RETURNING id AS serie`,
      [instrumento.versionId],
    );
    await escenario.loteEn('borrador', [await escenario.expediente({ instrumento })]);
    await escenario.query(
      `INSERT INTO trd_revisiones (version_id, serie_id, motivo, abierta_en, abierta_por) VALUES ($1, $2, 'dudas', now(), 'ana')`,
      [instrumento.versionId, serie],
    );
    await escenario.query(
      `UPDATE trd_revisiones SET resuelta_en = now(), resuelta_por = 'ana', resolucion = 'sigue' WHERE serie_id = $1`,
      [serie],
    );
    expect(
      await escenario.cuenta('trd_revisiones', 'serie_id = $1 AND resuelta_en IS NOT NULL', [serie]),
    ).toBe(1);
  });
});

describe('la ventana anunciada y el comité', () => {
  it('el último día anunciado no se adelanta, ni por el dueño', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    const adelantar = `UPDATE eliminacion_publicaciones SET ultimo_dia_previsto = ultimo_dia_previsto - 1 WHERE lote_id = $1`;
    expect(await escenario.rechazo(adelantar, [lote.id])).toBe('campo_congelado');
    expect(await escenario.rechazoAlDuenio(adelantar, [lote.id])).toBe('campo_congelado');
    await escenario.query(
      'UPDATE eliminacion_publicaciones SET ultimo_dia_previsto = ultimo_dia_previsto + 1 WHERE lote_id = $1',
      [lote.id],
    );
  });

  it('la designación de un integrante no cambia: solo termina', async () => {
    await escenario.query(
      `INSERT INTO comite_integrantes (nombre, cargo, rol, vota, acto_designacion, desde) VALUES ('Ana', 'Jefe', 'miembro', true, 'R-1', '2026-01-01')`,
    );
    expect(await escenario.rechazo(`UPDATE comite_integrantes SET vota = false`)).toBe('42501');
    expect(await escenario.rechazoAlDuenio(`UPDATE comite_integrantes SET vota = false`)).toBe(
      'registro_inmutable',
    );
    expect(await escenario.rechazoAlDuenio('DELETE FROM comite_integrantes')).toBe('registro_inmutable');
    await escenario.query(`UPDATE comite_integrantes SET hasta = '2026-12-31'`);
  });
});
