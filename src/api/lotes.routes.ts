import { z } from '@hono/zod-openapi';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { getLoteDetallado, listLotes } from '../services/lote/consultar-lote.ts';
import { listItemsDeLote } from '../services/lote/list-items-de-lote.ts';
import { API_BASE } from './api-base.ts';
import { defineReadRoute } from './define-route.ts';
import { loteParam } from './lote-param.ts';
import {
  itemSchema,
  loteDetalladoSchema,
  loteResumenSchema,
  renderItem,
  renderLoteDetallado,
  renderLoteResumen,
} from './lote-views.ts';
import { cutPage, limite } from './pagina.ts';
import type { Route } from './route.ts';

const CONSULTAR = { permiso: 'PERM_ELIMINACION_CONSULTAR' } as const;
const ETIQUETA = 'Lotes';

const lotesSchema = z
  .object({
    lotes: z.array(loteResumenSchema),
    siguiente: z.string().nullable().meta({ description: 'Valor de `despues` para la página siguiente.' }),
  })
  .meta({ id: 'PaginaDeLotes' });

const itemsSchema = z
  .object({
    items: z.array(itemSchema),
    siguiente: z.int().nullable().meta({ description: 'Valor de `despues` para la página siguiente.' }),
  })
  .meta({ id: 'PaginaDeItems' });

export const lotesRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'listarLotes',
    path: `${API_BASE}/lotes`,
    etiqueta: ETIQUETA,
    resumen: 'Lotes de la entidad',
    acceso: CONSULTAR,
    query: z.strictObject({
      limite,
      despues: z.string().max(60).optional().meta({ description: 'Código del último lote ya visto.' }),
    }),
    respuestas: { 200: { descripcion: 'Una página, por código.', esquema: lotesSchema } },
    handler: async ({ contexto, actor, query }) => {
      const rows = await listLotes(contexto.servicios, actor, {
        limite: query.limite + 1,
        ...(query.despues === undefined ? {} : { despuesDe: query.despues }),
      });
      const { page, last } = cutPage(rows, query.limite);
      return { estado: 200, cuerpo: { lotes: page.map(renderLoteResumen), siguiente: last?.codigo ?? null } };
    },
  }),
  defineReadRoute({
    operationId: 'consultarLote',
    path: `${API_BASE}/lotes/{lote}`,
    etiqueta: ETIQUETA,
    resumen: 'Un lote, su publicación, su ejecución y su acta',
    acceso: CONSULTAR,
    params: loteParam,
    respuestas: { 200: { descripcion: 'El lote, con su versión en el ETag.', esquema: loteDetalladoSchema } },
    errores: [loteErrors.lote_no_encontrado],
    handler: async ({ contexto, actor, params }) => {
      const detalle = await getLoteDetallado(contexto.servicios, actor, params.lote);
      return { estado: 200, cuerpo: renderLoteDetallado(detalle), version: detalle.lote.version };
    },
  }),
  defineReadRoute({
    operationId: 'listarItems',
    path: `${API_BASE}/lotes/{lote}/items`,
    etiqueta: ETIQUETA,
    resumen: 'Expedientes de un lote',
    descripcion: 'Solo los que su nivel de acceso alcanza, con lo que fue de cada uno.',
    acceso: CONSULTAR,
    params: loteParam,
    query: z.strictObject({
      limite,
      despues: z.coerce.number().int().min(0).default(0).meta({ description: 'Orden del último ya visto.' }),
    }),
    respuestas: { 200: { descripcion: 'Una página, por orden del inventario.', esquema: itemsSchema } },
    errores: [loteErrors.lote_no_encontrado],
    handler: async ({ contexto, actor, params, query }) => {
      const rows = await listItemsDeLote(contexto.servicios, actor, params.lote, {
        despuesDe: query.despues,
        limite: query.limite + 1,
      });
      const { page, last } = cutPage(rows, query.limite);
      return { estado: 200, cuerpo: { items: page.map(renderItem), siguiente: last?.orden ?? null } };
    },
  }),
];
