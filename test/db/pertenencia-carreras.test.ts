import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proponerLote } from '../../src/services/lote/proponer-lote.ts';
import { Conexion, esperaCerrojo } from '../support/carrera.ts';
import { Escenario } from '../support/escenario.ts';
import { INSERT_ITEMS, insertBorrador } from '../support/lotes-de-prueba.ts';
import { makePersona } from '../support/personas.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const vaciar = (loteId: string) =>
  escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [loteId]);

/** Ids in the order in which the trigger locks them. */
const ordenados = async (cuantos: number, de = escenario): Promise<string[]> =>
  (await de.expedientes(cuantos)).sort();

describe('dos propuestas que se cruzan', () => {
  it('cincuenta veces, en orden contrario: una gana y la otra oye `expediente_en_otro_lote`', async () => {
    const ids = await ordenados(6);
    const [uno, otro] = [await insertBorrador(escenario), await insertBorrador(escenario)];
    for (let vuelta = 0; vuelta < 50; vuelta += 1) {
      const proponer = (loteId: string, orden: readonly string[]) =>
        escenario
          .tx((tx) => tx.query(INSERT_ITEMS, [loteId, orden, 1]))
          .then(() => 'gana')
          .catch((error: { code?: string }) => error.code);
      const desenlaces = await Promise.all([
        proponer(uno, ids.slice(0, 4)),
        proponer(otro, ids.slice(2).reverse()),
      ]);
      expect(desenlaces.toSorted()).toEqual(['expediente_en_otro_lote', 'gana']);
      expect(await escenario.cuenta('eliminacion_expediente_en_lote')).toBe(4);
      await vaciar(uno);
      await vaciar(otro);
    }
  });

  it('con el verbo, cincuenta veces: la que pierde no deja lote, ni ítems, ni número', async () => {
    const ids = await ordenados(6);
    const proponente = makePersona('proponente');
    const proponer = (expedientes: string[]) =>
      proponerLote(escenario, proponente, { descripcion: 'Carrera', criterio: { expedientes } }).then(
        ({ id }) => id,
        (error: { code?: string }) => error.code ?? 'otro error',
      );
    const antes = await escenario.cuenta('eliminacion_lotes');
    for (let vuelta = 1; vuelta <= 50; vuelta += 1) {
      const desenlaces = await Promise.all([proponer(ids.slice(0, 4)), proponer(ids.slice(2).reverse())]);
      expect(desenlaces).toContain('expediente_en_otro_lote');
      const ganador = desenlaces.find((desenlace) => desenlace !== 'expediente_en_otro_lote') ?? '';
      expect(await escenario.cuenta('eliminacion_lote_items', 'lote_id = $1', [ganador])).toBe(4);
      expect(await escenario.cuenta('eliminacion_lotes')).toBe(antes + vuelta);
      await vaciar(ganador);
    }
    const { ultimo } = await escenario.fila<{ ultimo: number }>(
      `SELECT ultimo FROM eliminacion_contadores WHERE clase = 'lote' AND ejercicio = 2026`,
    );
    expect(ultimo).toBe(50);
  });

  /**
   * A third transaction holds the middle one, so that both proposals have begun when they meet: `uno` takes the lowest
   * and waits; `otro`, which lists them backwards, must wait for the lowest too. Then the third goes away.
   */
  async function cruzar(de: Escenario): Promise<string[]> {
    const [a = '', b = '', c = ''] = await ordenados(3, de);
    const [uno, otro, tercero] = [
      await insertBorrador(de),
      await insertBorrador(de),
      await insertBorrador(de),
    ];
    const [deUno, deOtro, deTercero] = [
      await Conexion.abrir(de),
      await Conexion.abrir(de),
      await Conexion.abrir(de),
    ];
    await deTercero.query(INSERT_ITEMS, [tercero, [b], 1]);
    const desenlaces = [deUno.desenlace(INSERT_ITEMS, [uno, [a, b, c], 1])];
    await esperaCerrojo(de, deUno);
    desenlaces.push(deOtro.desenlace(INSERT_ITEMS, [otro, [c, b, a], 1]));
    await esperaCerrojo(de, deOtro);
    await deTercero.deshacer();
    const primero = await Promise.race(desenlaces);
    expect(primero).toBeDefined();
    // Whoever finished must commit before the other can answer.
    const cierra = async (indice: number, conexion: Conexion) =>
      (await desenlaces[indice]) === 'hecho' ? conexion.confirmar() : conexion.deshacer();
    await Promise.all([cierra(0, deUno), cierra(1, deOtro)]);
    return Promise.all(desenlaces);
  }

  it('se encuentran en el primero y ninguna muere por abrazo mortal', async () => {
    expect(await cruzar(escenario)).toEqual(['hecho', 'expediente_en_otro_lote']);
  });

  it('sin el orden del disparador, ese mismo cruce sí sería un abrazo mortal', async () => {
    const otro = await Escenario.abrir();
    try {
      await otro.comoDuenio(async (cliente) => {
        const { rows } = await cliente.query<{ definicion: string }>(
          `SELECT pg_get_functiondef('eliminacion_items_alta'::regproc) AS definicion`,
        );
        const definicion = rows[0]?.definicion ?? '';
        expect(definicion).toContain(' ORDER BY expediente_id');
        await cliente.query(definicion.replace(' ORDER BY expediente_id', ''));
      });
      expect(await cruzar(otro)).toContain('conflicto_de_concurrencia');
    } finally {
      await otro.cerrar();
    }
  });
});

