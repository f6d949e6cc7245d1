import { z } from '@hono/zod-openapi';
import { DomainError } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import type { Actor } from '../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../services/idempotencia/with-acto-tx.ts';
import { readIdempotencia, readVersion } from './mutation-headers.ts';
import { parseRequest } from './parse-request.ts';
import type {
  Acceso,
  ApiContexto,
  Metodo,
  RawRequest,
  Respuesta,
  RespuestaArchivo,
  Route,
  RouteDoc,
} from './route.ts';

const SIN_DATOS = z.strictObject({});
type SinDatos = typeof SIN_DATOS;

interface Inputs<P extends z.ZodObject, Q extends z.ZodObject> {
  readonly params?: P;
  readonly query?: Q;
}

interface ReadSpec<P extends z.ZodObject, Q extends z.ZodObject> extends RouteDoc, Inputs<P, Q> {
  readonly acceso: Exclude<Acceso, 'publico'>;
  readonly handler: (peticion: {
    readonly contexto: ApiContexto;
    readonly actor: Actor;
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
  }) => Promise<Respuesta | RespuestaArchivo>;
}

interface PublicSpec<P extends z.ZodObject, Q extends z.ZodObject> extends RouteDoc, Inputs<P, Q> {
  readonly handler: (peticion: {
    readonly contexto: ApiContexto;
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
  }) => Promise<Respuesta>;
}

interface ActSpec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, V extends boolean>
  extends RouteDoc,
    Inputs<P, Q> {
  /** POST if absent. */
  readonly method?: Exclude<Metodo, 'get'>;
  readonly acceso: Exclude<Acceso, 'publico'>;
  readonly cuerpo: B;
  /** True where the act changes something that has a version: `If-Match` is then demanded. */
  readonly version: V;
  /** Its idempotency key is kept for ever: ejecutar, aprobar, anular. */
  readonly paraSiempre?: boolean;
  readonly handler: (peticion: {
    readonly contexto: ApiContexto;
    readonly actor: Actor;
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
    readonly cuerpo: z.output<B>;
    readonly version: V extends true ? number : null;
    readonly idempotencia: SolicitudIdempotente;
  }) => Promise<Respuesta>;
}

/** A route that reads, for someone with that permission (or simply identified). */
export function defineReadRoute<P extends z.ZodObject = SinDatos, Q extends z.ZodObject = SinDatos>(
  spec: ReadSpec<P, Q>,
): Route {
  const schemas = { params: spec.params ?? SIN_DATOS, query: spec.query ?? SIN_DATOS, cuerpo: null };
  return {
    ...spec,
    ...schemas,
    method: 'get',
    mutacion: null,
    answer: async (request) => {
      const parsed = parseRequest(request, schemas);
      return spec.handler({
        contexto: request.contexto,
        actor: requireActor(request),
        params: parsed.params as z.output<P>,
        query: parsed.query as z.output<Q>,
      });
    },
  };
}

/** A route that anybody may read, without identity. */
export function definePublicRoute<P extends z.ZodObject = SinDatos, Q extends z.ZodObject = SinDatos>(
  spec: PublicSpec<P, Q>,
): Route {
  const schemas = { params: spec.params ?? SIN_DATOS, query: spec.query ?? SIN_DATOS, cuerpo: null };
  return {
    ...spec,
    ...schemas,
    method: 'get',
    acceso: 'publico',
    mutacion: null,
    answer: async (request) => {
      const parsed = parseRequest(request, schemas);
      return spec.handler({
        contexto: request.contexto,
        params: parsed.params as z.output<P>,
        query: parsed.query as z.output<Q>,
      });
    },
  };
}

/** A route that changes something: JSON body, `Idempotency-Key` always, `If-Match` where there is a version. */
export function defineActRoute<
  B extends z.ZodType,
  V extends boolean,
  P extends z.ZodObject = SinDatos,
  Q extends z.ZodObject = SinDatos,
>(spec: ActSpec<P, Q, B, V>): Route {
  const schemas = { params: spec.params ?? SIN_DATOS, query: spec.query ?? SIN_DATOS, cuerpo: spec.cuerpo };
  const method = spec.method ?? 'post';
  const mutacion = { version: spec.version, paraSiempre: spec.paraSiempre === true };
  const exito = Math.min(...Object.keys(spec.respuestas).map(Number));
  return {
    ...spec,
    ...schemas,
    method,
    mutacion,
    answer: async (request) => {
      const idempotencia = readIdempotencia(request, { method, path: spec.path, mutacion }, exito);
      const version = spec.version ? readVersion(request) : null;
      const parsed = parseRequest(request, schemas);
      return spec.handler({
        contexto: request.contexto,
        actor: requireActor(request),
        params: parsed.params as z.output<P>,
        query: parsed.query as z.output<Q>,
        cuerpo: parsed.cuerpo as z.output<B>,
        version: version as V extends true ? number : null,
        idempotencia,
      });
    },
  };
}

function requireActor(request: RawRequest): Actor {
  if (request.actor === null) throw new DomainError(generalErrors.no_autenticado);
  return request.actor;
}
