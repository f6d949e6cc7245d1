import type { Readable } from 'node:stream';
import type { z } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorDefinition } from '../domain/errors/domain-error.ts';
import type { Actor } from '../domain/personas/actor.ts';
import type { Permiso } from '../domain/personas/permiso.ts';
import type { HealthRegistry } from '../observability/health-registry.ts';
import type { Bitacora } from '../services/ports/bitacora.ts';
import type { Servicios } from '../services/servicios.ts';

/** Who may call a route. There is no default: a route that does not say is not a route. */
export type Acceso = { readonly permiso: Permiso } | 'autenticado' | 'publico';

export type Metodo = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A success: JSON, with the version for its ETag where the resource has one. */
export interface Respuesta {
  readonly estado: ContentfulStatusCode;
  readonly cuerpo: unknown;
  readonly version?: number;
  readonly cabeceras?: Readonly<Record<string, string>>;
}

/** A success that is a file: its bytes pass through as they come, and are let go of if the reader goes away. */
export interface RespuestaArchivo {
  readonly estado: 200;
  readonly archivo: {
    /** As it should be saved; may hold any letter. */
    readonly nombre: string;
    readonly tipo: string;
    /** Of these very bytes: their strong ETag. */
    readonly sha256: string;
    readonly tamano: number;
    /** Called only when the bytes are going to be sent: neither for HEAD nor for a 304. */
    abrir(): Promise<Readable>;
  };
  readonly cabeceras?: Readonly<Record<string, string>>;
}

/** One success of a route, for the document and for the check of what is really sent. */
export interface RespuestaDeclarada {
  readonly descripcion: string;
  readonly esquema: z.ZodType;
  /** Media type; JSON unless told otherwise. */
  readonly tipo?: string;
}

/** What handlers work with. It comes with each request, so that the table of routes is a constant. */
export interface ApiContexto {
  readonly servicios: Pick<Servicios, 'db' | 'reloj' | 'worm'>;
  readonly bitacora: Bitacora;
  readonly health: HealthRegistry;
  readonly version: string;
  /** True once the process has begun to stop. */
  readonly apagando: () => boolean;
}

/** The request as HTTP brought it, with its actor once there is one. */
export interface RawRequest {
  readonly contexto: ApiContexto;
  readonly actor: Actor | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly pathAndQuery: string;
  header(name: string): string | undefined;
}

/** What each route tells about itself, whatever its kind. */
export interface RouteDoc {
  readonly operationId: string;
  readonly path: string;
  readonly etiqueta: string;
  readonly resumen: string;
  readonly descripcion?: string;
  readonly respuestas: Readonly<Record<number, RespuestaDeclarada>>;
  /** Refusals of its own, besides those that any route of its access has. */
  readonly errores?: readonly ErrorDefinition[];
}

export interface RouteSchemas {
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly cuerpo: z.ZodType | null;
}

/** A row of the route table: everything that mounting, documenting and pinning need. */
export interface Route extends RouteDoc, RouteSchemas {
  readonly method: Metodo;
  readonly acceso: Acceso;
  /** Null on routes that change nothing. */
  readonly mutacion: { readonly version: boolean; readonly paraSiempre: boolean } | null;
  answer(request: RawRequest): Promise<Respuesta | RespuestaArchivo>;
}
