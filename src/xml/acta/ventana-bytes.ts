/** A moving window over a byte stream: look ahead, take up to a mark. Memory is what has not been taken yet. */
export class VentanaBytes {
  readonly #origen: AsyncIterator<Uint8Array>;
  /** Never overwritten where it was handed out: growing takes another one, doubled, so a byte is copied O(1) times. */
  #almacen: Buffer = Buffer.alloc(0);
  #inicio = 0;
  #fin = 0;
  #agotado = false;

  constructor(origen: AsyncIterable<Uint8Array>) {
    this.#origen = origen[Symbol.asyncIterator]();
  }

  get #bytes(): Buffer {
    return this.#almacen.subarray(this.#inicio, this.#fin);
  }

  async #crecer(): Promise<boolean> {
    if (this.#agotado) return false;
    const { done, value } = await this.#origen.next();
    if (done === true) {
      this.#agotado = true;
      return false;
    }
    if (this.#fin + value.length > this.#almacen.length) this.#ampliar(value.length);
    this.#almacen.set(value, this.#fin);
    this.#fin += value.length;
    return true;
  }

  #ampliar(necesarios: number): void {
    const vivos = this.#bytes;
    this.#almacen = Buffer.allocUnsafe(Math.max(2 * vivos.length, vivos.length + 4 * necesarios));
    this.#almacen.set(vivos);
    this.#inicio = 0;
    this.#fin = vivos.length;
  }

  /** The next n bytes without taking them; fewer at the end of the stream. */
  async espiar(n: number): Promise<Buffer> {
    while (this.#fin - this.#inicio < n && (await this.#crecer()));
    return this.#bytes.subarray(0, n);
  }

  /** Takes n bytes that were seen. */
  tomar(n: number): Buffer {
    const tomados = this.#bytes.subarray(0, n);
    this.#inicio += tomados.length;
    return tomados;
  }

  /** Takes up to and including the mark; null if it is not within `limite` bytes. */
  async tomarHasta(marca: Buffer, limite: number): Promise<Buffer | null> {
    let desde = 0;
    for (;;) {
      const posicion = this.#bytes.indexOf(marca, desde);
      if (posicion !== -1) return this.tomar(posicion + marca.length);
      desde = Math.max(0, this.#bytes.length - marca.length + 1);
      if (desde > limite || !(await this.#crecer())) return null;
    }
  }

  /** Releases the source, read to its end or not. */
  async cerrar(): Promise<void> {
    await this.#origen.return?.();
  }
}
