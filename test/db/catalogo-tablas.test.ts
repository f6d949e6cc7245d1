import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

/**
 * What every table of an entity refuses to everybody, its owner included. A new table must be placed here by whoever
 * brings it: a table that only grows and has no guard is noticed, and so is a guard that goes missing.
 */
const SOLO_CRECEN = [
  'audit_log',
  'calendario_cierres',
  'calendario_no_habiles',
  'calendario_versiones',
  'documentos_purga_objetos',
  'eliminacion_actas',
  'eliminacion_constancia_items',
  'eliminacion_constancias_fisicas',
  'eliminacion_copias_respaldo',
  'eliminacion_decision_asistentes',
  'eliminacion_decisiones',
  'eliminacion_lapida_radicados',
  'eliminacion_lapidas',
  'eliminacion_lote_omision_historia',
  'eliminacion_observaciones',
  'movimientos_fisicos',
  'trd_correcciones',
  'trd_serie',
  'trd_version',
];
/** Rows change, as each guard of theirs lets them, but none is taken away. */
const NO_SE_BORRAN = [
  'audit_head',
  'comite_integrantes',
  'eliminacion_artefactos',
  'eliminacion_contadores',
  'eliminacion_disponibilidad',
  'eliminacion_ejecuciones',
  'eliminacion_lote_omision',
  'eliminacion_lote_progreso',
  'eliminacion_lote_tramos',
  'eliminacion_lotes',
  'eliminacion_observacion_filas',
  'eliminacion_publicaciones',
  'prestamos',
  'retenciones_legales',
  'transferencias',
  'trd_muestras',
  'trd_revisiones',
];
/** Rows go one by one, by the rules of their own triggers or foreign keys; the whole table never. */
const NO_SE_VACIAN = [
  'anexos',
  'eliminacion_lote_items',
  'entidad',
  'expediente_indice',
  'expedientes',
  'fisico_unidades',
  'objetos',
  'radicados',
  'vinculos',
];
/** Nobody writes it but the triggers of others. */
const SOLO_EL_MOTOR = ['eliminacion_expediente_en_lote'];
/** Working tables: what is in them is swept when it is over, and says nothing of what was done. */
const DE_TRABAJO = ['audit_denegaciones', 'idempotencia', 'outbox', 'subidas'];

const ESPERADO = Object.fromEntries([
  ...SOLO_CRECEN.map((tabla) => [tabla, ['DELETE', 'TRUNCATE', 'UPDATE']]),
  ...NO_SE_BORRAN.map((tabla) => [tabla, ['DELETE', 'TRUNCATE']]),
  ...NO_SE_VACIAN.map((tabla) => [tabla, ['TRUNCATE']]),
  ...SOLO_EL_MOTOR.map((tabla) => [tabla, ['DELETE', 'INSERT', 'TRUNCATE', 'UPDATE']]),
  ...DE_TRABAJO.map((tabla) => [tabla, []]),
]) as Record<string, string[]>;

/** Guards of whole statements: BEFORE, per statement, for every column and without a condition. */
async function listGuardas(): Promise<Record<string, string[]>> {
  const filas = await escenario.query<{ tabla: string; guardas: string[] }>(
    `SELECT c.relname AS tabla, coalesce(array_agg(DISTINCT e.evento ORDER BY e.evento) FILTER (WHERE e.evento IS NOT NULL), '{}') AS guardas
       FROM pg_class c
       LEFT JOIN (SELECT t.tgrelid, v.evento FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
                    JOIN (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) v (bit, evento) ON t.tgtype & v.bit <> 0
                   WHERE NOT t.tgisinternal AND t.tgtype & 1 = 0 AND t.tgtype & 2 = 2 AND t.tgattr::text = '' AND t.tgqual IS NULL
                     AND f.prosrc LIKE '%RAISE EXCEPTION%' AND t.tgenabled = 'O') e ON e.tgrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.relname`,
  );
  return Object.fromEntries(filas.map(({ tabla, guardas }) => [tabla, guardas]));
}

