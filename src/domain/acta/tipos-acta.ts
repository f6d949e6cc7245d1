import { z } from 'zod';
import { textoXml } from './texto-xml.ts';

/** Simple types shared by the acta's header, its items and the addenda. The XSD says the same in `src/xml/definicion`. */
export const fechaCivil = z.iso.date('debe ser una fecha AAAA-MM-DD');
export const instante = z.iso.datetime({ offset: true, error: 'debe ser un instante RFC 3339 con zona' });
export const cantidad = z.int().nonnegative();
export const ordinal = z.int().positive();
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'debe ser un SHA-256 en 64 hexadecimales');
export const identificador = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'debe ser un UUID en minúsculas');
export const codigoCausa = z.string().regex(/^[a-z][a-z0-9_]*$/, 'debe ser un código de causa');

export const metodoFisico = z.enum(['picado', 'triturado', 'otro']);
export const soporte = z.enum(['fisico', 'electronico', 'hibrido']);

/** An act that approves or decides: number and date, both printed (REQ-INS-1). */
export const actoNumerado = z.strictObject({ numero: textoXml, fecha: fechaCivil });
