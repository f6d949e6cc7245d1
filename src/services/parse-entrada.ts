import type { z } from 'zod';
import { DomainError } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { zodFaults } from '../domain/errors/zod-faults.ts';

/** The input of a verb, parsed; `entrada_invalida` names each field and why. */
export function parseEntrada<Schema extends z.ZodType>(schema: Schema, entrada: unknown): z.output<Schema> {
  const parsed = schema.safeParse(entrada, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new DomainError(generalErrors.entrada_invalida, {}, { faults: zodFaults(parsed.error) });
}
