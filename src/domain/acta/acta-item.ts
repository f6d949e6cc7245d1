import { z } from 'zod';
import { textoXml } from './texto-xml.ts';
import {
  actoNumerado,
  cantidad,
  codigoCausa,
  fechaCivil,
  identificador,
  instante,
  metodoFisico,
  ordinal,
  soporte,
} from './tipos-acta.ts';

/**
 * One destroyed expediente as the acta prints it (REQ-ACT-1). Everything was frozen at proposal or counted from the
 * intention; `tituloPublico` is the reviewed public rendering and `fundamentoReserva` the legal basis of its masking
 * (null: shown as it is). `orden` is the row's number in the lote, so the acta's own sequence has the gaps of what
 * was omitted or withdrawn. `sal` is 128 random bits in hex.
 */
export const actaItemSchema = z.strictObject({
  orden: ordinal,
  expedienteId: identificador,
  expedienteCodigo: textoXml,
  titulo: textoXml,
  tituloPublico: textoXml,
  fundamentoReserva: textoXml.nullable(),
  serie: z.strictObject({
    version: textoXml,
    dependencia: textoXml.nullable(),
    codigo: textoXml,
    subserie: textoXml.nullable(),
  }),
  serieNombre: textoXml,
  subserieNombre: textoXml.nullable(),
  actoConvalidacionTrd: actoNumerado,
  actaAprobacionTrd: actoNumerado,
  disposicion: z.enum(['E', 'S']),
  fundamento: textoXml,
  fechasExtremas: z.strictObject({ inicio: fechaCivil.nullable(), fin: fechaCivil.nullable() }),
  cierre: fechaCivil,
  /** Years of archivo de gestión and central; `termino` = cierre + both; `vence` = rolled to a business day. */
  vencimiento: z.strictObject({ ag: cantidad, ac: cantidad, termino: fechaCivil, vence: fechaCivil }),
  soporte,
  folios: cantidad.nullable(),
  radicadosEliminados: cantidad,
  anexosEliminados: cantidad,
  destruidoEn: instante,
  sal: z.string().regex(/^[0-9a-f]{32}$/, 'debe ser 128 bits en 32 hexadecimales'),
  antecedente: z.strictObject({ lote: textoXml, causa: codigoCausa }).nullable(),
  ampliaciones: z.array(z.strictObject({ numero: ordinal, anexos: ordinal, motivo: textoXml })),
  constanciaFisica: z
    .strictObject({ numero: ordinal, metodo: metodoFisico, fecha: fechaCivil, lugar: textoXml })
    .nullable(),
});

export type ActaItem = z.infer<typeof actaItemSchema>;

/** `completa` is internal; `publica` has the same rows and ids, masked titles with their legal basis, and no `sal`. */
export const RENDICIONES = ['completa', 'publica'] as const;
export type Rendicion = (typeof RENDICIONES)[number];
