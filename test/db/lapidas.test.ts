import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conexion, esperaCerrojo } from '../support/carrera.ts';
import { destruir, fijarIntenciones, insertLapidaDePrueba } from '../support/destruccion-de-prueba.ts';
import { codigoDe, Escenario, type LoteDePrueba } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

interface Obra {
  readonly lote: LoteDePrueba;
  readonly id: string;
  readonly codigo: string;
  readonly itemId: number;
  readonly radicados: readonly string[];
}

/** A lote in execution with one expediente that has two radicados. */
async function enObra(): Promise<Obra> {
  const id = await escenario.expediente();
  const radicados = [await escenario.radicado(id), await escenario.radicado(id)];
  const lote = await escenario.loteEn('en_ejecucion', [id]);
  const { codigo, itemId } = await escenario.fila<{ codigo: string; itemId: number }>(
    'SELECT expediente_codigo AS codigo, id AS "itemId" FROM eliminacion_lote_items WHERE lote_id = $1',
    [lote.id],
  );
  return { lote, id, codigo, itemId, radicados };
}
const conIntencion = async (): Promise<Obra> => {
  const obra = await enObra();
  await escenario.tx((tx) => fijarIntenciones(tx, obra.lote.id));
  return obra;
};
const destruido = async (): Promise<Obra> => {
  const obra = await enObra();
  await escenario.tx((tx) => destruir(tx, obra.lote.id, [obra.itemId]));
  return obra;
};
const retirar = ({ itemId }: Obra) =>
  escenario.query(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
     SELECT id, lote_id, expediente_id, 'retirado', 'excluido_comite', 'd', 'a', now() FROM eliminacion_lote_items WHERE id = $1`,
    [itemId],
  );

describe('REQ-LAP-1: la lápida dice lo que dice la intención', () => {
  it('y entonces se recibe', async () => {
    const { itemId, radicados } = await conIntencion();
    await escenario.tx((tx) => insertLapidaDePrueba(tx, itemId));
    expect(
      await escenario.fila(
        'SELECT radicados_eliminados, anexos_eliminados FROM eliminacion_lapidas WHERE item_id = $1',
        [itemId],
      ),
    ).toEqual({ radicados_eliminados: radicados.length, anexos_eliminados: 0 });
  });

  it.each([
    ['menos radicados', { radicados: 1 }],
    ['más radicados', { radicados: 3 }],
    ['más anexos', { anexos: 1 }],
    ['otra intención', { digest: 'otra' }],
  ])('con %s se rechaza', async (_nombre, cambios) => {
    const { itemId } = await conIntencion();
    expect(await codigoDe(escenario.tx((tx) => insertLapidaDePrueba(tx, itemId, cambios)))).toBe(
      'eliminacion_lapida_sin_intencion',
    );
  });

  it('sin intención se rechaza', async () => {
    const { itemId } = await enObra();
    expect(await codigoDe(escenario.tx((tx) => insertLapidaDePrueba(tx, itemId)))).toBe(
      'eliminacion_lapida_sin_intencion',
    );
  });

  it('la intención de un ítem retirado ya no permite nada', async () => {
    const obra = await conIntencion();
    await retirar(obra);
    expect(await codigoDe(escenario.tx((tx) => insertLapidaDePrueba(tx, obra.itemId)))).toBe(
      'eliminacion_lapida_sin_intencion',
    );
    expect(await escenario.rechazo('DELETE FROM radicados WHERE expediente_id = $1', [obra.id])).toBe(
      'eliminacion_sin_intencion',
    );
  });
});

describe('nada se borra sin su lápida o su intención', () => {
  it('un expediente sin lápida', async () => {
    const { id } = await conIntencion();
    const suelto = await escenario.expediente();
    for (const expediente of [id, suelto]) {
      const sql = 'DELETE FROM expedientes WHERE id = $1';
      expect(await escenario.rechazo(sql, [expediente])).toBe('eliminacion_sin_lapida');
      expect(await escenario.rechazoAlDuenio(sql, [expediente])).toBe('eliminacion_sin_lapida');
    }
  });

  it('varios, si a uno le falta', async () => {
    const { id, itemId } = await conIntencion();
    await escenario.tx((tx) => insertLapidaDePrueba(tx, itemId));
    const suelto = await escenario.expediente();
    expect(await escenario.rechazo('DELETE FROM expedientes WHERE id = ANY ($1)', [[id, suelto]])).toBe(
      'eliminacion_sin_lapida',
    );
    expect(await escenario.cuenta('expedientes', 'id = ANY ($1)', [[id, suelto]])).toBe(2);
  });

  it('un radicado que ninguna intención lista, también el que llegó después', async () => {
    const { id } = await enObra();
    const sql = 'DELETE FROM radicados WHERE expediente_id = $1';
    expect(await escenario.rechazo(sql, [id])).toBe('eliminacion_sin_intencion');
    expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('eliminacion_sin_intencion');
  });

  it('un radicado listado sí', async () => {
    const { id } = await conIntencion();
    await escenario.query('DELETE FROM radicados WHERE expediente_id = $1', [id]);
    expect(await escenario.cuenta('radicados', 'expediente_id = $1', [id])).toBe(0);
  });

  it('un expediente con un anexo vivo, aunque tenga lápida', async () => {
    const { id, itemId, radicados } = await enObra();
    const { objeto } = await escenario.fila<{ objeto: number }>(
      `INSERT INTO objetos (sha256, clave, tamano, estado, creado_en)
       SELECT d, encode(substr(d, 1, 1), 'hex') || '/' || encode(d, 'hex') || '.' || gen_random_uuid(), 1, 'vivo', now()
         FROM (SELECT sha256(convert_to($1, 'UTF8')) AS d) x RETURNING id AS objeto`,
      [id],
    );
    await escenario.query(
      `INSERT INTO anexos (radicado_id, nombre, media_type, tamano, sha256, objeto_id, creado_en)
       SELECT $1, 'a.pdf', 'application/pdf', 1, sha256, id, now() FROM objetos WHERE id = $2`,
      [radicados[0], objeto],
    );
    await escenario.query(
      `UPDATE eliminacion_lote_progreso SET radicado_ids = ARRAY(SELECT id FROM radicados WHERE expediente_id = $2), anexo_ids = '{}',
              anexo_tamanos = '{}', anexo_digests = '{}', intencion_digest = 'x', intencion_en = now(), estado = 'en_curso' WHERE item_id = $1`,
      [itemId, id],
    );
    await escenario.tx((tx) => insertLapidaDePrueba(tx, itemId));
    expect(await escenario.rechazo('DELETE FROM expedientes WHERE id = $1', [id])).toBe(
      'anexos_radicado_id_fkey',
    );
  });
});

describe('lo que se va con el expediente y lo que se queda', () => {
  it('se van radicados, pertenencia, unidades, índice y vínculos; quedan retención, préstamo y todo lo de la eliminación', async () => {
    const obra = await enObra();
    const { id, itemId, lote, radicados } = obra;
    await escenario.query(`INSERT INTO fisico_unidades (expediente_id, caja) VALUES ($1, '1')`, [id]);
    await escenario.query(
      `INSERT INTO expediente_indice (expediente_id, sha256, sellado_en) VALUES ($1, 'x', now())`,
      [id],
    );
    await escenario.query(
      'INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($1, $2, now())',
      [radicados[0], id],
    );
    await escenario.query(
      'INSERT INTO prestamos (expediente_id, solicitante, prestado_en, devuelto_en) VALUES ($1, $2, now(), now())',
      [id, 'ana'],
    );
    await escenario.query(
      'INSERT INTO transferencias (expediente_id, destino, iniciada_en, terminada_en) VALUES ($1, $2, now(), now())',
      [id, 'x'],
    );
    await escenario.query(
      `INSERT INTO retenciones_legales (alcance, expediente_id, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
       VALUES ('expediente', $1, 'otro', 'm', 'a', 'm', '2030-01-01', now(), 'ana')`,
      [id],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    const cuentas = async (tablas: readonly string[]) =>
      Promise.all(
        tablas.map(async (tabla) => [tabla, await escenario.cuenta(tabla, 'expediente_id = $1', [id])]),
      );
    const idos = ['radicados', 'eliminacion_expediente_en_lote', 'fisico_unidades', 'expediente_indice'];
    const quedan = [
      'prestamos',
      'transferencias',
      'retenciones_legales',
      'eliminacion_lote_items',
      'eliminacion_lote_progreso',
      'eliminacion_lapidas',
    ];
    expect(await cuentas(idos)).toEqual(idos.map((tabla) => [tabla, 0]));
    expect(await cuentas(quedan)).toEqual(quedan.map((tabla) => [tabla, 1]));
    expect(await escenario.cuenta('vinculos', 'radicado_id = ANY ($1)', [radicados])).toBe(0);
    expect(await escenario.cuenta('eliminacion_lapida_radicados', 'expediente_id = $1', [id])).toBe(2);
  });

  it('lo que nada referencia no depende del orden de las cascadas: ninguna llave del lote apunta al archivo', async () => {
    const llaves = await escenario.query(
      `SELECT conrelid::regclass::text AS desde, confrelid::regclass::text AS hacia, confdeltype AS al_borrar FROM pg_constraint
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid::regclass::text LIKE 'eliminacion_%'
          AND confrelid::regclass::text NOT LIKE 'eliminacion_%' ORDER BY 1, 2`,
    );
    expect(llaves).toEqual([
      { desde: 'eliminacion_expediente_en_lote', hacia: 'expedientes', al_borrar: 'c' },
      { desde: 'eliminacion_publicaciones', hacia: 'calendario_versiones', al_borrar: 'a' },
    ]);
  });
});

describe('lo eliminado no resucita', () => {
  const insertar = (cambios: { id?: string; codigo?: string }) =>
    escenario.instrumento().then((instrumento) =>
      codigoDe(
        escenario.query(
          `INSERT INTO expedientes (id, codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, soporte, creado_en)
           VALUES (coalesce($1, public.orpyca_uuidv7()), $2, 't', $3, $4, '1', 'd', 's', 'electronico', now())`,
          [
            cambios.id ?? null,
            cambios.codigo ?? `EXP-${Math.random()}`,
            instrumento.versionId,
            instrumento.serieId,
          ],
        ),
      ),
    );

  it('ni con su id, ni con su código', async () => {
    const { id, codigo } = await destruido();
    expect(await insertar({ id })).toBe('expediente_ya_eliminado');
    expect(await insertar({ codigo })).toBe('expediente_ya_eliminado');
  });

  it('ni dándole su código o su id a otro que vive', async () => {
    const { id, codigo } = await destruido();
    const otro = await escenario.expediente();
    expect(await escenario.rechazo('UPDATE expedientes SET codigo = $2 WHERE id = $1', [otro, codigo])).toBe(
      'expediente_ya_eliminado',
    );
    expect(await escenario.rechazo('UPDATE expedientes SET id = $2 WHERE id = $1', [otro, id])).toBe(
      'expediente_ya_eliminado',
    );
  });

  it.each([
    [
      'insertando',
      'INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, soporte, creado_en) SELECT $1, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, soporte, creado_en FROM expedientes WHERE id = $2',
    ],
    ['renombrando', 'UPDATE expedientes SET codigo = $1 WHERE id = $2'],
  ])('ni %s mientras se destruye, sin que la destrucción haya confirmado', async (_nombre, sql) => {
    const { id, codigo, itemId } = await conIntencion();
    const otro = await escenario.expediente();
    const [destruye, resucita] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await insertLapidaDePrueba(destruye, itemId);
    await destruye.query('DELETE FROM expedientes WHERE id = $1', [id]);
    const desenlace = resucita.desenlace(sql, [codigo, otro]);
    await esperaCerrojo(escenario, resucita);
    await destruye.confirmar();
    expect(await desenlace).toBe('expediente_ya_eliminado');
    await resucita.deshacer();
  });
});
