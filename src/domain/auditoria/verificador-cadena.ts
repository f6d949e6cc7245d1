import { detectarIntercambios } from './detectar-intercambios.ts';
import { type Eslabon, eslabonHash, type PuntoCadena } from './eslabon.ts';
import { buildRotura, type ClaseRotura, mergeRoturas, type Rotura } from './rotura.ts';

/** Bounds of what is kept: memory does not grow with the chain, nor with the damage. */
const SOSPECHOSOS_MAX = 256;
const ROTURAS_MAX = 1_000;
const RECIENTES_MAX = 1_024;
/** How far a row is looked for from its place, and how many hashes that may cost in all. */
const DESPLAZAMIENTO_MAX = 1_024;
const BUSQUEDA_MAX = 1_000_000;

/** A row that fits its hash under another number than its own: renumbered with all that follow, or swapped. */
interface Movido {
  readonly row: Eslabon;
  readonly offset: number;
}

/**
 * Reads one audit chain row by row, in order of number, and tells what is wrong with it. Pure: give it the head
 * and the earlier anchors, `push` every row, then `finish`. Constant memory, about one SHA-256 per row.
 */
export class VerificadorCadena {
  readonly #head: PuntoCadena | null;
  readonly #anclas: ReadonlyMap<number, string>;
  readonly #roturas: Rotura[] = [];
  /** Rows whose hash does not fit. */
  readonly #sospechosos: Eslabon[] = [];
  /** Numbers of rows that fit their hash, but are not what the next row, or the head, remembers. */
  readonly #culpables: number[] = [];
  /** Hash → number of the last rows: a link to one of them, not the last, is a fork. */
  readonly #recientes = new Map<string, number>();
  #last: PuntoCadena;
  /** Whether the last row is sound by itself, so that a broken link after it speaks against it. */
  #lastSound = true;
  /** Original number minus present number of the rows read now: rows before them were deleted or inserted. */
  #offset = 0;
  #moved: Movido | null = null;
  /** Whether the sound row whose number the head has is the one that the head remembers. */
  #atHead: 'sin leer' | 'igual' | 'distinto' = 'sin leer';
  #budget = BUSQUEDA_MAX;
  #rows = 0;

  constructor(genesis: string, head: PuntoCadena | null, anclas: readonly PuntoCadena[] = []) {
    this.#last = { seq: 0, hash: genesis };
    this.#head = head;
    this.#anclas = new Map(anclas.map((ancla) => [ancla.seq, ancla.hash]));
    this.#recientes.set(genesis, 0);
  }

  get asientos(): number {
    return this.#rows;
  }

  push(row: Eslabon): void {
    this.#rows += 1;
    if (row.seq < 1) this.#report('insertado', row.seq);
    else this.#read(row);
  }