describe('lo que cada tabla rechaza a cualquiera', () => {
  it('está decidido para todas, y es lo que hay en la base', async () => {
    expect(await listGuardas()).toEqual(ESPERADO);
  });

  it('es lo mismo en todas las entidades', async () => {
    const nombres = (slug: string) =>
      escenario.tx(
        (tx) =>
          tx.query(
            'SELECT relname, tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal ORDER BY 1, 2',
          ),
        slug,
      );
    expect(await nombres('otra')).toEqual(await nombres('demo'));
  });

  const columnaDe = async (tabla: string): Promise<string> => {
    const { columna } = await escenario.fila<{ columna: string }>(
      `SELECT attname AS columna FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attgenerated = '' AND attidentity = '' ORDER BY attnum LIMIT 1`,
      [tabla],
    );
    return columna;
  };

  it.each(SOLO_CRECEN)('%s solo admite añadir', async (tabla) => {
    const columna = await columnaDe(tabla);
    for (const sql of [
      `UPDATE ${tabla} SET ${columna} = ${columna}`,
      `DELETE FROM ${tabla}`,
      `TRUNCATE ${tabla} CASCADE`,
    ]) {
      expect([sql, await escenario.rechazoAlDuenio(sql)]).toEqual([sql, 'registro_inmutable']);
    }
    const privilegios = await escenario.fila(
      `SELECT has_table_privilege($1, 'UPDATE') AS cambia, has_table_privilege($1, 'DELETE') AS borra, has_table_privilege($1, 'TRUNCATE') AS vacia,
              has_table_privilege($1, 'TRIGGER') AS dispara`,
      [tabla],
    );
    expect(privilegios).toEqual({ cambia: false, borra: false, vacia: false, dispara: false });
  });

  it.each(NO_SE_BORRAN)('de %s no se borra nada', async (tabla) => {
    for (const sql of [`DELETE FROM ${tabla}`, `TRUNCATE ${tabla} CASCADE`]) {
      expect([sql, await escenario.rechazoAlDuenio(sql)]).toEqual([sql, 'registro_inmutable']);
    }
    expect(
      await escenario.fila(
        `SELECT has_table_privilege($1, 'DELETE') AS borra, has_table_privilege($1, 'TRUNCATE') AS vacia`,
        [tabla],
      ),
    ).toEqual({
      borra: false,
      vacia: false,
    });
  });

  it.each(NO_SE_VACIAN)('%s no se vacía', async (tabla) => {
    expect(await escenario.rechazoAlDuenio(`TRUNCATE ${tabla} CASCADE`)).toBe('registro_inmutable');
    expect(await escenario.rechazo(`TRUNCATE ${tabla} CASCADE`)).toBe('42501');
  });
});

describe('REQ-HOLD-3: una retención legal solo se levanta, una vez, por otra persona', () => {
  const imponer = async (): Promise<number> => {
    const { id } = await escenario.fila<{ id: number }>(
      `INSERT INTO retenciones_legales (alcance, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
       VALUES ('todo', 'judicial', 'm', 'a', 'm', '2030-01-01', now(), 'ana') RETURNING id`,
    );
    return id;
  };
  const LEVANTAR = `UPDATE retenciones_legales SET levantada_en = now(), levantada_por = $2, levantada_motivo = 'fin' WHERE id = $1`;

  it('la levanta otra persona, con motivo, y ya no se toca', async () => {
    const id = await imponer();
    expect(await escenario.rechazo(LEVANTAR, [id, 'ana'])).toBe('retencion_levanta_otro');
    expect(await escenario.rechazo(LEVANTAR.replace(`, levantada_motivo = 'fin'`, ''), [id, 'luis'])).toBe(
      'retencion_levantada_completa',
    );
    await escenario.query(LEVANTAR, [id, 'luis']);
    expect(await escenario.rechazo(LEVANTAR, [id, 'eva'])).toBe('retencion_inmutable');
  });

  it('lo que dice no cambia, tampoco para el dueño', async () => {
    const id = await imponer();
    expect(await escenario.rechazo(`UPDATE retenciones_legales SET motivo = 'x' WHERE id = $1`, [id])).toBe(
      '42501',
    );
    expect(
      await escenario.rechazoAlDuenio(`UPDATE retenciones_legales SET motivo = 'x' WHERE id = $1`, [id]),
    ).toBe('retencion_inmutable');
  });

  it.each([
    ['expediente', {}],
    ['serie', { subserie_codigo: "'1'" }],
    ['subserie', { serie_codigo: "'1'" }],
    ['dependencia', {}],
    ['lote', {}],
    ['todo', { serie_codigo: "'1'" }],
  ])(
    'de alcance %s sin decir sobre qué, o diciendo de más, no entra',
    async (alcance, columnas: Record<string, string>) => {
      const nombres = ['alcance', ...Object.keys(columnas)].join(', ');
      const valores = [`'${alcance}'`, ...Object.values(columnas)].join(', ');
      const sql = `INSERT INTO retenciones_legales (${nombres}, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
      VALUES (${valores}, 'otro', 'm', 'a', 'm', '2030-01-01', now(), 'ana')`;
      expect(await escenario.rechazo(sql)).toBe('retencion_alcance_completo');
    },
  );
});

describe('REQ-INS-2: una corrección ilegible no entra, porque no podría quitarse', () => {
  it.each([
    ['ag', 'diez'],
    ['ac', '-1'],
    ['ac', '1000'],
    ['disposicion', 'M'],
    ['serie_nombre', ''],
  ])('%s = «%s»', async (campo, valor) => {
    const { serieId } = await escenario.instrumento();
    const sql = `INSERT INTO trd_correcciones (serie_id, campo, valor_nuevo, motivo, acto, instante, actor) VALUES ($1, $2, $3, 'm', 'a', now(), 'x')`;
    expect(await escenario.rechazo(sql, [serieId, campo, valor])).toBe('trd_correccion_legible');
  });
});
