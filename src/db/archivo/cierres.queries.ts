import type { TenantTx } from '../tenant-tx.ts';

export interface CierrePedido {
  readonly codigo: string;
  readonly fecha: string;
}

export interface ExpedientePorCerrar {
  readonly n: number;
  readonly codigo: string;
  readonly fecha: string;
  readonly id: string | null;
  readonly cierre: string | null;
  readonly fechaInicial: string | null;
  readonly nivel: number | null;
}

/** The expedientes of a bulk closing, locked, in the order asked; unknown codes come with a null id. */
export async function lockPorCerrar(
  tx: TenantTx,
  pedidos: readonly CierrePedido[],
): Promise<ExpedientePorCerrar[]> {
  const codigos = pedidos.map(({ codigo }) => codigo);
  await tx.query('SELECT 1 FROM expedientes WHERE codigo = ANY ($1::text[]) ORDER BY id FOR UPDATE', [
    codigos,
  ]);
  return tx.query<ExpedientePorCerrar>(
    `SELECT p.n, p.codigo, p.fecha, e.id, e.cierre, e.fecha_inicial AS "fechaInicial", e.nivel_seguridad AS nivel
       FROM unnest($1::text[], $2::date[]) WITH ORDINALITY AS p (codigo, fecha, n)
       LEFT JOIN expedientes e ON e.codigo = p.codigo ORDER BY p.n`,
    [codigos, pedidos.map(({ fecha }) => fecha)],
  );
}

/** Records the closings of expedientes that are open. */
export async function updateCierres(
  tx: TenantTx,
  cierres: readonly CierrePedido[],
  fundamento: string,
): Promise<number> {
  return tx.execute(
    `UPDATE expedientes e SET cierre = p.fecha, cierre_fundamento = $3
       FROM unnest($1::text[], $2::date[]) AS p (codigo, fecha) WHERE e.codigo = p.codigo AND e.cierre IS NULL`,
    [cierres.map(({ codigo }) => codigo), cierres.map(({ fecha }) => fecha), fundamento],
  );
}
