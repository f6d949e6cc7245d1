import { z } from '@hono/zod-openapi';
import { archivoErrors } from '../domain/archivo/archivo.errors.ts';
import { ESTADOS_LOTE } from '../domain/lote/estado-lote.ts';
import { loteErrors } from '../domain/lote/lote.errors.ts';
import { accesoErrors } from '../domain/personas/acceso.errors.ts';
import { consultarEjecucion } from '../services/ejecucion/consultar-ejecucion.ts';
import {
  registrarConstanciaFisica,
  registrarConstanciaFisicaSchema,
} from '../services/ejecucion/registrar-constancia-fisica.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute, defineReadRoute } from './define-route.ts';
import { loteParam } from './lote-param.ts';
import type { Route } from './route.ts';

const ETIQUETA = 'Ejecución';

const ejecucionSchema = z
  .object({
    lote: z.object({ id: z.uuid(), codigo: z.string(), estado: z.enum(ESTADOS_LOTE) }),
    ejecucion: z
      .object({
        n: z.int().meta({ description: 'Primera, segunda…: cada reintento es otra.' }),
        clase: z.enum(['inicial', 'reintento']),
        estado: z.enum(['en_curso', 'terminada', 'bloqueada']),
        ejecutor: z.string(),
        iniciadaEn: z.iso.datetime(),
        terminadaEn: z.iso.datetime().nullable(),
        bloqueo: z.string().nullable().meta({ description: 'Por qué se detuvo y espera a una persona.' }),
      })
      .nullable()
      .meta({ description: 'La última ordenada; nula antes de la primera.' }),
    progreso: z.object({
      total: z.int(),
      pendientes: z.int(),
      esperaFisico: z.int().meta({ description: 'En papel, a la espera de su constancia.' }),
      destruidos: z.int(),
      omitidos: z.int(),
    }),
    omisiones: z.array(z.object({ estado: z.string(), causa: z.string(), cuantas: z.int() })),
  })
  .meta({ id: 'AvanceDeEjecucion' });

export const ejecucionRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'consultarEjecucion',
    path: `${API_BASE}/lotes/{lote}/ejecucion`,
    etiqueta: ETIQUETA,
    resumen: 'Avance de la destrucción de un lote',
    descripcion: 'En este instante, y solo de los expedientes que su nivel de acceso alcanza.',
    acceso: { permiso: 'PERM_ELIMINACION_CONSULTAR' },
    params: loteParam,
    respuestas: { 200: { descripcion: 'El avance.', esquema: ejecucionSchema } },
    errores: [loteErrors.lote_no_encontrado],
    handler: async ({ contexto, actor, params }) => {
      const { lote, ejecucion, progreso, omisiones } = await consultarEjecucion(
        contexto.servicios,
        actor,
        params.lote,
      );
      const { id, codigo, estado } = lote;
      const cuerpo: z.input<typeof ejecucionSchema> = {
        lote: { id, codigo, estado },
        ejecucion:
          ejecucion === null
            ? null
            : {
                n: ejecucion.n,
                clase: ejecucion.clase,
                estado: ejecucion.estado,
                ejecutor: ejecucion.ejecutorNombre,
                iniciadaEn: ejecucion.iniciadaEn.toISOString(),
                terminadaEn: ejecucion.terminadaEn?.toISOString() ?? null,
                bloqueo: ejecucion.bloqueo,
              },
        progreso,
        omisiones: [...omisiones],
      };
      return { estado: 200, cuerpo };
    },
  }),
  defineActRoute({
    operationId: 'registrarConstanciaFisica',
    path: `${API_BASE}/lotes/{id}/constancias`,
    etiqueta: ETIQUETA,
    resumen: 'Registrar la constancia de destrucción del papel',
    descripcion:
      'Cómo, cuándo, dónde, ante quién y con qué evidencia. Sin lista de expedientes cubre a todos los que esperan. Exige haberse identificado hace menos de 15 minutos.',
    acceso: { permiso: 'PERM_ELIMINACION_EJECUTAR' },
    params: z.strictObject({ id: z.uuid().meta({ description: 'Identificador del lote.' }) }),
    cuerpo: registrarConstanciaFisicaSchema.omit({ loteId: true, version: true }),
    version: true,
    paraSiempre: true,
    respuestas: {
      201: {
        descripcion: 'Cuántos expedientes dejaron de esperar.',
        esquema: z.object({ items: z.int(), version: z.int() }).meta({ id: 'ConstanciaRegistrada' }),
      },
    },
    errores: [
      loteErrors.lote_no_encontrado,
      loteErrors.transicion_invalida,
      loteErrors.lote_sobre_su_clearance,
      archivoErrors.constancia_invalida,
      accesoErrors.acto_reservado_a_personas,
      accesoErrors.login_antiguo,
    ],
    handler: async ({ contexto, actor, params, version, cuerpo, idempotencia }) => {
      const entrada = { ...cuerpo, loteId: params.id, version };
      const vista = await registrarConstanciaFisica(contexto.servicios, actor, entrada, idempotencia);
      return { estado: 201, cuerpo: vista, version: vista.version };
    },
  }),
];
