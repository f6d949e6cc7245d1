import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { prepararCarpetaAlmacen } from '../../src/adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { claimTramo } from '../../src/db/ejecucion/tramos.queries.ts';
import { parseActaCabecera } from '../../src/domain/acta/parse-acta.ts';
import { documentosEmbebidos } from '../../src/services/documentos/documentos-embebidos.ts';
import type { ServiciosDocumentos } from '../../src/services/documentos/servicios-documentos.ts';
import { subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import { cerrarSiTermina } from '../../src/services/ejecucion/cerrar-si-termina.ts';
import { procesarTramo } from '../../src/services/ejecucion/procesar-tramo.ts';
import { asSuperuser } from '../db/como-superusuario.ts';
import { destruir, fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { rastroDe } from '../support/rastro.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const cerrar = ({ id }: LoteDePrueba) => cerrarSiTermina(escenario, SLUG, id);
const enEjecucion = async (cuantos: number): Promise<LoteDePrueba> =>
  escenario.loteEn('en_ejecucion', await escenario.expedientes(cuantos));

async function itemsDe({ id }: LoteDePrueba): Promise<number[]> {
  const filas = await escenario.query<{ id: number }>(
    'SELECT id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY orden',
    [id],
  );
  return filas.map((fila) => fila.id);
}
const omitir = (itemIds: readonly number[], causa = 'integridad') =>
  escenario.tx(async (tx) => {
    await tx.query(
      `INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
       SELECT id, lote_id, expediente_id, 'omitido', $2, 'detalle', 'prueba', $3 FROM eliminacion_lote_items WHERE id = ANY ($1)`,
      [itemIds, causa, escenario.ahora],
    );
    await tx.query(`UPDATE eliminacion_lote_progreso SET estado = 'omitido' WHERE item_id = ANY ($1)`, [
      itemIds,
    ]);
  });
const destruirItems = (lote: LoteDePrueba, itemIds: readonly number[]) =>
  escenario.tx((tx) => destruir(tx, lote.id, itemIds));
const estadoDe = async ({ id }: LoteDePrueba) =>
  escenario.fila<{ lote: string; ejecucion: string; bloqueo: string | null }>(
    `SELECT l.estado AS lote, e.estado AS ejecucion, e.bloqueo FROM eliminacion_lotes l JOIN eliminacion_ejecuciones e ON e.lote_id = l.id WHERE l.id = $1`,
    [id],
  );
const actasDe = ({ id }: LoteDePrueba) =>
  escenario.query<{ numero: string; items: number; nivel: number; cabecera: string }>(
    'SELECT numero, items, nivel_seguridad AS nivel, cabecera FROM eliminacion_actas WHERE lote_id = $1',
    [id],
  );

describe('cerrar una ejecución', () => {
  it('con algo pendiente o en espera de papel sigue abierta', async () => {
    const lote = await enEjecucion(2);
    const [a = 0, b = 0] = await itemsDe(lote);
    expect(await cerrar(lote)).toBe('abierta');
    await destruirItems(lote, [a]);
    expect(await cerrar(lote)).toBe('abierta');
    await escenario.tx((tx) => fijarIntenciones(tx, lote.id));
    await escenario.query(
      `UPDATE eliminacion_lote_progreso SET estado = 'espera_fisico' WHERE item_id = $1`,
      [b],
    );
    expect(await cerrar(lote)).toBe('abierta');
    expect(await estadoDe(lote)).toMatchObject({ lote: 'en_ejecucion', ejecucion: 'en_curso' });
    expect(await actasDe(lote)).toEqual([]);
  });

  it('con todo destruido: ejecutado, con acta numerada, cabecera congelada, artefactos por hacer y rastro', async () => {
    const lote = await enEjecucion(3);
    await destruirItems(lote, await itemsDe(lote));
    expect(await cerrar(lote)).toBe('cerrada');
    expect(await estadoDe(lote)).toEqual({ lote: 'ejecutado', ejecucion: 'terminada', bloqueo: null });
    const [acta] = await actasDe(lote);
    expect(acta).toMatchObject({ numero: expect.stringMatching(/^ACTA-\d{4}-\d{4}$/), items: 3, nivel: 1 });
    const cabecera = parseActaCabecera(JSON.parse(acta?.cabecera ?? '') as unknown);
    expect(cabecera).toMatchObject({
      numero: acta?.numero,
      lote: { codigo: lote.codigo, estado: 'ejecutado' },
      saldo: { items: 3, destruidos: 3, omitidos: 0, retirados: 0 },
    });
    expect(
      await escenario.query(
        `SELECT rendicion, clase, estado, nombre FROM eliminacion_artefactos a JOIN eliminacion_actas k ON k.id = a.acta_id WHERE k.lote_id = $1 ORDER BY 1, 2`,
        [lote.id],
      ),
    ).toEqual([
      { rendicion: 'completa', clase: 'original', estado: 'pendiente', nombre: `${acta?.numero}.xml` },
      { rendicion: 'completa', clase: 'sello', estado: 'pendiente', nombre: `${acta?.numero}-firmada.xml` },
      { rendicion: 'publica', clase: 'original', estado: 'pendiente', nombre: `${acta?.numero}-publica.xml` },
      {
        rendicion: 'publica',
        clase: 'sello',
        estado: 'pendiente',
        nombre: `${acta?.numero}-publica-firmada.xml`,
      },
    ]);
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    expect(asientos.at(-1)).toMatchObject({
      accion: 'archive.eliminacion_lote_ejecutado',
      actor: 'orpycamcp|executor',
    });
    expect(eventos.at(-1)).toMatchObject({
      tipo: 'archive.eliminacion_lote_ejecutado',
      payload: { destruidos: 3 },
    });
    expect((await rastroDe(escenario, acta?.numero ?? '')).asientos).toMatchObject([
      { accion: 'archive.eliminacion_acta_numerada' },
    ]);
  });

  it('con omisiones: ejecutado_parcial; lo omitido sigue en el lote y el acta lo dice', async () => {
    const lote = await enEjecucion(3);
    const [a = 0, b = 0, c = 0] = await itemsDe(lote);
    await destruirItems(lote, [a, b]);
    await omitir([c]);
    expect(await cerrar(lote)).toBe('cerrada');
    expect(await estadoDe(lote)).toMatchObject({ lote: 'ejecutado_parcial', ejecucion: 'terminada' });
    const [acta] = await actasDe(lote);
    expect(JSON.parse(acta?.cabecera ?? '{}')).toMatchObject({
      saldo: { items: 3, destruidos: 2, omitidos: 1, retirados: 0 },
      omisiones: [{ orden: 3, causa: 'integridad' }],
    });
    expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [lote.id])).toBe(1);
  });

  it('REQ-EXE-3: sin nada destruido no hay acta ni gasta número', async () => {
    const lote = await enEjecucion(2);
    const { antes } = await escenario.fila<{ antes: number }>(
      `SELECT coalesce(sum(ultimo), 0)::int AS antes FROM eliminacion_contadores WHERE clase = 'acta'`,
    );
    await omitir(await itemsDe(lote), 'retencion_legal');
    expect(await cerrar(lote)).toBe('cerrada');
    expect(await estadoDe(lote)).toMatchObject({ lote: 'ejecutado_parcial' });
    expect(await actasDe(lote)).toEqual([]);
    expect(
      await escenario.fila(
        `SELECT coalesce(sum(ultimo), 0)::int AS antes FROM eliminacion_contadores WHERE clase = 'acta'`,
      ),
    ).toEqual({ antes });
  });

  it('lo retirado antes de ejecutar cuenta en el cuadre y en el acta', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const publicado = await escenario.loteEn('publicado', [a, b]);
    await escenario.cumplirVentana(publicado);
    const lote = await escenario.ejecutar(
      await escenario.aprobar(publicado, {
        excluidos: [{ expedienteId: a, motivo: 'Tiene valor histórico' }],
      }),
    );
    const { itemId } = await escenario.fila<{ itemId: number }>(
      'SELECT item_id AS "itemId" FROM eliminacion_lote_progreso WHERE lote_id = $1',
      [lote.id],
    );
    await destruirItems(lote, [itemId]);
    expect(await cerrar(lote)).toBe('cerrada');
    const [acta] = await actasDe(lote);
    expect(JSON.parse(acta?.cabecera ?? '{}')).toMatchObject({
      comite: { decision: 'aprobado_parcial' },
      retirados: [{ expedienteId: a, causa: 'excluido_comite', motivo: 'Tiene valor histórico' }],
      saldo: { items: 2, destruidos: 1, omitidos: 0, retirados: 1 },
    });
  });

  it('diez a la vez: se cierra una vez, con un acta', async () => {
    const lote = await enEjecucion(1);
    await destruirItems(lote, await itemsDe(lote));
    const resultados = await Promise.all(Array.from({ length: 10 }, () => cerrar(lote)));
    expect(new Set(resultados)).toEqual(new Set(['cerrada']));
    expect(await actasDe(lote)).toHaveLength(1);
    expect(
      await escenario.cuenta(
        'audit_log',
        `sujeto_id = $1 AND accion = 'archive.eliminacion_lote_ejecutado'`,
        [lote.id],
      ),
    ).toBe(1);
  });

  it('cinco lotes que terminan a la vez: actas sin saltos', async () => {
    const lotes: LoteDePrueba[] = [];
    for (let n = 0; n < 5; n += 1) lotes.push(await enEjecucion(1));
    for (const lote of lotes) await destruirItems(lote, await itemsDe(lote));
    await Promise.all(lotes.map(cerrar));
    const filas = await escenario.query<{ ejercicio: number; consecutivos: number[] }>(
      'SELECT ejercicio, array_agg(consecutivo ORDER BY consecutivo) AS consecutivos FROM eliminacion_actas GROUP BY 1',
    );
    for (const { consecutivos } of filas)
      expect(consecutivos).toEqual(consecutivos.map((_, indice) => indice + 1));
  });

  it.each([
    [
      'un miembro que nadie omitió ni destruyó',
      `UPDATE eliminacion_lote_progreso SET estado = 'omitido' WHERE item_id = $1`,
      /^2 ítems no son 1 lápidas \+ 0 omitidos \+ 0 retirados$/,
    ],
    [
      'un omitido que ya no es miembro',
      `WITH o AS (INSERT INTO eliminacion_lote_omision (item_id, lote_id, expediente_id, estado, causa, detalle, actor, instante)
         SELECT id, lote_id, expediente_id, 'omitido', 'integridad', 'd', 'a', now() FROM eliminacion_lote_items WHERE id = $1),
       p AS (UPDATE eliminacion_lote_progreso SET estado = 'omitido' WHERE item_id = $1)
       DELETE FROM eliminacion_expediente_en_lote WHERE item_id = $1`,
      /^0 expedientes siguen en el lote y 1 fueron omitidos$/,
    ],
  ])('si no cuadra por %s, queda bloqueada, lo dice y no mueve nada', async (_nombre, dano, bloqueo) => {
    const lote = await enEjecucion(2);
    const [a = 0, b = 0] = await itemsDe(lote);
    await destruirItems(lote, [a]);
    await asSuperuser(escenario.base, async (cliente) => {
      await cliente.query(`SET search_path = "tenant_${SLUG}"; SET session_replication_role = replica`);
      await cliente.query(dano, [b]);
    });
    expect(await cerrar(lote)).toBe('bloqueada');
    expect(await estadoDe(lote)).toEqual({
      lote: 'en_ejecucion',
      ejecucion: 'bloqueada',
      bloqueo: expect.stringMatching(bloqueo),
    });
    expect(await actasDe(lote)).toEqual([]);
    expect((await rastroDe(escenario, lote.id)).asientos.at(-1)?.accion).toBe(
      'archive.eliminacion_ejecucion_bloqueada',
    );
    expect(await cerrar(lote)).toBe('bloqueada');
  });
});

