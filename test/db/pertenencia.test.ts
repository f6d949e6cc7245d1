import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destruir } from '../support/destruccion-de-prueba.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import { INSERT_ITEMS, insertBorrador } from '../support/lotes-de-prueba.ts';
import { asSuperuser } from './como-superusuario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

async function miembros(loteId: string): Promise<string[]> {
  const filas = await escenario.query<{ id: string }>(
    'SELECT expediente_id AS id FROM eliminacion_expediente_en_lote WHERE lote_id = $1 ORDER BY 1',
    [loteId],
  );
  return filas.map(({ id }) => id);
}

/** Takes an ítem of a lote out: `omitido` or `retirado`. */
const insertOmision = (lote: LoteDePrueba, expedienteId: string, estado: string, causa: string) =>
  escenario.query(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
     SELECT id, lote_id, expediente_id, $3, $4, 'prueba', 'prueba', $5 FROM eliminacion_lote_items
      WHERE lote_id = $1 AND expediente_id = $2`,
    [lote.id, expedienteId, estado, causa, escenario.ahora],
  );

describe('la pertenencia viva a un lote la lleva el motor', () => {
  it('entra con el ítem y dice de qué lote y de qué ítem es', async () => {
    const lote = await escenario.loteEn('borrador', await escenario.expedientes(3));
    const filas = await escenario.query(
      `SELECT count(*) AS n FROM eliminacion_expediente_en_lote p JOIN eliminacion_lote_items i
          ON i.id = p.item_id AND i.lote_id = p.lote_id AND i.expediente_id = p.expediente_id WHERE p.lote_id = $1`,
      [lote.id],
    );
    expect(filas).toEqual([{ n: 3 }]);
  });

  it('sale cuando el ítem se quita del borrador, y solo la de ese ítem', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('borrador', [a, b]);
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = $2', [
      lote.id,
      a,
    ]);
    expect(await miembros(lote.id)).toEqual([b]);
    expect((await escenario.loteEn('borrador', [a])).expedientes).toEqual([a]);
  });

  it.each(['borrador', 'publicado', 'aprobado'] as const)(
    'sale entera cuando se anula un lote %s',
    async (estado) => {
      const lote = await escenario.loteEn(estado, await escenario.expedientes(2));
      const otro = await escenario.loteEn('borrador', await escenario.expedientes(1));
      await escenario.query(
        `UPDATE eliminacion_lotes SET estado = 'anulado', anulado_motivo = 'prueba', anulado_en = $2 WHERE id = $1`,
        [lote.id, escenario.ahora],
      );
      expect(await miembros(lote.id)).toEqual([]);
      expect(await miembros(otro.id)).toEqual(otro.expedientes);
    },
  );

  it('un cambio del lote que no es anularlo no la toca', async () => {
    const lote = await escenario.loteEn('borrador', await escenario.expedientes(2));
    await escenario.query(
      `UPDATE eliminacion_lotes SET version = version + 1, descripcion = 'otra' WHERE id = $1`,
      [lote.id],
    );
    expect(await miembros(lote.id)).toHaveLength(2);
  });

  it('sale con el retiro de un ítem; omitido sin retirar sigue en el lote', async () => {
    const [a = '', b = '', c = ''] = await escenario.expedientes(3);
    const lote = await escenario.loteEn('publicado', [a, b, c]);
    await insertOmision(lote, a, 'retirado', 'excluido_comite');
    await insertOmision(lote, b, 'omitido', 'integridad');
    expect(await miembros(lote.id)).toEqual([b, c].sort());
    await expect(escenario.loteEn('borrador', [b])).rejects.toMatchObject({ code: 'sin_items_admitidos' });
    expect((await escenario.loteEn('borrador', [a])).expedientes).toEqual([a]);
  });

  it('sale cuando lo omitido se retira después, y no cuando se reintenta', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('publicado', [a, b]);
    await insertOmision(lote, a, 'omitido', 'integridad');
    await insertOmision(lote, b, 'omitido', 'integridad');
    const cambiar = (id: string, estado: string) =>
      escenario.query(
        `UPDATE eliminacion_lote_omision SET estado = $2, causa = 'excluido_comite' WHERE expediente_id = $1`,
        [id, estado],
      );
    await cambiar(a, 'retirado');
    await cambiar(b, 'reintentando');
    expect(await miembros(lote.id)).toEqual([b]);
  });

  it('sale con el expediente que se destruye', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('en_ejecucion', [a, b]);
    const { id: itemId } = await escenario.fila<{ id: number }>(
      'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = $2',
      [lote.id, a],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    expect(await escenario.cuenta('expedientes', 'id = $1', [a])).toBe(0);
    expect(await miembros(lote.id)).toEqual([b]);
  });

  it('un lote no queda ejecutado mientras le quede un miembro', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('en_ejecucion', [a, b]);
    const cerrar = `UPDATE eliminacion_lotes SET estado = 'ejecutado' WHERE id = $1`;
    await insertOmision(lote, a, 'omitido', 'integridad');
    await escenario.query(`UPDATE eliminacion_lote_omision SET estado = 'retirado' WHERE lote_id = $1`, [
      lote.id,
    ]);
    expect(await escenario.rechazo(cerrar, [lote.id])).toBe('eliminacion_lote_ejecutado_con_pertenencia');
    expect(await escenario.rechazoAlDuenio(cerrar, [lote.id])).toBe(
      'eliminacion_lote_ejecutado_con_pertenencia',
    );
    const { id: itemId } = await escenario.fila<{ id: number }>(
      'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = $2',
      [lote.id, b],
    );
    await escenario.tx((tx) => destruir(tx, lote.id, [itemId]));
    await escenario.query(cerrar, [lote.id]);
    expect(await miembros(lote.id)).toEqual([]);
  });

  it('un millar de ítems cuesta una sentencia: el disparador corre una vez', async () => {
    const { rows } = await asSuperuser(escenario.base, (cliente) =>
      cliente.query(
        `SELECT tgname FROM pg_trigger WHERE tgrelid IN ('tenant_demo.eliminacion_lote_items'::regclass,
            'tenant_demo.eliminacion_lote_omision'::regclass, 'tenant_demo.eliminacion_lotes'::regclass)
            AND NOT tgisinternal AND tgtype & 1 = 1 AND tgtype & 2 = 0`,
      ),
    );
    expect(rows).toEqual([]);
  });
});

describe('nadie más escribe la pertenencia', () => {
  const escrituras = [
    ['INSERT', 'INSERT INTO eliminacion_expediente_en_lote SELECT id, id, 1 FROM expedientes'],
    [
      'INSERT de nada',
      'INSERT INTO eliminacion_expediente_en_lote SELECT id, id, 1 FROM expedientes WHERE false',
    ],
    ['UPDATE', 'UPDATE eliminacion_expediente_en_lote SET item_id = item_id'],
    ['DELETE', 'DELETE FROM eliminacion_expediente_en_lote'],
    ['TRUNCATE', 'TRUNCATE eliminacion_expediente_en_lote'],
  ] as const;

  it.each(escrituras)('%s: la aplicación no tiene el privilegio', async (_nombre, sql) => {
    expect(await escenario.rechazo(sql)).toBe('42501');
  });

  it.each(escrituras)('%s: al dueño lo detiene el disparador', async (_nombre, sql) => {
    expect(await escenario.rechazoAlDuenio(sql)).toBe('eliminacion_pertenencia_directa');
  });

  it('vaciar expedientes en cascada tampoco la vacía', async () => {
    expect(await escenario.rechazoAlDuenio('TRUNCATE expedientes CASCADE')).toBe('registro_inmutable');
  });

  it('la aplicación la lee, y no puede invocar las funciones que la escriben', async () => {
    const funciones = await escenario.query<{
      nombre: string;
      definidora: boolean;
      camino: string[];
      invocable: boolean;
    }>(
      `SELECT proname AS nombre, prosecdef AS definidora, proconfig AS camino, has_function_privilege(oid, 'EXECUTE') AS invocable
         FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosrc ~ '(INSERT INTO|DELETE FROM) eliminacion_expediente_en_lote'
        ORDER BY 1`,
    );
    expect(funciones).toEqual(
      ['items_alta', 'items_baja', 'lotes_liberan', 'omision_alta', 'omision_cambio'].map((nombre) => ({
        nombre: `eliminacion_${nombre}`,
        definidora: true,
        camino: ['search_path=tenant_demo, pg_temp'],
        invocable: false,
      })),
    );
    expect(await escenario.cuenta('eliminacion_expediente_en_lote')).toBeGreaterThan(0);
  });

  const TRAMPA = `
    CREATE TEMP TABLE palanca (n int);
    CREATE FUNCTION pg_temp.borra() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN DELETE FROM tenant_demo.eliminacion_expediente_en_lote; RETURN NULL; END';
    CREATE TRIGGER trampa AFTER INSERT ON palanca FOR EACH ROW EXECUTE FUNCTION pg_temp.borra();
    INSERT INTO palanca VALUES (1)`;

  it('un disparador temporal alcanzaría la profundidad 2, y por eso TEMP está revocado', async () => {
    expect(await escenario.rechazo(TRAMPA)).toBe('42501');
    // The control: whoever may create temporary objects and delete does get through.
    const quedan = await asSuperuser(escenario.base, async (cliente) => {
      await cliente.query('BEGIN');
      await cliente.query(TRAMPA);
      const { rows } = await cliente.query('SELECT FROM tenant_demo.eliminacion_expediente_en_lote');
      await cliente.query('ROLLBACK');
      return rows.length;
    });
    expect(quedan).toBe(0);
  });

  it('ni con un ítem escrito a mano se roba un expediente de otro lote', async () => {
    const [a = ''] = await escenario.expedientes(1);
    await escenario.loteEn('borrador', [a]);
    const ladron = await insertBorrador(escenario);
    expect(await escenario.rechazo(INSERT_ITEMS, [ladron, [a], 1])).toBe('expediente_en_otro_lote');
  });
});
