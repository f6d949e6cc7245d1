import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const MINUTO = 60_000;
/** Each act a minute after the one before: the latest, by instant, is the one that counts. */
function pasaUnMinuto(): Date {
  escenario.ahora = new Date(escenario.ahora.getTime() + MINUTO);
  return escenario.ahora;
}

const retirar = (
  lote: LoteDePrueba,
  expedienteId: string,
  causa = 'excluido_comite',
  instante = pasaUnMinuto(),
) =>
  escenario.query(
    `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
     SELECT id, lote_id, expediente_id, 'retirado', $3, 'd', 'a', $4 FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = $2`,
    [lote.id, expedienteId, causa, instante],
  );
const anular = (lote: LoteDePrueba) =>
  escenario.query(
    `UPDATE eliminacion_lotes SET estado = 'anulado', anulado_motivo = 'm', anulado_en = $2 WHERE id = $1`,
    [lote.id, pasaUnMinuto()],
  );

/** Proposes it again and gives what its new ítem says of where it comes from. */
async function antecedenteDe(expedienteId: string): Promise<[string | null, string | null]> {
  const lote = await escenario.loteEn('borrador', [expedienteId]);
  const { codigo, causa } = await escenario.fila<{ codigo: string | null; causa: string | null }>(
    'SELECT retirado_de_lote_codigo AS codigo, retirado_causa AS causa FROM eliminacion_lote_items WHERE lote_id = $1',
    [lote.id],
  );
  return [codigo, causa];
}

describe('ADR-063 D2: lo retirado se admite de nuevo, y el ítem nuevo dice de dónde viene', () => {
  it('el que nunca estuvo en un lote no tiene antecedente', async () => {
    expect(await antecedenteDe(await escenario.expediente())).toEqual([null, null]);
  });

  it('retirado por el comité: lote y causa de su omisión', async () => {
    const id = await escenario.expediente();
    const lote = await escenario.loteEn('publicado', [id]);
    await retirar(lote, id);
    expect(await antecedenteDe(id)).toEqual([lote.codigo, 'excluido_comite']);
  });

  it('de un lote anulado después de publicarse: lote_anulado', async () => {
    const id = await escenario.expediente();
    const lote = await escenario.loteEn('publicado', [id]);
    await anular(lote);
    expect(await antecedenteDe(id)).toEqual([lote.codigo, 'lote_anulado']);
  });

  it('retirado antes de que anularan el lote: lo que cuenta es su retiro', async () => {
    const [id = '', otro = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('publicado', [id, otro]);
    await retirar(lote, id, 'observacion_aceptada');
    await anular(lote);
    expect(await antecedenteDe(id)).toEqual([lote.codigo, 'observacion_aceptada']);
    expect(await antecedenteDe(otro)).toEqual([lote.codigo, 'lote_anulado']);
  });

  it('un borrador no deja antecedente: ni quitado de él, ni anulado', async () => {
    const [quitado = '', anulado = ''] = await escenario.expedientes(2);
    const a = await escenario.loteEn('borrador', [quitado]);
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [a.id]);
    await anular(await escenario.loteEn('borrador', [anulado]));
    expect(await antecedenteDe(quitado)).toEqual([null, null]);
    expect(await antecedenteDe(anulado)).toEqual([null, null]);
  });

  it.each([
    ['primero retirado, luego anulado', 'lote_anulado'],
    ['primero anulado, luego retirado', 'excluido_comite'],
  ])('de dos salidas cuenta la última: %s', async (orden, causa) => {
    const id = await escenario.expediente();
    const primero = await escenario.loteEn('publicado', [id]);
    await (orden.startsWith('primero retirado') ? retirar(primero, id) : anular(primero));
    const segundo = await escenario.loteEn('publicado', [id]);
    await (orden.startsWith('primero retirado') ? anular(segundo) : retirar(segundo, id));
    expect(await antecedenteDe(id)).toEqual([segundo.codigo, causa]);
  });

  it('la última es por instante, no por el orden en que se escribió', async () => {
    const id = await escenario.expediente();
    const primero = await escenario.loteEn('publicado', [id]);
    await retirar(primero, id, 'aplazado_comite', new Date(escenario.ahora.getTime() + 100 * MINUTO));
    const segundo = await escenario.loteEn('publicado', [id]);
    await retirar(segundo, id, 'excluido_comite');
    expect(await antecedenteDe(id)).toEqual([primero.codigo, 'aplazado_comite']);
  });

  it('lo omitido y no retirado sigue en su lote: no se admite', async () => {
    const id = await escenario.expediente();
    const lote = await escenario.loteEn('publicado', [id]);
    await retirar(lote, id);
    const otro = await escenario.loteEn('publicado', [id]);
    await escenario.query(
      `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
       SELECT id, lote_id, expediente_id, 'omitido', 'integridad', 'd', 'a', now() FROM eliminacion_lote_items WHERE lote_id = $1`,
      [otro.id],
    );
    await expect(escenario.loteEn('borrador', [id])).rejects.toMatchObject({ code: 'sin_items_admitidos' });
  });
});
