import { z } from 'zod';
import { defineKey, defineOptionalKey } from './config-block.ts';
import { integerText, urlText } from './text-schemas.ts';

export const httpConfig = {
  host: defineKey({
    env: 'ELIMINACION_HTTP_HOST',
    doc: 'Dirección en la que escucha el servidor.',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'Debe ser un nombre de máquina o una dirección IP.' }),
    default: '127.0.0.1',
  }),
  puerto: defineKey({
    env: 'ELIMINACION_HTTP_PUERTO',
    doc: 'Puerto en el que escucha el servidor; `0` toma uno libre.',
    schema: integerText(0, 65_535),
    default: '8080',
  }),
  urlPublica: defineOptionalKey({
    env: 'ELIMINACION_URL_PUBLICA',
    doc: 'Dirección con la que la ciudadanía llega al servicio, sin barra final. Se imprime en actas y publicaciones.',
    defaultDoc: 'la dirección en la que escucha',
    schema: urlText(['https:', 'http:']).refine((text) => !text.endsWith('/') && !/[?#]/.test(text), {
      error: 'No debe llevar barra final, consulta ni fragmento.',
    }),
  }),
  saltosProxy: defineKey({
    env: 'ELIMINACION_PROXY_SALTOS',
    doc: 'Cuántos intermediarios propios hay delante. Solo de ellos se cree la dirección del cliente y el identificador de la petición; con `0`, de ninguno.',
    unit: 'saltos',
    schema: integerText(0, 10),
    default: '0',
  }),
  cuerpoMaximoBytes: defineKey({
    env: 'ELIMINACION_CUERPO_MAXIMO_BYTES',
    doc: 'Tamaño máximo del cuerpo de una petición.',
    unit: 'bytes',
    schema: integerText(1_024, 104_857_600),
    default: '1048576',
  }),
  importacionMaximaBytes: defineKey({
    env: 'ELIMINACION_IMPORTACION_MAXIMA_BYTES',
    doc: 'Tamaño máximo de un archivo que se importa (TRD, inventario).',
    unit: 'bytes',
    schema: integerText(1_024, 2_147_483_648),
    default: '52428800',
  }),
};
