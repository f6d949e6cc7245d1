import { z } from '@hono/zod-openapi';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { CANALES_OBSERVACION } from '../domain/observacion/canal.ts';
import { observacionErrors } from '../domain/observacion/observacion.errors.ts';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { listObservaciones } from '../services/observacion/list-observaciones.ts';
import {
  registrarObservacionRecibida,
  registrarObservacionRecibidaSchema,
} from '../services/observacion/registrar-observacion-recibida.ts';
import {
  responderObservacion,
  responderObservacionSchema,
} from '../services/observacion/responder-observacion.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute, defineReadRoute } from './define-route.ts';
import type { Route } from './route.ts';

const ETIQUETA = 'Observaciones';
const RUTA = `${API_BASE}/lotes/{id}/observaciones`;
const LOTE = z.strictObject({ id: z.uuid().meta({ description: 'Identificador del lote.' }) });
const LIMITE = 100;

const observacionSchema = z
  .object({
    numero: z.string(),
    canal: z.enum(CANALES_OBSERVACION),
    recibidaEn: z.iso.datetime(),
    aTiempo: z.boolean(),
    texto: z.string(),
    filas: z.int(),
    pendientes: z.int().meta({ description: 'Filas que aún esperan respuesta.' }),
  })
  .meta({ id: 'Observacion' });

export const observacionesRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'listarObservaciones',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Observaciones recibidas sobre un lote',
    acceso: { permiso: 'PERM_ELIMINACION_CONSULTAR' },
    params: LOTE,
    query: z.strictObject({
      despues: z.string().max(60).default('').meta({ description: 'Último número ya visto.' }),
    }),
    respuestas: {
      200: {
        descripcion: 'Una página, por número; sin los datos de quien observó.',
        esquema: z
          .object({ observaciones: z.array(observacionSchema), siguiente: z.string().nullable() })
          .meta({ id: 'Observaciones' }),
      },
    },
    errores: [loteErrors.lote_no_encontrado],
    handler: async ({ contexto, actor, params, query }) => {
      const pagina = { despuesDe: query.despues, limite: LIMITE };
      const filas = await listObservaciones(contexto.servicios, actor, params.id, pagina);
      const observaciones = filas.map(({ recibidaEn, ...fila }) => ({
        ...fila,
        recibidaEn: recibidaEn.toISOString(),
      }));
      const siguiente = filas.length < LIMITE ? null : (filas.at(-1)?.numero ?? null);
      return { estado: 200, cuerpo: { observaciones, siguiente } };
    },
  }),
  defineActRoute({
    operationId: 'registrarObservacionRecibida',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'Registrar una observación recibida por otro medio',
    descripcion: 'Decide la fecha de recibo, no la de registro; las extemporáneas se registran como tales.',
    acceso: { permiso: 'PERM_ELIMINACION_PUBLICAR' },
    params: LOTE,
    cuerpo: registrarObservacionRecibidaSchema.omit({ loteId: true }),
    version: false,
    respuestas: {
      201: {
        descripcion: 'Registrada, con su número.',
        esquema: z
          .object({ numero: z.string(), aTiempo: z.boolean(), filas: z.int() })
          .meta({ id: 'ObservacionRegistrada' }),
      },
    },
    errores: [
      loteErrors.lote_no_encontrado,
      loteErrors.fila_no_pertenece,
      observacionErrors.lote_sin_publicar,
      observacionErrors.observacion_fecha_invalida,
    ],
    handler: async ({ contexto, actor, params, cuerpo, idempotencia }) => ({
      estado: 201,
      cuerpo: await registrarObservacionRecibida(
        contexto.servicios,
        actor,
        { ...cuerpo, loteId: params.id },
        idempotencia,
      ),
    }),
  }),
  defineActRoute({
    operationId: 'responderObservacion',
    path: `${RUTA}/{numero}/responder`,
    etiqueta: ETIQUETA,
    resumen: 'Responder una observación, fila por fila',
    descripcion:
      'Aceptada: la fila sale del lote. Rechazada: con su motivación escrita. Retirar la última anula el lote.',
    acceso: { permiso: 'PERM_ELIMINACION_APROBAR' },
    params: LOTE.extend({ numero: z.string().min(1).max(60) }),
    cuerpo: responderObservacionSchema.omit({ loteId: true, version: true, numero: true }),
    version: true,
    respuestas: {
      200: {
        descripcion: 'Cuántas filas se respondieron y cuántas salieron.',
        esquema: z
          .object({
            version: z.int(),
            respondidas: z.int(),
            retirados: z.int(),
            estado: z.enum(['publicado', 'anulado']),
          })
          .meta({ id: 'ObservacionRespondida' }),
      },
    },
    errores: [
      loteErrors.lote_no_encontrado,
      loteErrors.transicion_invalida,
      loteErrors.lote_sobre_su_clearance,
      observacionErrors.observacion_no_encontrada,
      observacionErrors.observacion_ya_respondida,
      accesoErrors.acto_reservado_a_personas,
    ],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const entrada = { ...cuerpo, loteId: params.id, version, numero: params.numero };
      const vista = await responderObservacion(contexto.servicios, actor, entrada, idempotencia);
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
];
