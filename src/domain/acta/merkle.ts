import { createHash } from 'node:crypto';

const PREFIJO_HOJA = Uint8Array.of(0x00);
const PREFIJO_NODO = Uint8Array.of(0x01);

/** RFC 6962 leaf: SHA-256(0x00 ‖ parts). Parts are hashed in order, so the caller need not join them. */
export function hashHoja(...partes: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256').update(PREFIJO_HOJA);
  for (const parte of partes) hash.update(parte);
  return hash.digest();
}

/** RFC 6962 inner node: SHA-256(0x01 ‖ left ‖ right). */
export function hashNodo(izquierda: Uint8Array, derecha: Uint8Array): Uint8Array {
  return createHash('sha256').update(PREFIJO_NODO).update(izquierda).update(derecha).digest();
}

interface Subarbol {
  readonly hojas: number;
  readonly raiz: Uint8Array;
}

/**
 * Root of an RFC 6962 tree over leaves that arrive one by one, in O(log n) memory: it holds one perfect subtree per
 * set bit of the count.
 */
export class AcumuladorMerkle {
  readonly #subarboles: Subarbol[] = [];
  #cuenta = 0;

  get cuenta(): number {
    return this.#cuenta;
  }

  /** Adds the next leaf digest (see {@link hashHoja}). */
  append(hoja: Uint8Array): void {
    let nuevo: Subarbol = { hojas: 1, raiz: hoja };
    let ultimo = this.#subarboles.at(-1);
    while (ultimo !== undefined && ultimo.hojas === nuevo.hojas) {
      this.#subarboles.pop();
      nuevo = { hojas: nuevo.hojas * 2, raiz: hashNodo(ultimo.raiz, nuevo.raiz) };
      ultimo = this.#subarboles.at(-1);
    }
    this.#subarboles.push(nuevo);
    this.#cuenta += 1;
  }

  /** Root of the leaves so far; the empty tree's root is SHA-256 of nothing. May be asked at any moment. */
  raiz(): Uint8Array {
    const [primero, ...resto] = this.#subarboles.toReversed();
    if (primero === undefined) return createHash('sha256').digest();
    return resto.reduce((derecha, { raiz }) => hashNodo(raiz, derecha), primero.raiz);
  }
}

/** Largest power of two strictly below n (n ≥ 2): where RFC 6962 splits a tree. */
function corte(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

interface Rango {
  readonly desde: number;
  readonly hasta: number;
}

/** The sibling subtrees of a leaf, nearest first: the ranges of leaves whose roots are its inclusion path. */
function rangosHermanos(indice: number, tamano: number): Rango[] {
  const rangos: Rango[] = [];
  let desde = 0;
  let hasta = tamano;
  while (hasta - desde > 1) {
    const medio = desde + corte(hasta - desde);
    if (indice < medio) {
      rangos.unshift({ desde: medio, hasta });
      hasta = medio;
    } else {
      rangos.unshift({ desde, hasta: medio });
      desde = medio;
    }
  }
  return rangos;
}

function exigirIndice(indice: number, tamano: number): void {
  if (!Number.isInteger(indice) || indice < 0 || indice >= tamano) {
    throw new RangeError(`leaf ${indice} is not in a tree of ${tamano}`);
  }
}

/**
 * Inclusion path (RFC 6962 §2.1.1) of leaf `indice`, 0-based, in a tree of `tamano` leaves, from a stream of all its
 * leaf digests and in O(log n) memory. Throws RangeError if the index or the stream's length do not fit.
 */
export async function rutaInclusion(
  hojas: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  indice: number,
  tamano: number,
): Promise<Uint8Array[]> {
  exigirIndice(indice, tamano);
  const hermanos = rangosHermanos(indice, tamano).map((rango) => ({ rango, arbol: new AcumuladorMerkle() }));
  const porPosicion = hermanos.toSorted((a, b) => a.rango.desde - b.rango.desde);
  let i = 0;
  let actual = 0;
  for await (const hoja of hojas) {
    while ((porPosicion[actual]?.rango.hasta ?? tamano) <= i) actual += 1;
    const hermano = porPosicion[actual];
    if (hermano !== undefined && i >= hermano.rango.desde) hermano.arbol.append(hoja);
    i += 1;
  }
  if (i !== tamano) throw new RangeError(`expected ${tamano} leaves, got ${i}`);
  return hermanos.map(({ arbol }) => arbol.raiz());
}

export interface PruebaInclusion {
  readonly hoja: Uint8Array;
  /** 0-based position of the leaf. */
  readonly indice: number;
  readonly tamano: number;
  readonly ruta: readonly Uint8Array[];
  readonly raiz: Uint8Array;
}

/** Checks an inclusion path as RFC 9162 §2.1.3.2 does; false for any misfit, never an exception. */
export function verificarInclusion({ hoja, indice, tamano, ruta, raiz }: PruebaInclusion): boolean {
  if (!Number.isInteger(indice) || indice < 0 || indice >= tamano) return false;
  const hermanos = rangosHermanos(indice, tamano);
  if (hermanos.length !== ruta.length) return false;
  let nodo = hoja;
  for (const [i, rango] of hermanos.entries()) {
    const hermano = ruta[i];
    if (hermano === undefined) return false;
    nodo = rango.desde > indice ? hashNodo(nodo, hermano) : hashNodo(hermano, nodo);
  }
  return Buffer.compare(nodo, raiz) === 0;
}
