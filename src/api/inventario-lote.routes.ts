import { z } from '@hono/zod-openapi';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { agregarItems, agregarItemsSchema } from '../services/lote/agregar-items.ts';
import { anularLote, anularLoteSchema } from '../services/lote/anular-lote.ts';
import { quitarItems, quitarItemsSchema } from '../services/lote/quitar-items.ts';
import { retirarItems, retirarItemsSchema } from '../services/lote/retirar-items.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute } from './define-route.ts';
import { rechazadoSchema } from './lote-views.ts';
import type { Route } from './route.ts';

const ETIQUETA = 'Inventario de un lote';
const LOTE = z.strictObject({ id: z.uuid().meta({ description: 'Identificador del lote.' }) });
const BORRADOR = [loteErrors.lote_no_encontrado, loteErrors.inventario_congelado, loteErrors.borrador_ajeno];
const DE_COMITE = [
  loteErrors.lote_no_encontrado,
  loteErrors.transicion_invalida,
  loteErrors.lote_sobre_su_clearance,
  accesoErrors.acto_reservado_a_personas,
];

export const inventarioLoteRoutes: readonly Route[] = [
  defineActRoute({
    operationId: 'agregarItems',
    path: `${API_BASE}/lotes/{id}/agregar`,
    etiqueta: ETIQUETA,
    resumen: 'Agregar expedientes a un borrador',
    acceso: { permiso: 'PERM_ELIMINACION_PROPONER' },
    params: LOTE,
    cuerpo: agregarItemsSchema.omit({ loteId: true, version: true }),
    version: true,
    respuestas: {
      200: {
        descripcion: 'Cuántos entraron, y los primeros rechazados con sus motivos.',
        esquema: z
          .object({
            version: z.int(),
            agregados: z.int(),
            total: z.int(),
            rechazados: z.array(rechazadoSchema),
          })
          .meta({ id: 'ItemsAgregados' }),
      },
    },
    errores: [...BORRADOR, loteErrors.expediente_en_otro_lote],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const vista = await agregarItems(
        contexto.servicios,
        actor,
        { ...cuerpo, loteId: params.id, version },
        idempotencia,
      );
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
  defineActRoute({
    operationId: 'quitarItems',
    path: `${API_BASE}/lotes/{id}/quitar`,
    etiqueta: ETIQUETA,
    resumen: 'Quitar expedientes de un borrador',
    acceso: { permiso: 'PERM_ELIMINACION_PROPONER' },
    params: LOTE,
    cuerpo: quitarItemsSchema.omit({ loteId: true, version: true }),
    version: true,
    respuestas: {
      200: {
        descripcion: 'Cuántos quedan.',
        esquema: z.object({ version: z.int(), quedan: z.int() }).meta({ id: 'ItemsQuitados' }),
      },
    },
    errores: [...BORRADOR, loteErrors.fila_no_pertenece, loteErrors.lote_vacio],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const vista = await quitarItems(
        contexto.servicios,
        actor,
        { ...cuerpo, loteId: params.id, version },
        idempotencia,
      );
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
  defineActRoute({
    operationId: 'retirarItems',
    path: `${API_BASE}/lotes/{id}/retirar`,
    etiqueta: ETIQUETA,
    resumen: 'Retirar filas de un lote publicado o aprobado',
    descripcion:
      'La fila sigue publicada con su suerte; la ventana no se reinicia. Retirar la última anula el lote.',
    acceso: { permiso: 'PERM_ELIMINACION_APROBAR' },
    params: LOTE,
    cuerpo: retirarItemsSchema.omit({ loteId: true, version: true }),
    version: true,
    respuestas: {
      200: {
        descripcion: 'Cuántas se retiraron y en qué estado quedó el lote.',
        esquema: z
          .object({
            version: z.int(),
            retirados: z.int(),
            estado: z.enum(['publicado', 'aprobado', 'anulado']),
          })
          .meta({ id: 'ItemsRetirados' }),
      },
    },
    errores: [...DE_COMITE, loteErrors.fila_no_pertenece],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const vista = await retirarItems(
        contexto.servicios,
        actor,
        { ...cuerpo, loteId: params.id, version },
        idempotencia,
      );
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
  defineActRoute({
    operationId: 'anularLote',
    path: `${API_BASE}/lotes/{id}/anular`,
    etiqueta: ETIQUETA,
    resumen: 'Anular un lote antes de ejecutarlo',
    descripcion: 'Libera todos sus expedientes; la página pública lo dice con su motivo.',
    acceso: { permiso: 'PERM_ELIMINACION_APROBAR' },
    params: LOTE,
    cuerpo: anularLoteSchema.omit({ loteId: true, version: true }),
    version: true,
    paraSiempre: true,
    respuestas: {
      200: {
        descripcion: 'Anulado.',
        esquema: z.object({ version: z.int(), liberados: z.int() }).meta({ id: 'LoteAnulado' }),
      },
    },
    errores: DE_COMITE,
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const vista = await anularLote(
        contexto.servicios,
        actor,
        { ...cuerpo, loteId: params.id, version },
        idempotencia,
      );
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
];
