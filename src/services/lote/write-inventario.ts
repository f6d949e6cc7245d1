import { listFilasInventario } from '../../db/lote/items.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import {
  type FilaInventario,
  renderFilaCompleta,
  renderFilaPublica,
} from '../../domain/inventario/fila-inventario.ts';
import type { Servicios } from '../servicios.ts';

/** A frozen dataset: where it is kept under WORM, its digest and how many rows it has. */
export interface DatasetCongelado {
  readonly clave: string;
  readonly sha256: string;
  readonly filas: number;
}

const FILAS_POR_PAGINA = 1_000;

/**
 * Writes one canonical rendering of a lote's inventory under WORM, streamed by pages. The key carries the version of
 * the draft, which every change to its rows raises: a repeated attempt meets its own file, bytes and all.
 */
export async function writeInventario(
  { db, worm }: Pick<Servicios, 'db' | 'worm'>,
  slug: string,
  lote: { readonly id: string; readonly codigo: string; readonly version: number },
  rendicion: 'completa' | 'publica',
): Promise<DatasetCongelado> {
  const render = rendicion === 'completa' ? renderFilaCompleta : renderFilaPublica;
  const clave = `inventarios/${lote.codigo}/v${lote.version}-${rendicion}.jsonl`;
  let filas = 0;
  const { sha256 } = await worm(slug).put(
    clave,
    mapAsync(streamFilas({ db }, slug, lote.id), (fila) => {
      filas += 1;
      return Buffer.from(render(fila));
    }),
  );
  return { clave, sha256, filas };
}

/** The rows of a lote by orden, one page in memory at a time. */
async function* streamFilas(
  { db }: Pick<Servicios, 'db'>,
  slug: string,
  loteId: string,
): AsyncGenerator<FilaInventario, void, undefined> {
  for (let despuesDe = 0; ; ) {
    const pagina = await withTenantTx(
      db,
      slug,
      (tx) => listFilasInventario(tx, loteId, { despuesDe, limite: FILAS_POR_PAGINA }),
      { readOnly: true },
    );
    yield* pagina;
    const ultima = pagina.at(-1);
    if (ultima === undefined || pagina.length < FILAS_POR_PAGINA) return;
    despuesDe = ultima.orden;
  }
}

async function* mapAsync<In, Out>(source: AsyncIterable<In>, map: (value: In) => Out): AsyncGenerator<Out> {
  for await (const value of source) yield map(value);
}
