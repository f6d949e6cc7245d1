import { z } from 'zod';

const codigo = z.string().trim().min(1).max(60);

/** Filter of a proposal: every field given must match. */
export const filtroSchema = z
  .strictObject({
    version: codigo.optional(),
    serie: codigo.optional(),
    subserie: codigo.optional(),
    dependencia: codigo.optional(),
    cierreHasta: z.iso.date().optional(),
    soporte: z.enum(['fisico', 'electronico', 'hibrido']).optional(),
    texto: z.string().trim().min(2).max(200).optional(),
  })
  .refine((filtro) => Object.keys(filtro).length > 0, { message: 'Indique al menos un criterio.' });

/** What a lote is proposed from: a filter or an explicit list, never both. */
export const criterioSchema = z.union([
  z.strictObject({ filtro: filtroSchema }),
  z.strictObject({ expedientes: z.array(z.uuid()).min(1).max(10_000) }),
]);

export type Criterio = z.infer<typeof criterioSchema>;
