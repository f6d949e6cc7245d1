import type { Context, Hono } from 'hono';
import type { Actor } from '../domain/personas/actor.ts';
import { requirePermiso } from '../domain/personas/require-permiso.ts';
import type { Autenticar } from '../web/autenticacion/autenticar.ts';
import { readBody } from '../web/read-body.ts';
import type { WebEnv } from '../web/web-env.ts';
import type { ApiContexto, RawRequest, Respuesta, Route } from './route.ts';
import { sendArchivo } from './send-archivo.ts';

export interface MountOptions {
  readonly contexto: ApiContexto;
  readonly autenticar: Autenticar;
  readonly cuerpoMaximoBytes: number;
  /** Compare each answer with what the route declares, and fail on a difference: everywhere but in production. */
  readonly validarRespuestas: boolean;
}

/** Puts the table of routes on the application. Identity and permission are settled before a byte of body is read. */
export function mountRoutes(app: Hono<WebEnv>, routes: readonly Route[], options: MountOptions): void {
  for (const route of routes) {
    app.on(route.method.toUpperCase(), toHonoPath(route.path), async (c) => {
      c.set('operationId', route.operationId);
      const actor = await admit(route, options.autenticar, c);
      const maximo = route.cuerpo === null ? 0 : options.cuerpoMaximoBytes;
      const body = route.mutacion === null ? new Uint8Array() : await readBody(c.req.raw, maximo);
      const respuesta = await route.answer(toRawRequest(options.contexto, c, actor, body));
      if ('archivo' in respuesta) return sendArchivo(c, respuesta);
      if (options.validarRespuestas) assertDeclared(route, respuesta);
      return render(respuesta);
    });
  }
}

/** `/lotes/{id}` of the document as `/lotes/:id` of the router. */
function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

async function admit(route: Route, autenticar: Autenticar, c: Context<WebEnv>): Promise<Actor | null> {
  if (route.acceso === 'publico') return null;
  const actor = await autenticar(c);
  if (route.acceso !== 'autenticado') requirePermiso(actor, route.acceso.permiso);
  return actor;
}

function toRawRequest(
  contexto: ApiContexto,
  c: Context<WebEnv>,
  actor: Actor | null,
  body: Uint8Array,
): RawRequest {
  const url = new URL(c.req.url);
  const query = Object.entries(c.req.queries()).map(([name, values]) => {
    const [only, ...others] = values;
    return [name, others.length === 0 && only !== undefined ? only : values] as const;
  });
  return {
    contexto,
    actor,
    params: c.req.param(),
    query: Object.fromEntries(query),
    body,
    pathAndQuery: url.pathname + url.search,
    header: (name) => c.req.header(name),
  };
}

function render({ estado, cuerpo, version, cabeceras }: Respuesta): Response {
  return new Response(JSON.stringify(cuerpo), {
    status: estado,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(version === undefined ? {} : { ETag: `"${version}"` }),
      ...cabeceras,
    },
  });
}

function assertDeclared(route: Route, { estado, cuerpo }: Respuesta): void {
  const declared = route.respuestas[estado];
  if (declared === undefined) throw new Error(`${route.operationId} answers an undeclared ${estado}`);
  declared.esquema.parse(cuerpo);
}
