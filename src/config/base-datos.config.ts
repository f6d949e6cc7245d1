import { z } from 'zod';
import { defineKey, defineOptionalKey } from './config-block.ts';
import { integerText, postgresUrlText } from './text-schemas.ts';

export const baseDatosConfig = {
  url: defineOptionalKey({
    env: 'DATABASE_URL',
    doc: 'PostgreSQL con el rol de aplicación. Sin ella, fuera de `production`, se usa un PostgreSQL embebido.',
    schema: postgresUrlText(),
    secret: true,
  }),
  migracionesUrl: defineOptionalKey({
    env: 'MIGRATIONS_DATABASE_URL',
    doc: 'PostgreSQL con el rol propietario, por conexión directa (nunca a través de un agrupador de transacciones): la usan las migraciones y el alta de entidades.',
    schema: postgresUrlText(),
    secret: true,
  }),
  auditoriaUrl: defineOptionalKey({
    env: 'AUDIT_DATABASE_URL',
    doc: 'PostgreSQL con el rol del trabajo de auditoría: el único que registra verificaciones de la cadena.',
    schema: postgresUrlText(),
    secret: true,
  }),
  bloqueoMigracionesS: defineKey({
    env: 'MIGRATIONS_LOCK_TIMEOUT_S',
    doc: 'Cuánto espera una migración a que otra suelte el candado antes de rendirse.',
    unit: 'segundos',
    schema: integerText(1, 86_400),
    default: '600',
  }),
  conexionesMaximas: defineKey({
    env: 'ELIMINACION_CONEXIONES_MAXIMAS',
    doc: 'Conexiones a PostgreSQL que este proceso mantiene como máximo.',
    unit: 'conexiones',
    schema: integerText(2, 500),
    default: '10',
  }),
  datos: defineOptionalKey({
    env: 'ELIMINACION_DATOS',
    doc: 'Carpeta de los datos propios: PostgreSQL embebido y, si no se dice otra cosa, los almacenes.',
    defaultDoc: '`.data`; como root en una carpeta personal cerrada, `/var/lib/orpycamcp`',
    schema: z.string().min(1, { error: 'No puede estar vacía.' }),
  }),
};
