import { z } from '@hono/zod-openapi';
import { MOTIVOS } from '../domain/admision/motivo.ts';
import { entidadErrors } from '../domain/entidad/entidad.errors.ts';
import { filtroSchema } from '../domain/lote/criterio-propuesta.ts';
import { evaluarCandidatos } from '../services/lote/evaluar-candidatos.ts';
import { API_BASE } from './api-base.ts';
import { defineReadRoute } from './define-route.ts';
import { rechazadoSchema } from './lote-views.ts';
import { cutPage, limite } from './pagina.ts';
import type { Route } from './route.ts';

const MAXIMO_EN_DIRECCION = 100;

/** The criterion of a proposal as a query: the fields of a filter, or ids of expedientes, never both. */
const candidatosQuery = z.strictObject({
  ...filtroSchema.shape,
  expediente: z
    .union([z.uuid(), z.array(z.uuid()).max(MAXIMO_EN_DIRECCION)])
    .optional()
    .meta({ description: 'Identificador de un expediente; puede repetirse. Excluye el filtro.' }),
  limite,
  despues: z.string().max(200).optional().meta({ description: 'Código del último rechazado ya visto.' }),
});

const candidatosSchema = z
  .object({
    evaluados: z.int(),
    admitidos: z.int(),
    porMotivo: z
      .partialRecord(z.enum(MOTIVOS), z.int())
      .meta({ description: 'Cuántos rechaza cada causa: el primer motivo de cada uno.' }),
    rechazados: z.array(rechazadoSchema),
    siguiente: z.string().nullable().meta({ description: 'Valor de `despues` para la página siguiente.' }),
  })
  .meta({ id: 'Candidatos' });

export const candidatosRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'evaluarCandidatos',
    path: `${API_BASE}/candidatos`,
    etiqueta: 'Lotes',
    resumen: 'Qué entraría hoy en un lote y qué no',
    descripcion:
      'La misma evaluación de la propuesta, sin proponer nada: cuántos se admiten, y cada rechazado con todos sus motivos.',
    acceso: { permiso: 'PERM_ELIMINACION_PROPONER' },
    query: candidatosQuery,
    respuestas: {
      200: { descripcion: 'El recuento y una página de rechazados, por código.', esquema: candidatosSchema },
    },
    errores: [entidadErrors.calendario_sin_definir],
    handler: async ({ contexto, actor, query }) => {
      const { limite: size, despues, expediente, ...filtro } = query;
      const criterio = {
        ...(expediente === undefined ? {} : { expedientes: [expediente].flat() }),
        ...(Object.keys(filtro).length === 0 && expediente !== undefined ? {} : { filtro }),
      };
      const { resumen, rechazados } = await evaluarCandidatos(contexto.servicios, actor, criterio, {
        limite: size + 1,
        ...(despues === undefined ? {} : { despuesDe: despues }),
      });
      const { page, last } = cutPage(rechazados, size);
      return { estado: 200, cuerpo: { ...resumen, rechazados: page, siguiente: last?.codigo ?? null } };
    },
  }),
];
