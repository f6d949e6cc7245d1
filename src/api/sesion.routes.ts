import { z } from '@hono/zod-openapi';
import { PERMISOS } from '../domain/personas/permiso.ts';
import { API_BASE } from './api-base.ts';
import { defineReadRoute } from './define-route.ts';
import type { Route } from './route.ts';

const sesionSchema = z
  .object({
    nombre: z.string(),
    emisor: z.string(),
    sub: z.string(),
    clase: z.enum(['persona', 'maquina']),
    entidad: z.string(),
    permisos: z.array(z.enum(PERMISOS)),
    nivelAcceso: z.int().min(0).max(3),
    identificadoEn: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Sesion' });

export const sesionRoutes: readonly Route[] = [
  defineReadRoute({
    operationId: 'consultarSesion',
    path: `${API_BASE}/sesion`,
    etiqueta: 'Identidad',
    resumen: 'Quién es usted para el servicio',
    descripcion: 'La identidad, la entidad y los permisos que este token tiene aquí.',
    acceso: 'autenticado',
    respuestas: { 200: { descripcion: 'La identidad reconocida.', esquema: sesionSchema } },
    handler: async ({ actor }) => ({
      estado: 200,
      cuerpo: {
        nombre: actor.nombre,
        emisor: actor.issuer,
        sub: actor.sub,
        clase: actor.kind,
        entidad: actor.tenant,
        permisos: PERMISOS.filter((permiso) => actor.permisos.has(permiso)),
        nivelAcceso: actor.clearance,
        identificadoEn: actor.autenticadoEn?.toISOString() ?? null,
      },
    }),
  }),
];
