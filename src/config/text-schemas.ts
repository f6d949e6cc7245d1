import { z } from 'zod';

/** Schemas over the text of an environment variable. Their messages are Spanish and never repeat the value. */

/** An integer between both limits, inclusive. */
export function integerText(min: number, max: number): z.ZodType<number> {
  const motivo = `Debe ser un número entero entre ${min} y ${max}.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error: motivo })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: motivo });
}

/** A complete URL with one of these protocols. */
export function urlText(protocols: readonly string[]): z.ZodType<string> {
  const motivo = `Debe ser una dirección completa que empiece por ${protocols.map((p) => `${p}//`).join(' o ')}.`;
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: motivo,
  });
}

/** The address of a PostgreSQL database. */
export function postgresUrlText(): z.ZodType<string> {
  return urlText(['postgres:', 'postgresql:']);
}

/** JSON text that must have the shape of the schema; a syntax error is told without quoting the text. */
export function jsonText<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'No es un JSON válido.' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** A comma-separated list whose members come from a closed set; the word `all` stands for the whole of it. */
export function listText<const T extends string>(
  members: readonly T[],
  all: string,
): z.ZodType<readonly T[]> {
  const motivo = `Debe ser «${all}» o una lista separada por comas de: ${members.join(', ')}.`;
  return z.string().transform((text, context): readonly T[] => {
    if (text.trim() === all) return members;
    const names = new Set(text.split(',').map((name) => name.trim()));
    const known = members.filter((member) => names.has(member));
    if (known.length === names.size) return known;
    context.addIssue({ code: 'custom', message: motivo });
    return z.NEVER;
  });
}
