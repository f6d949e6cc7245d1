import { z } from '@hono/zod-openapi';

const faltaSchema = z.object({
  campo: z.string().optional(),
  hoja: z.string().optional(),
  fila: z.int().optional(),
  columna: z.string().optional(),
  valor: z.string().optional(),
  motivo: z.string(),
});

/** The shape of every refusal (RFC 9457), as the document shows it. */
export const problemaSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    parametros: z.record(z.string(), z.unknown()).optional(),
    faults: z.array(faltaSchema).optional(),
  })
  .meta({ id: 'Problema' });
