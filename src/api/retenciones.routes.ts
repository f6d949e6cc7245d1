import { z } from '@hono/zod-openapi';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { CLASES_RETENCION } from '../domain/retencion/alcance.ts';
import { retencionLegalErrors } from '../domain/retencion/retencion-legal.errors.ts';
import { imponerRetencion, imponerRetencionSchema } from '../services/retencion/imponer-retencion.ts';
import { levantarRetencion, levantarRetencionSchema } from '../services/retencion/levantar-retencion.ts';
import { listRetenciones } from '../services/retencion/list-retenciones.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute, defineReadRoute } from './define-route.ts';
import type { Route } from './route.ts';

const ETIQUETA = 'Retenciones legales';
const RUTA = `${API_BASE}/retenciones`;
const LIMITE = 100;

const retencionSchema = z
  .object({
    id: z.int(),
    alcance: z.enum(['expediente', 'subserie', 'serie', 'dependencia', 'lote', 'todo']),
    expedienteId: z.uuid().nullable(),
    serieCodigo: z.string().nullable(),
    subserieCodigo: z.string().nullable(),
    dependenciaCodigo: z.string().nullable(),
    loteId: z.uuid().nullable(),
    clase: z.enum(CLASES_RETENCION),
    mandato: z.string(),
    autoridad: z.string(),
    motivo: z.string(),
    revisionEn: z.iso.date(),
    impuestaEn: z.iso.datetime(),
    levantadaEn: z.iso.datetime().nullable(),
    levantadaMotivo: z.string().nullable(),
  })
  .meta({ id: 'Retencion' });

const impuestaSchema = z
  .object({
    id: z.int(),
    protegidos: z.int().meta({ description: 'Expedientes en lotes que desde ahora no se destruyen.' }),
    destruidos: z.int().meta({ description: 'Ya destruidos cuando se impuso.' }),
    inciertos: z
      .int()
      .meta({ description: 'En manos de un ejecutor en ese instante: no se afirma nada de ellos.' }),
  })
  .meta({ id: 'RetencionImpuesta' });

export const retencionesRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'listarRetenciones',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Retenciones impuestas',
    acceso: { permiso: 'PERM_ELIMINACION_CONSULTAR' },
    query: z.strictObject({
      despues: z.coerce
        .number()
        .int()
        .nonnegative()
        .default(0)
        .meta({ description: 'Última retención ya vista.' }),
      vigentes: z.enum(['si', 'no']).default('si').meta({ description: '`no`: también las levantadas.' }),
    }),
    respuestas: {
      200: {
        descripcion: 'Una página, en orden.',
        esquema: z
          .object({ retenciones: z.array(retencionSchema), siguiente: z.int().nullable() })
          .meta({ id: 'Retenciones' }),
      },
    },
    handler: async ({ contexto, actor, query }) => {
      const filas = await listRetenciones(contexto.servicios, actor, {
        despuesDe: query.despues,
        limite: LIMITE,
        soloVigentes: query.vigentes === 'si',
      });
      const retenciones = filas.map(
        ({ impuestaPor: _por, levantadaPor: _otra, impuestaEn, levantadaEn, ...fila }) => ({
          ...fila,
          impuestaEn: impuestaEn.toISOString(),
          levantadaEn: levantadaEn?.toISOString() ?? null,
        }),
      );
      return {
        estado: 200,
        cuerpo: { retenciones, siguiente: filas.length < LIMITE ? null : (filas.at(-1)?.id ?? null) },
      };
    },
  }),
  defineActRoute({
    operationId: 'imponerRetencion',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Imponer una retención legal',
    descripcion:
      'En cualquier estado, también con una ejecución en curso. La respuesta dice qué se había destruido ya.',
    acceso: { permiso: 'PERM_RETENCION_LEGAL' },
    cuerpo: imponerRetencionSchema,
    version: false,
    paraSiempre: true,
    respuestas: { 201: { descripcion: 'Impuesta.', esquema: impuestaSchema } },
    errores: [retencionLegalErrors.alcance_desconocido],
    handler: async ({ contexto, actor, cuerpo, idempotencia }) => ({
      estado: 201,
      cuerpo: await imponerRetencion(contexto.servicios, actor, cuerpo, idempotencia),
    }),
  }),
  defineActRoute({
    operationId: 'levantarRetencion',
    path: `${RUTA}/{id}/levantar`,
    etiqueta: ETIQUETA,
    resumen: 'Levantar una retención legal',
    descripcion: 'Debe hacerlo otra persona, con motivo. No reanuda nada por sí sola.',
    acceso: { permiso: 'PERM_RETENCION_LEGAL' },
    params: z.strictObject({ id: z.coerce.number().int().positive() }),
    cuerpo: levantarRetencionSchema.omit({ id: true }),
    version: false,
    paraSiempre: true,
    respuestas: {
      200: {
        descripcion: 'Levantada.',
        esquema: z.object({ id: z.int() }).meta({ id: 'RetencionLevantada' }),
      },
    },
    errores: [
      retencionLegalErrors.retencion_no_encontrada,
      retencionLegalErrors.retencion_ya_levantada,
      retencionLegalErrors.retencion_levanta_otro,
      accesoErrors.login_antiguo,
      accesoErrors.acto_reservado_a_personas,
    ],
    handler: async ({ contexto, actor, params, cuerpo, idempotencia }) => ({
      estado: 200,
      cuerpo: await levantarRetencion(contexto.servicios, actor, { ...cuerpo, id: params.id }, idempotencia),
    }),
  }),
];
