import { createHash } from 'node:crypto';
import { type FilaPorVerificar, listPorVerificar } from '../../db/documentos/inventario.queries.ts';
import { toPares } from '../../db/documentos/pares.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import type { AlmacenLectura } from '../ports/almacen.ts';
import type { ItemVerificado, ObjetoVerificado, OrdenVerificacion } from '../ports/documentos.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';

const LECTURAS_A_LA_VEZ = 4;

/**
 * Streams every living objeto of the ítems, each once whoever shares it, and compares digest and size with those
 * recorded at intake (REQ-EXE-4). No lock: keys are immutable. Every ítem asked for is in the answer.
 * Throws `almacen_no_disponible` where the store can't be read: that says nothing about its content.
 */
export async function verificarIntegridad(
  { db, lectura }: Pick<ServiciosDocumentos, 'db' | 'lectura'>,
  { slug, items, signal }: OrdenVerificacion,
): Promise<ItemVerificado[]> {
  const filas = await withTenantTx(
    db,
    slug,
    (tx) =>
      listPorVerificar(
        tx,
        toPares(items, ({ anexoIds }) => anexoIds),
      ),
    { readOnly: true },
  );
  const distintos = [...new Map(filas.map((fila) => [fila.objetoId, fila])).values()];
  const almacen = lectura(slug);
  const leidos = await runBounded(distintos, LECTURAS_A_LA_VEZ, async (fila) => {
    signal?.throwIfAborted();
    return [fila.objetoId, await verificar(almacen, fila)] as const;
  });
  return agrupar(items, filas, new Map(leidos));
}

async function verificar(
  almacen: AlmacenLectura,
  { clave, sha256, tamano }: FilaPorVerificar,
): Promise<ObjetoVerificado['resultado']> {
  try {
    const objeto = await almacen.get(clave);
    if (objeto.tamano !== tamano) {
      objeto.contenido.destroy();
      return 'distinto';
    }
    const digest = createHash('sha256');
    for await (const bloque of objeto.contenido) digest.update(bloque);
    return digest.digest('hex') === sha256 ? 'ok' : 'distinto';
  } catch (error) {
    if (!(error instanceof DomainError)) {
      const motivo = error instanceof Error ? error.message : String(error);
      throw new DomainError(documentosErrors.almacen_no_disponible, { motivo }, { cause: error });
    }
    if (error.definition === documentosErrors.objeto_ausente) return 'ausente';
    throw error;
  }
}

function agrupar(
  items: OrdenVerificacion['items'],
  filas: readonly FilaPorVerificar[],
  resultados: ReadonlyMap<number, ObjetoVerificado['resultado']>,
): ItemVerificado[] {
  const porItem = Map.groupBy(filas, ({ itemId }) => itemId);
  return items.map(({ itemId }) => ({
    itemId,
    objetos: (porItem.get(itemId) ?? []).map(({ objetoId, anexoId, sha256, tamano }) => {
      const resultado = resultados.get(objetoId);
      if (resultado === undefined) throw new Error(`objeto ${objetoId} was not read`);
      return { objetoId, anexoId, sha256, tamano, resultado };
    }),
  }));
}
