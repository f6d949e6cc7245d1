import { z } from '@hono/zod-openapi';

export const limite = z.coerce
  .number()
  .int()
  .min(1)
  .max(200)
  .default(50)
  .meta({ description: 'Cuántos por página.' });

/** One more row than asked for says that there is another page, without counting. */
export function cutPage<T>(
  rows: readonly T[],
  size: number,
): { readonly page: readonly T[]; readonly last: T | null } {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? (page.at(-1) ?? null) : null };
}
