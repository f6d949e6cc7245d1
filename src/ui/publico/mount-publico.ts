import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import { openArchivoPublico } from '../../services/publicacion/abrir-archivo-publico.ts';
import { readNombreEntidad } from '../../services/publicacion/leer-entidad.ts';
import {
  findPublicacionPublica,
  listFilasPublicas,
  listPublicaciones,
} from '../../services/publicacion/leer-publicacion.ts';
import type { Servicios } from '../../services/servicios.ts';
import type { WebEnv } from '../../web/web-env.ts';
import { renderListaPage, renderPublicacionPage } from './publicacion.page.ts';
import { PUBLICO_STYLE } from './publico-style.ts';

const FILAS_POR_PAGINA = 500;
const LOTES_POR_PAGINA = 500;
const POLITICA =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Publico = Pick<Servicios, 'db' | 'reloj' | 'worm'>;

/** The entity's public pages: no login, no script; the entity is in the path, never in the Host. */
export function mountPublico(app: Hono<WebEnv>, servicios: Publico): void {
  app.get('/publico/estilo.css', (c) =>
    c.body(PUBLICO_STYLE, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    }),
  );
  app.get('/publico/:tenant', async (c) => {
    const tenant = c.req.param('tenant');
    const lotes = await listPublicaciones(servicios, tenant, { limite: LOTES_POR_PAGINA });
    return page(c, renderListaPage(await readNombreEntidad(servicios, tenant), lotes, `/publico/${tenant}`));
  });
  app.get('/publico/:tenant/lotes/:codigo', async (c) => {
    const { tenant, codigo } = c.req.param();
    const despuesDe = readDespuesDe(c.req.query('despues'));
    const publicacion = await findPublicacionPublica(servicios, tenant, codigo);
    if (publicacion === null) throw new DomainError(generalErrors.no_encontrado);
    const filas = await listFilasPublicas(servicios, tenant, codigo, { despuesDe, limite: FILAS_POR_PAGINA });
    const ultima = filas.at(-1);
    const base = `/publico/${tenant}`;
    const hayMas =
      ultima !== undefined && ultima.orden < publicacion.filas && filas.length === FILAS_POR_PAGINA;
    return page(
      c,
      renderPublicacionPage(
        publicacion,
        filas,
        hayMas ? `${base}/lotes/${codigo}?despues=${ultima.orden}` : null,
        base,
      ),
    );
  });
  app.get('/publico/:tenant/lotes/:codigo/inventario.jsonl', (c) => archivo(c, servicios, 'inventario'));
  app.get('/publico/:tenant/lotes/:codigo/acta.xml', (c) => archivo(c, servicios, 'acta'));
}

async function page(c: Context<WebEnv>, body: ReturnType<typeof renderListaPage>): Promise<Response> {
  c.header('Content-Security-Policy', POLITICA);
  c.header('Cache-Control', 'public, max-age=60');
  return c.html(body);
}

/** Frozen bytes, streamed with back-pressure; a reader that goes away releases the file. */
async function archivo(
  c: Context<WebEnv>,
  servicios: Publico,
  clase: 'inventario' | 'acta',
): Promise<Response> {
  const { tenant = '', codigo = '' } = c.req.param() as { tenant?: string; codigo?: string };
  const abierto = await openArchivoPublico(servicios, tenant, codigo, clase);
  if (abierto === null) throw new DomainError(generalErrors.no_encontrado);
  return c.body(Readable.toWeb(abierto.contenido) as ReadableStream, 200, {
    'Content-Type': abierto.tipo,
    'Content-Length': String(abierto.tamano),
    'Content-Disposition': `attachment; filename="${abierto.nombre}"`,
    ETag: `"${abierto.sha256}"`,
    'Cache-Control': 'public, max-age=300',
  });
}

function readDespuesDe(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,9}$/.test(text)) {
    throw new DomainError(
      generalErrors.entrada_invalida,
      {},
      { faults: [{ campo: 'despues', motivo: 'Debe ser el número de la última fila vista.' }] },
    );
  }
  return Number(text);
}
