import { z } from '@hono/zod-openapi';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { ejecutarLote, ejecutarLoteSchema } from '../services/ejecucion/ejecutar-lote.ts';
import { aprobarLote, aprobarLoteSchema } from '../services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../services/lote/confirmar-version-publica.ts';
import { exigirActoEnLinea } from '../services/lote/exigir-acto-en-linea.ts';
import { proponerLote, proponerLoteSchema } from '../services/lote/proponer-lote.ts';
import { publicarLote } from '../services/lote/publicar-lote.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute } from './define-route.ts';
import { lotePropuestoSchema } from './lote-views.ts';
import type { Route } from './route.ts';

const ETIQUETA = 'Actos sobre un lote';
const LOTE = z.strictObject({ id: z.uuid().meta({ description: 'Identificador del lote.' }) });
const SIN_CUERPO = z.strictObject({});

/** Refusals of any act on an existing lote. */
const DE_ACTO = [
  loteErrors.lote_no_encontrado,
  loteErrors.transicion_invalida,
  loteErrors.lote_sobre_su_clearance,
  accesoErrors.acto_reservado_a_personas,
];

const publicadoSchema = z
  .object({
    codigo: z.string(),
    version: z.int(),
    url: z.string(),
    primerDia: z.iso.date(),
    ultimoDia: z.iso.date(),
    sha256Completo: z.string(),
    sha256Publico: z.string(),
  })
  .meta({ id: 'LotePublicado' });

const aprobadoSchema = z
  .object({
    codigo: z.string(),
    version: z.int(),
    estado: z.enum(['aprobado', 'anulado']),
    aprobados: z.int(),
    retirados: z.int(),
  })
  .meta({ id: 'LoteAprobado' });

const ordenadaSchema = z
  .object({ codigo: z.string(), version: z.int(), ejecucionId: z.int(), items: z.int() })
  .meta({ id: 'EjecucionOrdenada' });