const PUBLICAR = `UPDATE eliminacion_lotes SET estado = 'publicado', publicador_id = 'p', publicado_en = now() WHERE id = $1`;
const BLOQUEAR = 'SELECT estado FROM eliminacion_lotes WHERE id = $1 FOR NO KEY UPDATE';

describe('un lote publicado no gana ni pierde filas, en ningún orden', () => {
  it('si la fila llega antes, quien publica espera y la ve', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('borrador', [a]);
    const [anade, publica] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await anade.query(INSERT_ITEMS, [lote.id, [b], 2]);
    const bloqueo = publica.query(BLOQUEAR, [lote.id]);
    await esperaCerrojo(escenario, publica);
    await anade.confirmar();
    await bloqueo;
    await publica.query(
      `DO $$ BEGIN ASSERT (SELECT count(*) = 2 FROM eliminacion_lote_items WHERE lote_id = '${lote.id}'); END $$`,
    );
    await publica.deshacer();
  });

  it.each([
    ['una fila nueva', INSERT_ITEMS, (lote: string, b: string) => [lote, [b], 2]],
    ['una fila menos', 'DELETE FROM eliminacion_lote_items WHERE lote_id = $1', (lote: string) => [lote]],
    [
      'otro título público',
      `UPDATE eliminacion_lote_items SET titulo_publico = 'otro' WHERE lote_id = $1`,
      (lote: string) => [lote],
    ],
  ] as const)('si se publica antes, %s espera y se rechaza', async (_nombre, sql, parametros) => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('borrador', [a]);
    const [publica, cambia] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await publica.query(PUBLICAR, [lote.id]);
    const desenlace = cambia.desenlace(sql, parametros(lote.id, b));
    await esperaCerrojo(escenario, cambia);
    await publica.confirmar();
    expect(await desenlace).toBe('inventario_congelado');
    await cambia.deshacer();
    expect(await escenario.cuenta('eliminacion_lote_items', 'lote_id = $1', [lote.id])).toBe(1);
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'expediente_id = $1', [b])).toBe(0);
  });
});

const OMITIR = `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
  SELECT id, lote_id, expediente_id, 'retirado', 'excluido_comite', 'prueba', 'prueba', now() FROM eliminacion_lote_items WHERE lote_id = $1`;
const ANULAR = `UPDATE eliminacion_lotes SET estado = 'anulado', anulado_motivo = 'prueba' WHERE id = $1`;

describe('una omisión y un acto que mueve el lote se esperan', () => {
  it('si la omisión llega antes, el acto espera y ya no cuenta ese miembro', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    const [omite, mueve] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await omite.query(OMITIR, [lote.id]);
    const bloqueo = mueve.query(BLOQUEAR, [lote.id]);
    await esperaCerrojo(escenario, mueve);
    await omite.confirmar();
    await bloqueo;
    await mueve.query(
      `DO $$ BEGIN ASSERT (SELECT count(*) = 0 FROM eliminacion_expediente_en_lote WHERE lote_id = '${lote.id}'); END $$`,
    );
    await mueve.deshacer();
  });

  it('si el acto llega antes y el lote se acaba, la omisión espera y se rechaza', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    const [mueve, omite] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await mueve.query(ANULAR, [lote.id]);
    const desenlace = omite.desenlace(OMITIR, [lote.id]);
    await esperaCerrojo(escenario, omite);
    await mueve.confirmar();
    expect(await desenlace).toBe('omision_transicion_invalida');
    await omite.deshacer();
    expect(await escenario.cuenta('eliminacion_lote_omision', 'lote_id = $1', [lote.id])).toBe(0);
  });
});
