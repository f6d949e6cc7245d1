import { z } from '@hono/zod-openapi';

/** A lote in a path that only reads: by id, or by the code that people use. */
export const loteParam = z.strictObject({
  lote: z
    .string()
    .min(1)
    .max(60)
    .meta({ description: 'Identificador o código del lote.', example: 'LOTE-2026-0001' }),
});
