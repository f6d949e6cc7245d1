import type pg from 'pg';
import { CONSULTAS_CATALOGO, type FilaCatalogo } from './catalogo.queries.ts';

/**
 * The catalogue of one schema as text: tables, columns, constraints, indexes, triggers, views, types, functions,
 * owners and grants, one object a block, in order of name. `alias` replaces the schema's name everywhere, so that
 * all tenants give the same text; servers 15 to 18 do too. For the pin in `drizzle/esquema.txt`.
 */
export async function volcarCatalogo(client: pg.Client, schema: string, alias: string): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // Everything but pg_catalog is then written with its schema, whoever asks.
    await client.query(`SET LOCAL search_path = ''`);
    const sections: string[] = [];
    for (const [titulo, sql] of Object.entries(CONSULTAS_CATALOGO)) {
      const { rows } = await client.query<FilaCatalogo>(sql, [schema]);
      if (rows.length > 0) sections.push(renderSection(titulo, rows));
    }
    return `# ${alias}\n\n${sections.join('\n\n')}\n`.replaceAll(schema, alias);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Lines of one object together under its name. Sorted here: servers sort text each their way. */
function renderSection(titulo: string, rows: readonly FilaCatalogo[]): string {
  const byObject = Map.groupBy(rows, (row) => row.objeto);
  const blocks = [...byObject.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([objeto, lines]) =>
      [objeto, ...lines.toSorted(inOrder).map(({ linea }) => indent(linea))].join('\n'),
    );
  return `## ${titulo}\n\n${blocks.join('\n')}`;
}

function inOrder(a: FilaCatalogo, b: FilaCatalogo): number {
  const byNumber = (a.orden ?? 0) - (b.orden ?? 0);
  if (byNumber !== 0 || a.linea === b.linea) return byNumber;
  return a.linea < b.linea ? -1 : 1;
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
