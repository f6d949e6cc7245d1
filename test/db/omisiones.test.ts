import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOTIVOS } from '../../src/domain/admision/motivo.ts';
import { ESTADOS_LOTE } from '../../src/domain/lote/estado-lote.ts';
import { destruir } from '../support/destruccion-de-prueba.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import { forzarEstado } from '../support/lotes-de-prueba.ts';

let escenario: Escenario;
let lote: LoteDePrueba;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  lote = await escenario.loteEn('publicado', await escenario.expedientes(40));
});
afterAll(() => escenario.cerrar());

const ESTADOS = ['omitido', 'reintentando', 'ejecutado', 'retirado'] as const;
type Estado = (typeof ESTADOS)[number];
const LICITOS = new Set([
  'omitido → omitido',
  'omitido → reintentando',
  'omitido → retirado',
  'reintentando → omitido',
  'reintentando → ejecutado',
]);

let siguiente = 0;
/** The next ítem of the lote that no other test has taken. */
async function nuevoItem(): Promise<number> {
  siguiente += 1;
  const { id } = await escenario.fila<{ id: number }>(
    'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 AND orden = $2',
    [lote.id, siguiente],
  );
  return id;
}

const INSERTAR = `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, motivo, actor, instante)
  SELECT id, lote_id, expediente_id, $2, $3, 'detalle', 'motivo', 'prueba', $4 FROM eliminacion_lote_items WHERE id = $1`;
const insertar = (itemId: number, estado: string, causa = 'integridad') =>
  escenario.query(INSERTAR, [itemId, estado, causa, escenario.ahora]);
const CAMBIAR = 'UPDATE eliminacion_lote_omision SET estado = $2 WHERE item_id = $1';

/** An ítem whose omisión is in that state, by lawful steps. */
async function omisionEn(estado: Estado): Promise<number> {
  const id = await nuevoItem();
  await insertar(id, 'omitido');
  const pasos = {
    omitido: [],
    reintentando: ['reintentando'],
    ejecutado: ['reintentando', 'ejecutado'],
    retirado: ['retirado'],
  };
  for (const paso of pasos[estado]) await escenario.query(CAMBIAR, [id, paso]);
  return id;
}

describe('los estados de una omisión', () => {
  it.each(ESTADOS.flatMap((desde) => ESTADOS.map((hasta) => ({ desde, hasta }))))(
    '$desde → $hasta',
    async ({ desde, hasta }) => {
      const id = await omisionEn(desde);
      if (LICITOS.has(`${desde} → ${hasta}`)) await escenario.query(CAMBIAR, [id, hasta]);
      else expect(await escenario.rechazo(CAMBIAR, [id, hasta])).toBe('omision_transicion_invalida');
    },
  );

  it.each(ESTADOS)('una omisión que quiere nacer %s', async (estado) => {
    const id = await nuevoItem();
    if (estado === 'omitido' || estado === 'retirado') await insertar(id, estado);
    else
      expect(await escenario.rechazo(INSERTAR, [id, estado, 'integridad', escenario.ahora])).toBe(
        'omision_transicion_invalida',
      );
  });

  it('repetir la omisión de lo ya retirado no la revive', async () => {
    const id = await omisionEn('retirado');
    const sql = INSERTAR.replace(
      'WHERE id = $1',
      `WHERE id = $1 ON CONFLICT (item_id) DO UPDATE SET estado = 'omitido'`,
    );
    expect(await escenario.rechazo(sql, [id, 'omitido', 'integridad', escenario.ahora])).toBe(
      'omision_transicion_invalida',
    );
  });

  it('cada paso queda en la historia, con su causa y su actor', async () => {
    const id = await nuevoItem();
    await insertar(id, 'omitido');
    await escenario.query(CAMBIAR, [id, 'reintentando']);
    await escenario.query(
      `UPDATE eliminacion_lote_omision SET estado = 'omitido', causa = 'almacen', detalle = 'otro', actor = 'otra' WHERE item_id = $1`,
      [id],
    );
    await escenario.query(
      `UPDATE eliminacion_lote_omision SET estado = 'retirado', causa = 'excluido_comite' WHERE item_id = $1`,
      [id],
    );
    const historia = await escenario.query(
      'SELECT estado, causa, detalle, actor FROM eliminacion_lote_omision_historia WHERE item_id = $1 ORDER BY id',
      [id],
    );
    expect(historia).toEqual([
      { estado: 'omitido', causa: 'integridad', detalle: 'detalle', actor: 'prueba' },
      { estado: 'reintentando', causa: 'integridad', detalle: 'detalle', actor: 'prueba' },
      { estado: 'omitido', causa: 'almacen', detalle: 'otro', actor: 'otra' },
      { estado: 'retirado', causa: 'excluido_comite', detalle: 'otro', actor: 'otra' },
    ]);
  });

  it('la historia no la escribe nadie más, ni se corrige', async () => {
    const insertarHistoria = `INSERT INTO eliminacion_lote_omision_historia (item_id, lote_id, estado, causa, detalle, actor, instante)
      SELECT item_id, lote_id, estado, causa, detalle, actor, instante FROM eliminacion_lote_omision_historia`;
    expect(await escenario.rechazo(insertarHistoria)).toBe('42501');
    expect(
      await escenario.rechazoAlDuenio(`UPDATE eliminacion_lote_omision_historia SET causa = 'almacen'`),
    ).toBe('registro_inmutable');
  });

  it('no se borra, y no pasa a hablar de otro ítem', async () => {
    const id = await omisionEn('omitido');
    expect(
      await escenario.rechazoAlDuenio('DELETE FROM eliminacion_lote_omision WHERE item_id = $1', [id]),
    ).toBe('registro_inmutable');
    for (const columna of ['item_id', 'lote_id', 'expediente_id']) {
      const sql = `UPDATE eliminacion_lote_omision SET ${columna} = ${columna} WHERE item_id = $1`;
      expect(await escenario.rechazo(sql, [id])).toBe('42501');
      expect(await escenario.rechazoAlDuenio(sql, [id])).toBe('registro_inmutable');
    }
  });
});

