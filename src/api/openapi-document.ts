import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { DomainError, type ErrorDefinition } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { peticionErrors } from '../domain/errors/peticion.errors.ts';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { httpStatus } from '../web/problem.ts';
import { problemaSchema } from './problema-schema.ts';
import type { Route } from './route.ts';

type Responses = RouteConfig['responses'];
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

const DESCRIPCION = `Servicio de eliminación documental: propone lotes de expedientes con la retención cumplida, publica el
inventario, recoge observaciones y la decisión del Comité, destruye exactamente lo aprobado y deja lápidas y un acta
firmada. Los errores son problem+json (RFC 9457) con \`code\`, y sus faltas nombran cada campo o fila.`;

const CABECERA_TENANT = z.string().meta({
  description: 'La entidad por la que se actúa, si la identidad alcanza varias.',
  example: 'demo',
});

const CABECERA_CLAVE = z.string().meta({
  description: 'Valor propio de esta solicitud: repetirla con él da la misma respuesta, sin repetir el acto.',
  example: '0197a1c2-publicar-1',
});

const CABECERA_VERSION = z.string().meta({ description: 'El ETag de lo que se leyó.', example: '"3"' });

/** The OpenAPI 3.1 document of the table of routes. Pure: the same table always gives the same document. */
export function buildOpenApiDocument(routes: readonly Route[], version: string): OpenApiDocument {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'identidad', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token de acceso del emisor de identidades de la entidad.',
  });
  for (const route of routes) registry.registerPath(toPath(route));
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Eliminación documental', version, description: DESCRIPCION },
  });
}

function toPath(route: Route): RouteConfig {
  return {
    method: route.method,
    path: route.path,
    operationId: route.operationId,
    tags: [route.etiqueta],
    summary: route.resumen,
    description: describe(route),
    security: route.acceso === 'publico' ? [] : [{ identidad: [] }],
    request: {
      params: route.params,
      query: route.query,
      headers: toHeaders(route),
      ...(route.cuerpo === null
        ? {}
        : { body: { required: true, content: { 'application/json': { schema: route.cuerpo } } } }),
    },
    responses: { ...successes(route), ...refusals(route) },
  };
}

function describe(route: Route): string {
  const acceso =
    route.acceso === 'publico'
      ? 'Sin identidad.'
      : route.acceso === 'autenticado'
        ? 'Cualquier identidad válida.'
        : `Exige \`${route.acceso.permiso}\`.`;
  return route.descripcion === undefined ? acceso : `${route.descripcion}\n\n${acceso}`;
}

function toHeaders(route: Route): z.ZodObject {
  return z.object({
    ...(route.acceso === 'publico' ? {} : { 'X-Tenant': CABECERA_TENANT.optional() }),
    ...(route.mutacion === null ? {} : { 'Idempotency-Key': CABECERA_CLAVE }),
    ...(route.mutacion?.version === true ? { 'If-Match': CABECERA_VERSION } : {}),
  });
}

function successes(route: Route): Responses {
  const entries = Object.entries(route.respuestas).map(
    ([status, { descripcion, esquema, tipo = 'application/json' }]) => [
      status,
      { description: descripcion, content: { [tipo]: { schema: esquema } } },
    ],
  );
  return Object.fromEntries(entries);
}

/** Refusals grouped by status: each says which codes it may carry and when. */
function refusals(route: Route): Responses {
  const groups = Map.groupBy(possibleErrors(route), (definition) => httpStatus(new DomainError(definition)));
  const entries = [...groups].map(([status, definitions]) => [
    status,
    {
      description: definitions.map((item) => `\`${item.code}\`: ${item.titulo}.`).join(' '),
      content: { 'application/problem+json': { schema: problemaSchema } },
    },
  ]);
  return Object.fromEntries(entries);
}

function possibleErrors(route: Route): readonly ErrorDefinition[] {
  const definitions = [
    ...(route.acceso === 'publico' ? [] : DE_IDENTIDAD),
    ...(typeof route.acceso === 'string' ? [] : [generalErrors.sin_permiso]),
    ...(takesInput(route) ? [generalErrors.entrada_invalida] : []),
    ...(route.mutacion === null ? [] : DE_MUTACION),
    ...(route.mutacion?.version === true ? DE_VERSION : []),
    ...(route.errores ?? []),
    ...(route.acceso === 'publico' ? [] : [generalErrors.base_no_disponible]),
    generalErrors.error_interno,
  ];
  return [...new Map(definitions.map((item) => [item.code, item])).values()];
}

function takesInput(route: Route): boolean {
  return (
    [route.params, route.query].some((schema) => Object.keys(schema.shape).length > 0) ||
    route.cuerpo !== null
  );
}

const DE_IDENTIDAD = [
  generalErrors.no_autenticado,
  accesoErrors.token_invalido,
  accesoErrors.tenant_requerido,
  accesoErrors.tenant_no_permitido,
  generalErrors.tenant_suspendido,
  accesoErrors.emisor_no_disponible,
];

const DE_MUTACION = [
  peticionErrors.cuerpo_ilegible,
  peticionErrors.idempotencia_requerida,
  generalErrors.idempotencia_distinta,
  peticionErrors.cuerpo_demasiado_grande,
  peticionErrors.tipo_no_admitido,
];

const DE_VERSION = [peticionErrors.version_requerida, generalErrors.version_obsoleta];
