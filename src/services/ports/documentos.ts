/** One anexo as the inventory finds it. `sha256` (hex) and `tamano` (bytes) are those recorded at intake. */
export interface AnexoInventariado {
  readonly anexoId: string;
  readonly radicadoId: string;
  readonly objetoId: number;
  readonly sha256: string;
  readonly tamano: number;
  /** `destruyendo`: a purge has begun with it. It is still inventoried: its record is still there. */
  readonly estado: 'vivo' | 'destruyendo';
}

export interface RadicadoInventariado {
  readonly radicadoId: string;
  readonly anexos: readonly AnexoInventariado[];
}

/** What is to be verified of one ítem: the anexos of its intention. */
export interface ItemPorVerificar {
  readonly itemId: number;
  readonly anexoIds: readonly string[];
}

export interface ObjetoVerificado {
  readonly objetoId: number;
  readonly anexoId: string;
  /** As recorded at intake. */
  readonly sha256: string;
  readonly tamano: number;
  /** `distinto`: the bytes are not those recorded; `ausente`: the store has none. */
  readonly resultado: 'ok' | 'distinto' | 'ausente';
}

export interface ItemVerificado {
  readonly itemId: number;
  readonly objetos: readonly ObjetoVerificado[];
}

export interface OrdenVerificacion {
  readonly slug: string;
  readonly items: readonly ItemPorVerificar[];
  /** Stops between objects and rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** One ítem of a purge: exactly the lists of its intention. */
export interface ItemPorPurgar {
  readonly itemId: number;
  readonly expedienteId: string;
  readonly radicadoIds: readonly string[];
  readonly anexoIds: readonly string[];
}

export interface OrdenPurga {
  readonly slug: string;
  readonly loteId: string;
  readonly items: readonly ItemPorPurgar[];
}

/**
 * `purgado`: no listed anexo is left, and every byte that only they used is proven absent.
 * `inventario_anexos_cambio`: a living anexo of its radicados is outside the list (or a listed one hangs elsewhere);
 * nothing of the ítem was touched by this call. `almacen`: some byte could not be destroyed; to be repeated.
 * Counts come from the purge's record, never from this attempt: they are what they were before a crash.
 */
export interface ItemPurgado {
  readonly itemId: number;
  readonly resultado: 'purgado' | 'inventario_anexos_cambio' | 'almacen';
  readonly detalle: string | null;
  readonly objetosDestruidos: number;
  readonly objetosConservados: number;
  readonly bytesLiberados: number;
}

/** One line of the purge's record: what became of an objeto for an ítem. */
export interface ObjetoPurgado {
  readonly itemId: number;
  readonly objetoId: number;
  readonly clave: string;
  readonly sha256: string;
  readonly tamano: number;
  readonly resultado: 'destruido' | 'conservado_compartido';
}

/** The document service, embedded or remote, as the executor of an elimination sees it. */
export interface Documentos {
  /** All anexos of those radicados, versions and renditions included; each radicado asked for appears, by id. */
  inventariar(slug: string, radicadoIds: readonly string[]): Promise<RadicadoInventariado[]>;
  /** Reads every still-living objeto of the ítems and compares it with what was recorded at intake (REQ-EXE-4). */
  verificarIntegridad(orden: OrdenVerificacion): Promise<ItemVerificado[]>;
  /** Destroys, for all ítems at once; one that can't be never takes its neighbours along. Idempotent. */
  purgar(orden: OrdenPurga): Promise<ItemPurgado[]>;
  /** The record of what those ítems' purges destroyed and kept, by ítem and objeto. */
  listPurgados(slug: string, itemIds: readonly number[]): Promise<ObjetoPurgado[]>;
  /** Of these keys, those the store still has, asked with the read-only handle: an empty list proves absence. */
  probarAusencia(slug: string, claves: readonly string[]): Promise<string[]>;
}
