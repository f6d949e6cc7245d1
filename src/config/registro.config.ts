import { z } from 'zod';
import { defineKey } from './config-block.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const registroConfig = {
  nivel: defineKey({
    env: 'ELIMINACION_LOG_NIVEL',
    doc: `Detalle del registro técnico: ${LOG_LEVELS.join(', ')}.`,
    schema: z.enum(LOG_LEVELS, { error: `Debe ser uno de: ${LOG_LEVELS.join(', ')}.` }),
    default: 'info',
  }),
};
