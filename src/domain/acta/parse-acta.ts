import type { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { actaErrors } from './acta.errors.ts';
import { type ActaCabecera, actaCabeceraSchema } from './acta-cabecera.ts';
import { type ActaItem, actaItemSchema } from './acta-item.ts';

function parsear<T>(esquema: z.ZodType<T>, valor: unknown): T {
  const resultado = esquema.safeParse(valor);
  if (resultado.success) return resultado.data;
  const faults = resultado.error.issues.map(({ path, message }) => ({
    campo: path.join('.'),
    motivo: message,
  }));
  const detalle = faults.map(({ campo, motivo }) => `${campo}: ${motivo}`).join('; ');
  throw new DomainError(actaErrors.acta_contenido_invalido, { detalle }, { faults, cause: resultado.error });
}

/** The header frozen as JSON, checked; throws `acta_contenido_invalido` with one fault per field. */
export function parseActaCabecera(valor: unknown): ActaCabecera {
  return parsear(actaCabeceraSchema, valor);
}

/** One item, checked; throws `acta_contenido_invalido` with one fault per field. */
export function parseActaItem(valor: unknown): ActaItem {
  return parsear(actaItemSchema, valor);
}
