import { z } from 'zod';

const codigo = z.string().trim().min(1).max(60);

/** What a hold covers: one scope, with exactly the columns that name it. */
export const alcanceSchema = z.discriminatedUnion('alcance', [
  z.strictObject({ alcance: z.literal('expediente'), expedienteId: z.uuid() }),
  z.strictObject({ alcance: z.literal('serie'), serieCodigo: codigo }),
  z.strictObject({ alcance: z.literal('subserie'), serieCodigo: codigo, subserieCodigo: codigo }),
  z.strictObject({ alcance: z.literal('dependencia'), dependenciaCodigo: codigo }),
  z.strictObject({ alcance: z.literal('lote'), loteId: z.uuid() }),
  z.strictObject({ alcance: z.literal('todo') }),
]);
export type Alcance = z.infer<typeof alcanceSchema>;

export const CLASES_RETENCION = [
  'ddhh_dih',
  'judicial',
  'disciplinario_fiscal',
  'orden_agn_consejo',
  'observacion',
  'aplazamiento',
  'otro',
] as const;
export type ClaseRetencion = (typeof CLASES_RETENCION)[number];