describe('una ejecución de principio a fin', () => {
  // Its own database: the only tramo to claim is its own.
  beforeAll(async () => {
    await escenario.cerrar();
    escenario = await Escenario.abrir();
  });

  it('REQ-LAP-1: destruye lo aprobado, omite lo retenido y el acta dice lo que pasó', async () => {
    const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion objetos ñ '));
    try {
      await prepararCarpetaAlmacen(sistemaArchivosNode, carpeta);
      const servicios: ServiciosDocumentos = {
        db: escenario.db,
        reloj: escenario.reloj,
        puntoDeFallo: escenario.puntoDeFallo,
        almacen: almacenesEnCarpeta({ carpeta }),
        lectura: lecturasEnCarpeta({ carpeta }),
        limiteAnexoBytes: 1_000,
      };
      const archivista = makePersona('proponente', { permisos: new Set(['PERM_ARCHIVO_IMPORTAR']) });
      const expedientes = [
        await escenario.expediente({ cierre: null }),
        await escenario.expediente({ cierre: null }),
      ];
      const [destruido = '', retenido = ''] = expedientes;
      for (const [expediente, textos] of [
        [destruido, ['uno', 'compartido']],
        [retenido, ['compartido', 'otro']],
      ] as const) {
        const radicado = await escenario.radicado(expediente);
        for (const texto of textos)
          await subirAnexo(servicios, archivista, { radicado, nombre: 'a.pdf' }, [Buffer.from(texto)]);
      }
      await escenario.query(
        `UPDATE expedientes SET cierre = '2010-03-15', cierre_fundamento = 'f' WHERE id = ANY ($1)`,
        [expedientes],
      );
      const lote = await escenario.loteEn('en_ejecucion', expedientes);
      await retener(escenario, { alcance: 'expediente', expediente: retenido });

      const tramo = await escenario.tx((tx) => claimTramo(tx, 'prueba'));
      if (tramo === null) throw new Error('no hay tramo que tomar');
      const resultado = await procesarTramo({
        servicios: { ...servicios, worm: escenario.worm, documentos: documentosEmbebidos(servicios) },
        slug: SLUG,
        tramo,
        signal: new AbortController().signal,
      });
      expect(resultado).toEqual({ destruidos: 1, terminado: true, perdido: false, fallos: [] });
      expect(await cerrar(lote)).toBe('cerrada');

      expect(
        await escenario.fila(
          `SELECT expediente_id AS id, radicados_eliminados AS radicados, anexos_eliminados AS anexos, objetos_destruidos AS destruidos,
                  objetos_conservados AS conservados, bytes_liberados AS bytes, ejecutor_id AS ejecutor FROM eliminacion_lapidas WHERE lote_id = $1`,
          [lote.id],
        ),
      ).toEqual({
        id: destruido,
        radicados: 1,
        anexos: 2,
        destruidos: 1,
        conservados: 1,
        bytes: 3,
        ejecutor: 'https://identidad.example|ejecutor',
      });
      expect(
        await escenario.fila(
          'SELECT expediente_id AS id, estado, causa FROM eliminacion_lote_omision WHERE lote_id = $1',
          [lote.id],
        ),
      ).toEqual({ id: retenido, estado: 'omitido', causa: 'retencion_legal' });
      expect(await escenario.cuenta('expedientes', 'id = ANY ($1)', [expedientes])).toBe(1);
      expect(await escenario.cuenta('objetos', `estado = 'vivo'`)).toBe(2);
      const conBytes: boolean[] = [];
      for (const texto of ['uno', 'compartido', 'otro']) {
        const digest = createHash('sha256').update(texto).digest('hex');
        const claves: string[] = [];
        for await (const clave of servicios.almacen(SLUG).list())
          if (clave.includes(digest)) claves.push(clave);
        conBytes.push(claves.length > 0);
      }
      expect(conBytes).toEqual([false, true, true]);
      const libro: string[] = [];
      for await (const clave of escenario.worm(SLUG).list(`libro/${lote.id}/`)) {
        libro.push((await buffer((await escenario.worm(SLUG).get(clave)).contenido)).toString());
      }
      expect(libro.join('')).toContain(destruido);
      expect(libro.join('')).not.toContain(retenido);
      const [acta] = await actasDe(lote);
      expect(JSON.parse(acta?.cabecera ?? '{}')).toMatchObject({
        lote: { estado: 'ejecutado_parcial' },
        saldo: { items: 2, destruidos: 1, omitidos: 1, retirados: 0 },
      });
    } finally {
      await rm(carpeta, { recursive: true, force: true });
    }
  });
});
