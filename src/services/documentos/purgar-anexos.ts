import { deleteHuerfanos, listGemelos, type ObjetoHuerfano } from '../../db/documentos/huerfanos.queries.ts';
import { toPares } from '../../db/documentos/pares.ts';
import {
  type AnexoAjeno,
  type ConteoPurga,
  countPurgados,
  deletePurgados,
  insertPurgados,
  listAjenos,
  listItemsDe,
  listMoribundos,
  lockAnexosYObjetos,
  lockRadicados,
  markDestruyendo,
  type ObjetoMoribundo,
} from '../../db/documentos/purga.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import type { ItemPorPurgar, ItemPurgado, OrdenPurga } from '../ports/documentos.ts';
import { type BytesDestruidos, destruirBytes } from './destruir-bytes.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';

const AJENO: Readonly<Record<AnexoAjeno['caso'], string>> = {
  fuera_de_lista: 'hay un anexo que la intención no lista',
  en_otro_radicado: 'la intención lista un anexo de un radicado que no es de este expediente',
};

/** What the first transaction decided, for good. */
interface Marca {
  readonly ajenos: ReadonlyMap<number, AnexoAjeno>;
  readonly admitidos: readonly ItemPorPurgar[];
  readonly moribundos: readonly ObjetoMoribundo[];
  readonly gemelos: readonly ObjetoHuerfano[];
}

/**
 * Destroys the listed anexos of all ítems, and the bytes that nothing else uses, in three steps: one transaction
 * decides and marks, never back; outside, bytes go and their absence is proven; one transaction removes the rows and
 * writes the record. After a crash anywhere the same call gives the same state and counts (REQ-EXE-3).
 * An ítem with `inventario_anexos_cambio` or `almacen` never takes its neighbours along.
 */
export async function purgarAnexos(
  servicios: ServiciosDocumentos,
  { slug, items }: OrdenPurga,
): Promise<ItemPurgado[]> {
  const { db, reloj, puntoDeFallo } = servicios;
  const repetible = { reintentar: true };
  await puntoDeFallo.alcanzar('documentos.antes_de_marcar');
  const marca = await withTenantTx(db, slug, (tx) => marcar(tx, items), repetible);
  await puntoDeFallo.alcanzar('documentos.marcada');
  const bytes = await destruirBytes(servicios, slug, [...marca.moribundos, ...marca.gemelos], {
    antesDeCada: async () => {
      await puntoDeFallo.alcanzar('documentos.entre_objetos');
      return true;
    },
  });
  await puntoDeFallo.alcanzar('documentos.ausencia_probada');
  const cierre = await withTenantTx(
    db,
    slug,
    async (tx) => {
      const cerrado = await cerrar(tx, { marca, bytes, items, instante: reloj.now() });
      await puntoDeFallo.alcanzar('documentos.antes_de_confirmar');
      return cerrado;
    },
    repetible,
  );
  await puntoDeFallo.alcanzar('documentos.confirmada');
  return items.map(({ itemId }) => renderItem(itemId, marca, bytes, cierre));
}

async function marcar(tx: TenantTx, items: readonly ItemPorPurgar[]): Promise<Marca> {
  const radicados = toPares(items, ({ radicadoIds }) => radicadoIds);
  const anexos = toPares(items, ({ anexoIds }) => anexoIds);
  await lockRadicados(tx, radicados.ids);
  const encontrados = await listAjenos(tx, { radicados, anexos });
  const ajenos = new Map(encontrados.map((ajeno) => [ajeno.itemId, ajeno]));
  const admitidos = items.filter(({ itemId }) => !ajenos.has(itemId));
  const anexoIds = admitidos.flatMap((item) => item.anexoIds);
  const objetoIds = await lockAnexosYObjetos(tx, anexoIds);
  await markDestruyendo(tx, anexoIds, objetoIds);
  const moribundos = await listMoribundos(tx, objetoIds);
  const gemelos = await listGemelos(
    tx,
    moribundos.map(({ objetoId }) => objetoId),
  );
  return { ajenos, admitidos, moribundos, gemelos };
}

interface Cierre {
  readonly conteos: ReadonlyMap<number, ConteoPurga>;
  /** One objeto that could not be destroyed, by ítem that lists it. */
  readonly incompletos: ReadonlyMap<number, number>;
}

interface PorCerrar {
  readonly marca: Marca;
  readonly bytes: BytesDestruidos;
  readonly items: readonly ItemPorPurgar[];
  readonly instante: Date;
}

async function cerrar(tx: TenantTx, { marca, bytes, items, instante }: PorCerrar): Promise<Cierre> {
  const objetoIds = await lockAnexosYObjetos(
    tx,
    marca.admitidos.flatMap((item) => item.anexoIds),
  );
  const todos = toPares(marca.admitidos, ({ anexoIds }) => anexoIds);
  const fallas = await listItemsDe(tx, todos, [...bytes.fallidos.keys()]);
  const incompletos = new Map(fallas.map(({ itemId, objetoId }) => [itemId, objetoId]));
  const completos = marca.admitidos.filter(({ itemId }) => !incompletos.has(itemId));
  const anexos = toPares(completos, ({ anexoIds }) => anexoIds);
  await insertPurgados(tx, { anexos, borrados: bytes.borrados, instante });
  await deletePurgados(tx, anexos.ids, objetoIds);
  const idos = new Set(bytes.borrados);
  await deleteHuerfanos(
    tx,
    marca.gemelos.map(({ objetoId }) => objetoId).filter((id) => idos.has(id)),
  );
  const conteos = await countPurgados(
    tx,
    items.map(({ itemId }) => itemId),
  );
  return { conteos: new Map(conteos.map((conteo) => [conteo.itemId, conteo])), incompletos };
}

function renderItem(itemId: number, marca: Marca, bytes: BytesDestruidos, cierre: Cierre): ItemPurgado {
  const {
    objetosDestruidos = 0,
    objetosConservados = 0,
    bytesLiberados = 0,
  } = cierre.conteos.get(itemId) ?? {};
  const conteo = { itemId, objetosDestruidos, objetosConservados, bytesLiberados };
  const ajeno = marca.ajenos.get(itemId);
  if (ajeno !== undefined) {
    const detalle = `${AJENO[ajeno.caso]} (${ajeno.anexoId})`;
    return { ...conteo, resultado: 'inventario_anexos_cambio', detalle };
  }
  const fallido = cierre.incompletos.get(itemId);
  if (fallido !== undefined) {
    return { ...conteo, resultado: 'almacen', detalle: bytes.fallidos.get(fallido) ?? null };
  }
  return { ...conteo, resultado: 'purgado', detalle: null };
}
