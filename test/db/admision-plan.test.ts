import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  await escenario.expedientes(3);
});
afterAll(() => escenario.cerrar());

interface Nodo {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Nodo[];
}

/** Every node of the plan of an evaluation, with sequential scans priced out: what is left has no index to use. */
async function planDe(where: string, values: readonly unknown[]): Promise<Nodo[]> {
  const plan = await escenario.tx(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    const [fila] = await tx.query<{ 'QUERY PLAN': { Plan: Nodo }[] }>(
      `EXPLAIN (FORMAT JSON, COSTS OFF) SELECT a.motivos[1], count(*) FROM eliminacion_evaluar_admision('2026-12-01', 1, NULL) a
        WHERE ${where} GROUP BY 1`,
      values,
    );
    return fila?.['QUERY PLAN'][0]?.Plan;
  });
  const nodos: Nodo[] = [];
  const recorrer = (nodo: Nodo): void => {
    nodos.push(nodo);
    nodo.Plans?.forEach(recorrer);
  };
  if (plan !== undefined) recorrer(plan);
  return nodos;
}

describe('la evaluación de la admisión se abre dentro de la consulta que la llama', () => {
  it.each([
    [
      'una lista de ids',
      `a.expediente_id = ANY ($1::uuid[])`,
      [['0190a6f0-0000-7000-8000-000000000001', '0190a6f0-0000-7000-8000-000000000002']],
      'id = ANY',
    ],
    [
      'una serie de una versión',
      'a.trd_version_id = $1 AND a.serie_codigo = $2',
      [1, 'S'],
      'trd_version_id = ',
    ],
    ['una fecha de cierre', 'a.cierre <= $1::date', ['1990-01-01'], 'cierre <= '],
  ])('%s llega al índice de expedientes', async (_nombre, where, values, condicion) => {
    const nodos = await planDe(where, values);
    const deExpedientes = nodos.filter((nodo) => nodo['Index Cond']?.includes(condicion));
    expect(nodos.filter((nodo) => nodo['Node Type'] === 'Function Scan')).toEqual([]);
    expect(
      nodos.filter((nodo) => nodo['Relation Name'] === 'expedientes' && nodo['Node Type'] === 'Seq Scan'),
    ).toEqual([]);
    expect(deExpedientes.length).toBeGreaterThan(0);
  });

  it('cada alcance de retención, la pertenencia y los préstamos van por su índice', async () => {
    const nodos = await planDe('a.expediente_id = ANY ($1::uuid[])', [
      ['0190a6f0-0000-7000-8000-000000000001'],
    ]);
    const indices = new Set(nodos.flatMap((nodo) => ('Index Name' in nodo ? [nodo['Index Name']] : [])));
    for (const indice of ['expediente', 'serie', 'subserie', 'dependencia', 'todo'])
      expect(indices).toContain(`retenciones_${indice}`);
    expect(
      nodos.filter((nodo) => nodo['Node Type'] === 'Seq Scan').map((nodo) => nodo['Relation Name']),
    ).toEqual([]);
  });

  it('el control: una función que no se puede abrir sí aparece como tal', async () => {
    const nodos = await escenario.comoDuenio(async (cliente) => {
      await cliente.query('BEGIN');
      await cliente.query('ALTER FUNCTION eliminacion_evaluar_admision(date, bigint, uuid) VOLATILE');
      const { rows } = await cliente.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM eliminacion_evaluar_admision('2026-12-01', 1, NULL) a WHERE a.expediente_id = ANY ('{}'::uuid[])`,
      );
      await cliente.query('ROLLBACK');
      return rows.map((fila) => fila['QUERY PLAN']).join('\n');
    });
    expect(nodos).toContain('Function Scan');
  });
});