export const actosLoteRoutes: readonly Route[] = [
  defineActRoute({
    operationId: 'proponerLote',
    path: `${API_BASE}/lotes`,
    etiqueta: ETIQUETA,
    resumen: 'Proponer un lote',
    descripcion:
      'Por filtro o por lista. Entra todo expediente admitido; los demás se informan con todos sus motivos y no impiden la propuesta.',
    acceso: { permiso: 'PERM_ELIMINACION_PROPONER' },
    cuerpo: proponerLoteSchema,
    version: false,
    respuestas: { 201: { descripcion: 'El lote, en borrador.', esquema: lotePropuestoSchema } },
    errores: [loteErrors.sin_items_admitidos, loteErrors.expediente_en_otro_lote],
    handler: async ({ contexto, actor, cuerpo, idempotencia }) => {
      const { id, codigo, version, resumen, rechazados } = await proponerLote(
        contexto.servicios,
        actor,
        cuerpo,
        idempotencia,
      );
      return {
        estado: 201,
        cuerpo: { id, codigo, version, ...resumen, rechazados },
        version,
        cabeceras: { Location: `${API_BASE}/lotes/${id}` },
      };
    },
  }),
  defineActRoute({
    operationId: 'confirmarVersionPublica',
    path: `${API_BASE}/lotes/{id}/confirmar-version-publica`,
    etiqueta: ETIQUETA,
    resumen: 'Confirmar la versión pública de cada fila',
    descripcion:
      'Una persona responde por el enmascaramiento propuesto de las filas que aún esperan revisión.',
    acceso: { permiso: 'PERM_ELIMINACION_PUBLICAR' },
    params: LOTE,
    cuerpo: SIN_CUERPO,
    version: true,
    respuestas: {
      200: {
        descripcion: 'Cuántas filas se confirmaron.',
        esquema: z.object({ filas: z.int(), version: z.int() }).meta({ id: 'VersionPublicaConfirmada' }),
      },
    },
    errores: [...DE_ACTO, loteErrors.inventario_congelado],
    handler: async ({ contexto, actor, params, version, idempotencia }) => {
      const entrada = { loteId: params.id, version };
      const cuerpo = await confirmarVersionPublica(contexto.servicios, actor, entrada, idempotencia);
      return { estado: 200, cuerpo, version: cuerpo.version };
    },
  }),
  defineActRoute({
    operationId: 'publicarLote',
    path: `${API_BASE}/lotes/{id}/publicar`,
    etiqueta: ETIQUETA,
    resumen: 'Publicar el inventario por 60 días hábiles',
    acceso: { permiso: 'PERM_ELIMINACION_PUBLICAR' },
    params: LOTE,
    cuerpo: SIN_CUERPO,
    version: true,
    respuestas: { 200: { descripcion: 'Publicado, con su plazo y sus huellas.', esquema: publicadoSchema } },
    errores: [
      ...DE_ACTO,
      loteErrors.lote_demasiado_grande,
      loteErrors.lote_vacio,
      loteErrors.items_no_admitidos,
      loteErrors.revision_publica_pendiente,
    ],
    handler: async ({ contexto, actor, params, version, idempotencia }) => {
      const entrada = { loteId: params.id, version };
      await exigirActoEnLinea(contexto.servicios, actor, { loteId: params.id, orden: 'publicar' });
      const cuerpo = await publicarLote(contexto.servicios, actor, entrada, idempotencia);
      return { estado: 200, cuerpo, version: cuerpo.version };
    },
  }),
  defineActRoute({
    operationId: 'aprobarLote',
    path: `${API_BASE}/lotes/{id}/aprobar`,
    etiqueta: ETIQUETA,
    resumen: 'Registrar la aprobación del Comité',
    descripcion:
      'Con el acta de la sesión, su concepto técnico, asistentes y votos; puede excluir o aplazar filas. Exige haberse identificado hace menos de 15 minutos.',
    acceso: { permiso: 'PERM_ELIMINACION_APROBAR' },
    params: LOTE,
    cuerpo: aprobarLoteSchema.omit({ loteId: true, version: true }),
    version: true,
    paraSiempre: true,
    respuestas: {
      200: { descripcion: 'Aprobado, o anulado si no quedó ninguna fila.', esquema: aprobadoSchema },
    },
    errores: [
      ...DE_ACTO,
      accesoErrors.login_antiguo,
      loteErrors.separacion_de_personas,
      loteErrors.lote_demasiado_grande,
      loteErrors.ventana_abierta,
      loteErrors.observaciones_sin_responder,
      loteErrors.quorum_insuficiente,
      loteErrors.fila_no_pertenece,
      loteErrors.inventario_alterado,
    ],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const entrada = { ...cuerpo, loteId: params.id, version };
      await exigirActoEnLinea(contexto.servicios, actor, { loteId: params.id, orden: 'aprobar' });
      const vista = await aprobarLote(contexto.servicios, actor, entrada, idempotencia);
      return { estado: 200, cuerpo: vista, version: vista.version };
    },
  }),
  defineActRoute({
    operationId: 'ejecutarLote',
    path: `${API_BASE}/lotes/{id}/ejecutar`,
    etiqueta: ETIQUETA,
    resumen: 'Ordenar la destrucción',
    descripcion:
      'No se puede deshacer: exige escribir el código del lote y haberse identificado hace menos de 15 minutos. Responde enseguida; el avance se sigue en el lote.',
    acceso: { permiso: 'PERM_ELIMINACION_EJECUTAR' },
    params: LOTE,
    cuerpo: ejecutarLoteSchema.omit({ loteId: true, version: true }),
    version: true,
    paraSiempre: true,
    respuestas: { 202: { descripcion: 'Ordenada; `Location` es donde se sigue.', esquema: ordenadaSchema } },
    errores: [
      ...DE_ACTO,
      accesoErrors.login_antiguo,
      loteErrors.separacion_de_personas,
      loteErrors.confirmacion_no_coincide,
      loteErrors.retencion_legal,
    ],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const entrada = { ...cuerpo, loteId: params.id, version };
      const vista = await ejecutarLote(contexto.servicios, actor, entrada, idempotencia);
      return {
        estado: 202,
        cuerpo: vista,
        version: vista.version,
        cabeceras: { Location: `${API_BASE}/lotes/${params.id}` },
      };
    },
  }),
];
