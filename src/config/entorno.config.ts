import { z } from 'zod';
import { defineKey, defineOptionalKey } from './config-block.ts';
import { integerText, listText } from './text-schemas.ts';

const ENTORNOS = ['production', 'development', 'test'] as const;

export const ROLES = [
  'api',
  'executor',
  'signature',
  'workflow',
  'notification',
  'relay',
  'housekeeping',
] as const;
export type Rol = (typeof ROLES)[number];

export const entornoConfig = {
  entorno: defineKey({
    env: 'ELIMINACION_ENTORNO',
    doc: 'Dónde corre el servicio. `production` no arranca con valores inseguros; los otros dos permiten identidades de desarrollo y PostgreSQL embebido.',
    schema: z.enum(ENTORNOS, { error: `Debe ser uno de: ${ENTORNOS.join(', ')}.` }),
    default: 'development',
  }),
  roles: defineKey({
    env: 'ELIMINACION_ROLES',
    doc: `Papeles de este proceso, separados por comas: ${ROLES.join(', ')}; o \`all\` para todos.`,
    schema: listText(ROLES, 'all'),
    default: 'all',
  }),
  apagadoMaximoS: defineKey({
    env: 'ELIMINACION_APAGADO_MAXIMO_S',
    doc: 'Cuánto se espera, al apagar, a que terminen las peticiones y tareas en curso.',
    unit: 'segundos',
    schema: integerText(0, 3_600),
    default: '30',
  }),
  relojPrueba: defineOptionalKey({
    env: 'ELIMINACION_RELOJ_PRUEBA',
    doc: 'Instante en que arranca un reloj de prueba. Solo para demostraciones: en `production` el servicio no arranca con él.',
    unit: 'instante RFC 3339',
    schema: z.iso
      .datetime({ offset: true, error: 'Debe ser un instante con zona, como 2026-12-01T08:30:00-05:00.' })
      .transform((text) => new Date(text)),
  }),
  falloEn: defineOptionalKey({
    env: 'ELIMINACION_FALLO_EN',
    doc: 'Punto en que el proceso se mata a sí mismo, para ensayar caídas: `lapida.confirmada`, o `documentos.entre_objetos:3` para la tercera vez. En `production` el servicio no arranca con él.',
    schema: z.string().regex(/^[a-z_]+\.[a-z_]+(:[1-9][0-9]{0,5})?$/, {
      error: 'Debe ser punto o punto:vez, como lapida.confirmada:2.',
    }),
  }),
};
