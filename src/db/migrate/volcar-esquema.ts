import pg from 'pg';
import { AMBITO_GLOBAL } from './libro.ts';
import { volcarCatalogo } from './volcar-catalogo.ts';

/** The catalogue of `public` and of one tenant, which stands for all: the text that `drizzle/esquema.txt` pins. */
export async function volcarEsquema(url: string, schema: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'orpycamcp-catalogo' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const global = await volcarCatalogo(client, AMBITO_GLOBAL, AMBITO_GLOBAL);
    const tenant = await volcarCatalogo(client, schema, 'tenant_{slug}');
    return `${global}\n${tenant}`;
  } finally {
    await client.end();
  }
}
