import type { TenantTx } from '../tenant-tx.ts';
import type { Pares } from './pares.ts';

export interface FilaAnexo {
  readonly anexoId: string;
  readonly radicadoId: string;
  readonly objetoId: number;
  readonly sha256: string;
  readonly tamano: number;
  readonly estado: 'vivo' | 'destruyendo';
}

/** All anexos of those radicados, versions and renditions too, by radicado and id; also those being destroyed. */
export async function listAnexos(tx: TenantTx, radicadoIds: readonly string[]): Promise<FilaAnexo[]> {
  return tx.query<FilaAnexo>(
    `SELECT id AS "anexoId", radicado_id AS "radicadoId", objeto_id AS "objetoId", encode(sha256, 'hex') AS sha256,
            tamano, estado
       FROM anexos WHERE radicado_id = ANY ($1::uuid[]) ORDER BY radicado_id, id`,
    [radicadoIds],
  );
}

export interface FilaPorVerificar {
  readonly itemId: number;
  readonly anexoId: string;
  readonly objetoId: number;
  readonly clave: string;
  readonly sha256: string;
  readonly tamano: number;
}

/** Living objetos of living anexos of those lists, once per ítem. What a purge has begun with is not verified again. */
export async function listPorVerificar(tx: TenantTx, anexos: Pares): Promise<FilaPorVerificar[]> {
  return tx.query<FilaPorVerificar>(
    `SELECT DISTINCT ON (l.item_id, o.id) l.item_id AS "itemId", a.id AS "anexoId", o.id AS "objetoId", o.clave,
            encode(a.sha256, 'hex') AS sha256, a.tamano
       FROM unnest($1::bigint[], $2::uuid[]) AS l (item_id, anexo_id)
       JOIN anexos a ON a.id = l.anexo_id JOIN objetos o ON o.id = a.objeto_id
      WHERE a.estado = 'vivo' AND o.estado = 'vivo' ORDER BY l.item_id, o.id, a.id`,
    [anexos.items, anexos.ids],
  );
}