  /** All breaks, in order of row. The verifier is spent afterwards. */
  finish(): Rotura[] {
    this.#settleLast();
    this.#checkHead();
    this.#checkAnchorsBeyond();
    const altered = this.#culpables.map((seq) => buildRotura('alterado', seq));
    return mergeRoturas([...this.#roturas, ...altered, ...detectarIntercambios(this.#sospechosos)]);
  }

  #read(row: Eslabon): void {
    const offset = this.#findOffset(row);
    this.#settleMoved(offset);
    const sound = offset === this.#offset;
    if (offset === null) this.#suspect(row);
    else if (sound) this.#checkSound(row);
    else this.#moved = { row, offset };
    this.#checkNumber(row);
    this.#advance(row, sound);
  }

  /** Original number minus present number under which the row fits its hash; null if none near does. */
  #findOffset(row: Eslabon): number | null {
    const fits = (offset: number) => eslabonHash(row.seq + offset, row.prevHash, row.contenido) === row.hash;
    if (fits(this.#offset)) return this.#offset;
    for (let distance = 1; distance <= DESPLAZAMIENTO_MAX && this.#budget > 0; distance += 1) {
      this.#budget -= 2;
      if (fits(this.#offset + distance)) return this.#offset + distance;
      if (fits(this.#offset - distance)) return this.#offset - distance;
    }
    return null;
  }

  /** The row after a moved one says which it was: renumbered if it moved as much, swapped otherwise. */
  #settleMoved(offset: number | null): void {
    const moved = this.#moved;
    if (moved === null) return;
    this.#moved = null;
    if (moved.offset === offset) this.#confirmMoved(moved);
    else this.#suspect(moved.row);
  }

  /** For the last row it is the head that says: the row it remembers is in its place, whatever its number. */
  #settleLast(): void {
    const moved = this.#moved;
    if (moved === null) return;
    if (moved.row.hash === this.#head?.hash) {
      this.#confirmMoved(moved);
      this.#atHead = 'igual';
    } else {
      this.#suspect(moved.row);
    }
  }

  #confirmMoved({ row, offset }: Movido): void {
    const lost = offset - this.#offset;
    if (lost > 0) this.#report('borrado', row.seq + this.#offset, row.seq + offset - 1);
    else this.#reportInserted(row.seq + lost, row.seq - 1);
    this.#offset = offset;
  }

  /** Foreign rows looked altered at first, or made the row before them look so: the better name replaces those. */
  #reportInserted(desde: number, hasta: number): void {
    removeWhere(this.#sospechosos, (row) => row.seq >= desde && row.seq <= hasta);
    removeWhere(this.#culpables, (seq) => seq >= desde - 1 && seq <= hasta);
    this.#report('insertado', desde, hasta);
  }

  /** A row that fits its hash: does it continue the one before, and is it what head and anchors remember? */
  #checkSound(row: Eslabon): void {
    this.#checkLink(row);
    const original = row.seq + this.#offset;
    const anchored = this.#anclas.get(original);
    if (anchored !== undefined && anchored !== row.hash) this.#report('reescrito', row.seq);
    if (original === this.#head?.seq && this.#atHead !== 'igual') {
      this.#atHead = row.hash === this.#head.hash ? 'igual' : 'distinto';
    }
  }

  /** A gap or a repeat in the numbers explains a broken link by itself, and so does an unsound row before it. */
  #checkLink(row: Eslabon): void {
    const gap = row.seq > this.#last.seq + 1;
    if (row.prevHash === this.#last.hash || gap || !this.#lastSound) return;
    const parent = this.#recientes.get(row.prevHash);
    if (parent === this.#last.seq) return;
    if (parent !== undefined) this.#report('bifurcado', parent + 1, row.seq);
    else this.#blame(Math.max(this.#last.seq, 1));
  }

  #blame(seq: number): void {
    if (this.#culpables.length < ROTURAS_MAX) this.#culpables.push(seq);
  }

  #checkNumber(row: Eslabon): void {
    if (row.seq === this.#last.seq) this.#report('bifurcado', row.seq);
    if (row.seq > this.#last.seq + 1) this.#report('borrado', this.#last.seq + 1, row.seq - 1);
  }

  #checkHead(): void {
    if (this.#head === null) {
      this.#report('cabeza_alterada', 0);
      return;
    }
    const last = this.#last.seq + this.#offset;
    if (this.#head.seq > last) this.#report('cola_truncada', last + 1, this.#head.seq);
    if (this.#head.seq < last) this.#report('insertado', this.#head.seq + 1, last);
    const emptyButMoved = this.#rows === 0 && this.#head.seq === 0 && this.#head.hash !== this.#last.hash;
    const pointsElsewhere = this.#atHead === 'distinto' && this.#recientes.has(this.#head.hash);
    if (emptyButMoved || pointsElsewhere) this.#report('cabeza_alterada', this.#head.seq);
    else if (this.#atHead === 'distinto') this.#blame(this.#head.seq - this.#offset);
  }

  /** An anchor above both the last row and the head: somebody cut the tail and moved the head back. */
  #checkAnchorsBeyond(): void {
    const end = Math.max(this.#last.seq + this.#offset, this.#head?.seq ?? 0);
    const highest = Math.max(0, ...this.#anclas.keys());
    if (highest > end) this.#report('cola_truncada', end + 1, highest);
  }

  #advance(row: Eslabon, sound: boolean): void {
    this.#last = { seq: row.seq, hash: row.hash };
    this.#lastSound = sound;
    this.#recientes.set(row.hash, row.seq);
    const [oldest] = this.#recientes.keys();
    if (this.#recientes.size > RECIENTES_MAX && oldest !== undefined) this.#recientes.delete(oldest);
  }

  #suspect(row: Eslabon): void {
    if (this.#sospechosos.length < SOSPECHOSOS_MAX) this.#sospechosos.push(row);
    else this.#report('alterado', row.seq);
  }

  /** Grows the last break where it can, so that a long damage is one line. */
  #report(clase: ClaseRotura, desde: number, hasta: number = desde): void {
    const last = this.#roturas.at(-1);
    if (last?.clase === clase && desde === last.hasta + 1) {
      this.#roturas[this.#roturas.length - 1] = { ...last, hasta };
    } else if (this.#roturas.length < ROTURAS_MAX) {
      this.#roturas.push(buildRotura(clase, desde, hasta));
    }
  }
}

function removeWhere<T>(list: T[], unwanted: (item: T) => boolean): void {
  list.splice(0, list.length, ...list.filter((item) => !unwanted(item)));
}
