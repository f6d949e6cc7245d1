import { z } from '@hono/zod-openapi';
import { entidadErrors } from '../domain/entidad/entidad.errors.ts';
import { actualizarCalendario } from '../services/entidad/actualizar-calendario.ts';
import { consultarEntidad } from '../services/entidad/consultar-entidad.ts';
import { definirEntidad, definirEntidadSchema } from '../services/entidad/definir-entidad.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute, defineReadRoute } from './define-route.ts';
import type { Route } from './route.ts';

const ADMINISTRAR = { permiso: 'PERM_ENTIDAD_ADMIN' } as const;
const ETIQUETA = 'Entidad';
const RUTA = `${API_BASE}/entidad`;

const entidadSchema = z
  .object({
    nombre: z.string(),
    nit: z.string(),
    municipio: z.string(),
    correoObservaciones: z.string(),
    direccionPublica: z.string().meta({ description: 'Donde la ciudadanía lee los inventarios publicados.' }),
    umbralDisponibilidad: z
      .int()
      .meta({ description: 'Porcentaje de sondeos de un día que deben responder para que el día cuente.' }),
    ejecutorPuedeProponer: z.boolean(),
  })
  .meta({ id: 'Entidad' });

export const entidadRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'consultarEntidad',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Los datos de la entidad',
    acceso: ADMINISTRAR,
    respuestas: { 200: { descripcion: 'Como se imprimen en inventarios y actas.', esquema: entidadSchema } },
    errores: [entidadErrors.entidad_sin_definir],
    handler: async ({ contexto, actor }) => ({
      estado: 200,
      cuerpo: await consultarEntidad(contexto.servicios, actor),
    }),
  }),
  defineActRoute({
    operationId: 'definirEntidad',
    method: 'put',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Registrar los datos de la entidad',
    acceso: ADMINISTRAR,
    cuerpo: definirEntidadSchema,
    version: false,
    respuestas: { 200: { descripcion: 'Los datos, como quedaron.', esquema: entidadSchema } },
    handler: async ({ contexto, actor, cuerpo, idempotencia }) => ({
      estado: 200,
      cuerpo: await definirEntidad(contexto.servicios, actor, cuerpo, idempotencia),
    }),
  }),
  defineActRoute({
    operationId: 'actualizarCalendario',
    path: `${API_BASE}/calendario/actualizar`,
    etiqueta: ETIQUETA,
    resumen: 'Poner al día el calendario de días hábiles',
    descripcion: 'Con los festivos de la ley vigente y los cierres de la entidad. Repetirlo no cambia nada.',
    acceso: ADMINISTRAR,
    cuerpo: z.strictObject({}),
    version: false,
    respuestas: {
      200: {
        descripcion: 'La versión en vigor.',
        esquema: z.object({ codigo: z.string(), nueva: z.boolean() }).meta({ id: 'CalendarioActualizado' }),
      },
    },
    handler: async ({ contexto, actor, idempotencia }) => ({
      estado: 200,
      cuerpo: await actualizarCalendario(contexto.servicios, actor, idempotencia),
    }),
  }),
];