describe('de qué puede hablar una omisión', () => {
  it.each(ESTADOS_LOTE)('de un ítem de un lote %s', async (estado) => {
    const otro = await escenario.loteEn('borrador', await escenario.expedientes(1));
    await forzarEstado(escenario, otro.id, estado);
    const { id } = await escenario.fila<{ id: number }>(
      'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1',
      [otro.id],
    );
    const admite = ['publicado', 'aprobado', 'en_ejecucion', 'ejecutado_parcial'].includes(estado);
    if (admite) await insertar(id, 'omitido');
    else
      expect(await escenario.rechazo(INSERTAR, [id, 'omitido', 'integridad', escenario.ahora])).toBe(
        'omision_transicion_invalida',
      );
  });

  it('no de un ítem como si fuera de otro lote: liberaría una pertenencia sin el cerrojo de su lote', async () => {
    const otro = await escenario.loteEn('publicado', await escenario.expedientes(1));
    const id = await nuevoItem();
    const sql = INSERTAR.replace('SELECT id, lote_id,', `SELECT id, '${otro.id}'::uuid,`);
    expect(await escenario.rechazo(sql, [id, 'retirado', 'excluido_comite', escenario.ahora])).toBe(
      'omision_transicion_invalida',
    );
    const inventado = INSERTAR.replace('SELECT id, lote_id,', 'SELECT -id, lote_id,');
    expect(await escenario.rechazo(inventado, [id, 'retirado', 'excluido_comite', escenario.ahora])).toBe(
      'omision_transicion_invalida',
    );
  });

  it('no de lo que ya se destruyó', async () => {
    const otro = await escenario.loteEn('en_ejecucion', await escenario.expedientes(1));
    const { id } = await escenario.fila<{ id: number }>(
      'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1',
      [otro.id],
    );
    await escenario.tx((tx) => destruir(tx, otro.id, [id]));
    expect(await escenario.rechazo(INSERTAR, [id, 'omitido', 'integridad', escenario.ahora])).toBe(
      'omision_transicion_invalida',
    );
  });

  it('con una causa de la lista cerrada: la de la admisión menos `ya_en_otro_lote`, y las de la ejecución y el comité', async () => {
    const { definicion } = await escenario.fila<{ definicion: string }>(
      `SELECT pg_get_constraintdef(oid) AS definicion FROM pg_constraint WHERE conrelid = 'eliminacion_lote_omision'::regclass
          AND conname = 'eliminacion_lote_omision_causa_check'`,
    );
    const causas = [...definicion.matchAll(/'(\w+)'::text/g)].map(([, causa]) => causa);
    expect(causas.toSorted()).toEqual(
      [
        ...MOTIVOS.filter((motivo) => motivo !== 'ya_en_otro_lote'),
        'expediente_cambio',
        'inventario_anexos_cambio',
        'integridad',
        'fisico_pendiente',
        'documento_ausente',
        'servicio_documentos',
        'almacen',
        'observacion_aceptada',
        'excluido_comite',
        'aplazado_comite',
        'destruccion_parcial',
      ].toSorted(),
    );
    expect(
      await escenario.rechazo(INSERTAR, [await nuevoItem(), 'omitido', 'porque sí', escenario.ahora]),
    ).toBe('eliminacion_lote_omision_causa_check');
  });
});
