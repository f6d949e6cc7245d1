import { z } from 'zod';

const SOLO_XML = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

/** True when every character may stand in XML 1.0: no control characters, no lone surrogates, no U+FFFE/U+FFFF. */
export function isTextoXml(texto: string): boolean {
  return SOLO_XML.test(texto);
}

export const MOTIVO_TEXTO_XML =
  'contiene caracteres de control o incompletos que un documento XML no admite; corrija el texto';

/** Free text that ends in a signed document; refused at input, because after destruction it is too late. */
export const textoXml = z
  .string()
  .min(1, 'no puede estar vacío')
  .refine(isTextoXml, { message: MOTIVO_TEXTO_XML });
