import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DomainError } from '../../../domain/errors/domain-error.ts';
import { type LimitesTabla, refuseIlegible, refuseLimite } from '../limites.ts';

/** The parts of a compressed book by name; each is expanded as a stream, checked against its declared size. */
export class PartesZip {
  readonly #archivo: string;
  readonly #zip: ZipFile;
  readonly #entradas: ReadonlyMap<string, Entry>;
  readonly #limites: LimitesTabla;

  private constructor(
    archivo: string,
    zip: ZipFile,
    entradas: ReadonlyMap<string, Entry>,
    limites: LimitesTabla,
  ) {
    this.#archivo = archivo;
    this.#zip = zip;
    this.#entradas = entradas;
    this.#limites = limites;
  }

  static async open(archivo: string, bytes: Uint8Array, limites: LimitesTabla): Promise<PartesZip> {
    try {
      const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (zip.entryCount > limites.partes) {
        refuseLimite(archivo, `el libro tiene ${zip.entryCount} partes internas (máximo ${limites.partes}).`);
      }
      const entradas = new Map<string, Entry>();
      for await (const entrada of zip.eachEntry()) entradas.set(entrada.fileName.toLowerCase(), entrada);
      return new PartesZip(archivo, zip, entradas, limites);
    } catch (cause) {
      return rethrow(archivo, cause);
    }
  }

  has(nombre: string): boolean {
    return this.#entradas.has(nombre.toLowerCase());
  }

  /** The text of one part, in chunks. A declared size over the limit is refused before the first byte. */
  async *read(nombre: string): AsyncGenerator<string> {
    const entrada = this.#entradas.get(nombre.toLowerCase());
    if (entrada === undefined) {
      refuseIlegible(this.#archivo, `al libro le falta la parte «${nombre}».`);
    }
    const maximo = this.#limites.bytesDescomprimidos;
    if (entrada.uncompressedSize > maximo) {
      refuseLimite(
        this.#archivo,
        `«${nombre}» ocupa más de ${Math.round(maximo / 2 ** 20)} MB al expandirse.`,
      );
    }
    try {
      yield* decode(checked(await this.#zip.openReadStreamPromise(entrada), entrada));
    } catch (cause) {
      rethrow(this.#archivo, cause);
    }
  }
}

/** The zip reader checks sizes but not sums; a flipped bit in a schedule is worth a look. */
async function* checked(stream: Readable, entrada: Entry): AsyncGenerator<Buffer> {
  let suma = 0;
  for await (const trozo of stream as AsyncIterable<Buffer>) {
    suma = crc32(trozo, suma);
    yield trozo;
  }
  if (suma !== entrada.crc32) throw new Error(`checksum of ${entrada.fileName} does not match`);
}

async function* decode(trozos: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of trozos) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

function encodingOf(inicio: Buffer): string {
  if (inicio[0] === 0xff && inicio[1] === 0xfe) return 'utf-16le';
  if (inicio[0] === 0xfe && inicio[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Faults of the container become ours. A consumer's own error never gets here: it ends the generator instead. */
function rethrow(archivo: string, cause: unknown): never {
  if (cause instanceof DomainError) throw cause;
  refuseIlegible(archivo, 'el libro comprimido está dañado.', cause);
}
