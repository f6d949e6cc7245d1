import { z } from '@hono/zod-openapi';
import { definePublicRoute } from './define-route.ts';
import type { Route } from './route.ts';

const vivoSchema = z.object({ estado: z.literal('vivo'), version: z.string() }).meta({ id: 'Vida' });

const listoSchema = z
  .object({
    estado: z.enum(['listo', 'no_listo']),
    comprobaciones: z.array(z.object({ nombre: z.string(), ok: z.boolean(), motivo: z.string().nullable() })),
  })
  .meta({ id: 'Disponibilidad' });

/** Alive: the process answers. Ready: everything it needs answers too, and if not, which part and why. */
export const healthRoutes: readonly Route[] = [
  definePublicRoute({
    operationId: 'vida',
    path: '/healthz',
    etiqueta: 'Salud',
    resumen: 'El proceso responde',
    respuestas: { 200: { descripcion: 'Responde.', esquema: vivoSchema } },
    handler: async ({ contexto }) => ({ estado: 200, cuerpo: { estado: 'vivo', version: contexto.version } }),
  }),
  definePublicRoute({
    operationId: 'disponibilidad',
    path: '/readyz',
    etiqueta: 'Salud',
    resumen: 'El servicio puede trabajar',
    descripcion: 'Comprueba la base de datos, sus migraciones, los almacenes y la clave de firma.',
    respuestas: {
      200: { descripcion: 'Puede trabajar.', esquema: listoSchema },
      503: { descripcion: 'No puede: cada comprobación dice su motivo.', esquema: listoSchema },
    },
    handler: async ({ contexto: { health, apagando } }) => {
      const { listo, comprobaciones } = await health.run();
      const apagado = { nombre: 'proceso', ok: false, motivo: 'El servicio se está apagando.' };
      const todas = apagando() ? [apagado, ...comprobaciones] : comprobaciones;
      return listo && !apagando()
        ? { estado: 200, cuerpo: { estado: 'listo', comprobaciones: todas } }
        : { estado: 503, cuerpo: { estado: 'no_listo', comprobaciones: todas } };
    },
  }),
];
