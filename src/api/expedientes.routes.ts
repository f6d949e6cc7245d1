import { z } from '@hono/zod-openapi';
import { archivoErrors } from '../domain/archivo/archivo.errors.ts';
import { documentosErrors } from '../domain/documentos/documentos.errors.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import type { Actor } from '../domain/personas/actor.ts';
import { cerrarExpedientes, cerrarExpedientesSchema } from '../services/archivo/cerrar-expedientes.ts';
import { findExpedienteAlAlcance } from '../services/archivo/find-expediente-al-alcance.ts';
import { findLapidaAlAlcance } from '../services/ejecucion/find-lapida-al-alcance.ts';
import { API_BASE } from './api-base.ts';
import { defineActRoute, defineReadRoute } from './define-route.ts';
import { expedienteSchema, lapidaSchema, renderExpediente, renderLapida } from './expediente-views.ts';
import type { ApiContexto, Respuesta, Route } from './route.ts';

const CONSULTAR = { permiso: 'PERM_ELIMINACION_CONSULTAR' } as const;
const ETIQUETA = 'Expedientes';

const expedienteParam = z.strictObject({
  expediente: z.string().min(1).max(200).meta({ description: 'Identificador o código del expediente.' }),
});

const ELIMINADO = {
  descripcion: 'El expediente fue eliminado: su lápida, con el número del acta.',
  esquema: lapidaSchema,
};

/** Gone for good, and by which acta; for whom it is out of reach it never was. */
async function answerEliminado(contexto: ApiContexto, actor: Actor, referencia: string): Promise<Respuesta> {
  const lapida = await findLapidaAlAlcance(contexto.servicios, actor, referencia);
  if (lapida === null) throw new DomainError(documentosErrors.expediente_no_encontrado);
  return { estado: 410, cuerpo: renderLapida(lapida) };
}

export const expedientesRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'consultarExpediente',
    path: `${API_BASE}/expedientes/{expediente}`,
    etiqueta: ETIQUETA,
    resumen: 'Un expediente, o lo que queda de él',
    acceso: CONSULTAR,
    params: expedienteParam,
    respuestas: { 200: { descripcion: 'El expediente.', esquema: expedienteSchema }, 410: ELIMINADO },
    errores: [documentosErrors.expediente_no_encontrado],
    handler: async ({ contexto, actor, params }) => {
      const expediente = await findExpedienteAlAlcance(contexto.servicios, actor, params.expediente);
      if (expediente !== null) return { estado: 200, cuerpo: renderExpediente(expediente) };
      return answerEliminado(contexto, actor, params.expediente);
    },
  }),
  defineReadRoute({
    operationId: 'consultarLapida',
    path: `${API_BASE}/lapidas/{expediente}`,
    etiqueta: ETIQUETA,
    resumen: 'La lápida de un expediente eliminado',
    descripcion:
      'Responde 410, como toda consulta de lo que ya no existe, con la lápida y el número del acta.',
    acceso: CONSULTAR,
    params: expedienteParam,
    respuestas: { 410: ELIMINADO },
    errores: [documentosErrors.expediente_no_encontrado],
    handler: ({ contexto, actor, params }) => answerEliminado(contexto, actor, params.expediente),
  }),
  defineActRoute({
    operationId: 'cerrarExpedientes',
    path: `${API_BASE}/expedientes/cierres`,
    etiqueta: ETIQUETA,
    resumen: 'Registrar el cierre de expedientes abiertos',
    descripcion: 'Todos o ninguno, con un fundamento; desde entonces corre su retención.',
    acceso: { permiso: 'PERM_ARCHIVO_GESTIONAR' },
    cuerpo: cerrarExpedientesSchema,
    version: false,
    respuestas: {
      200: {
        descripcion: 'Cuántos se cerraron.',
        esquema: z.object({ cerrados: z.int() }).meta({ id: 'ExpedientesCerrados' }),
      },
    },
    errores: [archivoErrors.cierre_invalido],
    handler: async ({ contexto, actor, cuerpo, idempotencia }) => ({
      estado: 200,
      cuerpo: await cerrarExpedientes(contexto.servicios, actor, cuerpo, idempotencia),
    }),
  }),
];
