import { z } from '@hono/zod-openapi';
import { actaErrors } from '../domain/acta/acta.errors.ts';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { consultarActa } from '../services/acta/consultar-acta.ts';
import { descargarActa } from '../services/acta/descargar-acta.ts';
import { actaSchema, renderActa } from './acta-views.ts';
import { API_BASE } from './api-base.ts';
import { defineReadRoute } from './define-route.ts';
import { loteParam } from './lote-param.ts';
import type { Route } from './route.ts';

const CONSULTAR = { permiso: 'PERM_ELIMINACION_CONSULTAR' } as const;
const ETIQUETA = 'Acta';
const RUTA = `${API_BASE}/lotes/{lote}/acta`;
const DE_ACTA = [
  loteErrors.lote_no_encontrado,
  actaErrors.acta_no_emitida,
  actaErrors.acta_sobre_su_clearance,
];

export const actaRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'consultarActa',
    path: RUTA,
    etiqueta: ETIQUETA,
    resumen: 'El acta de eliminación de un lote',
    descripcion: 'Sus hechos y el estado de sus archivos. Exige alcanzar el nivel más alto de su inventario.',
    acceso: CONSULTAR,
    params: loteParam,
    respuestas: { 200: { descripcion: 'El acta, aunque su archivo esté en emisión.', esquema: actaSchema } },
    errores: DE_ACTA,
    handler: async ({ contexto, actor, params }) => {
      const acta = await consultarActa(contexto.servicios, actor, params.lote);
      return { estado: 200, cuerpo: renderActa(acta) };
    },
  }),
  defineReadRoute({
    operationId: 'descargarActa',
    path: `${RUTA}/descarga`,
    etiqueta: ETIQUETA,
    resumen: 'Descargar el acta',
    descripcion:
      'El archivo firmado en vigor, o el original cuya huella da el acta. El `ETag` es el SHA-256 de los bytes; la descarga queda en la auditoría.',
    acceso: CONSULTAR,
    params: loteParam,
    query: z.strictObject({
      version: z
        .string()
        .max(20)
        .default('firmada')
        .meta({ description: '`firmada` (el archivo sellado en vigor) u `original`.' }),
    }),
    respuestas: {
      200: {
        descripcion: 'Los bytes del acta, en XML.',
        esquema: z.string().meta({ format: 'binary' }),
        tipo: 'application/xml',
      },
    },
    errores: [
      ...DE_ACTA,
      actaErrors.acta_version_desconocida,
      actaErrors.acta_sin_firma,
      actaErrors.artefacto_no_disponible,
    ],
    handler: async ({ contexto, actor, params, query }) => {
      const servicios = { ...contexto.servicios, bitacora: contexto.bitacora };
      const descarga = await descargarActa(servicios, actor, params.lote, query.version);
      return { estado: 200, archivo: { ...descarga, tipo: 'application/xml' } };
    },
  }),
];
