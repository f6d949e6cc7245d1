import type { Readable } from 'node:stream';

/** Bytes as they come: a request body, a file, a test. */
export type Contenido = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What a stream turned out to be once its last byte passed. `sha256`: 64 lowercase hex digits; `tamano`: bytes. */
export interface Recibido {
  readonly sha256: string;
  readonly tamano: number;
}

/** First and last byte wanted, both included, as in HTTP. */
export interface Rango {
  readonly desde: number;
  readonly hasta?: number;
}

export interface ObjetoAbierto {
  /** Of the whole object, whatever the range. */
  readonly tamano: number;
  /** Must be consumed or destroyed: it holds the file or the connection. */
  readonly contenido: Readable;
}

/**
 * The read-only handle: what proves an absence must not be able to cause one. Errors: `objeto_ausente` where there is
 * no such object; `almacen_no_disponible` where the store itself can't be asked, which never counts as absent.
 */
export interface AlmacenLectura {
  get(clave: string, rango?: Rango): Promise<ObjetoAbierto>;
  /** Size in bytes, or null if there is no such object. */
  head(clave: string): Promise<{ readonly tamano: number } | null>;
}

export interface PutOptions {
  /** Bytes accepted at most; one more is `documento_demasiado_grande`. */
  readonly maxBytes?: number;
  /**
   * Called once, when all bytes are received and durable but no key has them yet: gives the final key. Here the
   * caller reserves it (table `subidas`); if it throws, nothing is kept.
   */
  readonly reservar: (recibido: Recibido) => Promise<string>;
}

export interface Borrado {
  readonly clave: string;
  /** `borrado` includes a key that was not there: a repeated delete is a success. */
  readonly resultado: 'borrado' | 'fallido' | 'no_intentado';
  readonly motivo?: string;
}

export interface DeleteOptions {
  /** Asked before each object; false leaves that one and the rest `no_intentado`. */
  readonly antesDeCada?: (clave: string) => Promise<boolean>;
}

/**
 * Living objects of one entity. Keys are `aa/<sha256>.<uuid>` (clave-objeto.ts) and never used twice, so that a late
 * or repeated delete can only hit a key nobody will use again.
 */
export interface Almacen extends AlmacenLectura {
  /**
   * Receives the stream into a place that has no key, digest on the way, and makes it durable; asks for the key; then
   * moves the bytes under it, durably. A crash leaves either nothing, bytes without key (`limpiarRecepcion`) or a
   * reserved key (`subidas`).
   */
  put(contenido: Contenido, options: PutOptions): Promise<Recibido & { readonly clave: string }>;
  /** Deletes and makes the deletions durable once per folder touched. Never throws for one object: it says so. */
  delete(claves: readonly string[], options?: DeleteOptions): Promise<Borrado[]>;
  /** All keys, in no order; what is being received has none. */
  list(): AsyncIterable<string>;
  /** Removes receptions nobody has written to for that long. Gives how many. Harmless to one that is merely slow. */
  limpiarRecepcion(inactivaMs: number): Promise<number>;
}

/** Each entity has a store of its own, reached by its slug. */
export type AlmacenPorEntidad = (slug: string) => Almacen;
export type AlmacenLecturaPorEntidad = (slug: string) => AlmacenLectura;
