import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { assertClaveWorm } from '../../domain/documentos/clave-worm.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Contenido, Recibido } from '../../services/ports/almacen.ts';
import type { AlmacenWorm } from '../../services/ports/almacen-worm.ts';
import { assertCarpetaMontada } from './carpeta-marcada.ts';
import { atStore } from './error-almacen.ts';
import { LecturaArchivos } from './lectura-archivos.ts';
import { cleanRecepcion, receiveFile } from './recepcion.ts';
import type { SistemaArchivos } from './sistema-archivos.ts';

export interface CarpetaWorm {
  readonly archivos: SistemaArchivos;
  /** Folder with the mark (`prepararCarpetaAlmacen`). */
  readonly carpeta: string;
  /** Folder of the entity inside it. */
  readonly raiz: string;
}

const UN_DIA_MS = 86_400_000;

/**
 * Write-once files. The bytes are received, made durable and read-only under a name that is no key, and then get
 * their key by `link`, which refuses a name that is taken: whole or not at all, and never instead of others.
 */
export class WormArchivos extends LecturaArchivos implements AlmacenWorm {
  readonly #archivos: SistemaArchivos;
  readonly #carpeta: string;
  readonly #raiz: string;
  #preparado: Promise<void> | undefined;

  constructor({ archivos, carpeta, raiz }: CarpetaWorm) {
    super({ archivos, carpeta, raiz, assertClave: assertClaveWorm });
    this.#archivos = archivos;
    this.#carpeta = carpeta;
    this.#raiz = raiz;
  }

  async put(clave: string, contenido: Contenido): Promise<Recibido & { readonly yaExistia: boolean }> {
    const destino = this.ruta(clave);
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    await this.#prepare();
    const parcial = join(this.#recepcion, `${uuidv7()}.parcial`);
    try {
      const recibido = await receiveFile(
        { archivos: this.#archivos, ruta: parcial, soloLectura: true },
        contenido,
      );
      const nuevo = await atStore(async () => {
        await this.#archivos.makeFolder(dirname(destino));
        return this.#archivos.link(parcial, destino);
      });
      if (!nuevo) await this.#assertSame(clave, recibido);
      await atStore(() => this.#syncUpwards(dirname(destino)));
      return { ...recibido, yaExistia: !nuevo };
    } finally {
      await atStore(() => this.#archivos.unlink(parcial));
    }
  }

  async *list(prefijo: string): AsyncGenerator<string> {
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    yield* this.#walk('', prefijo);
  }

  /** Compares paths, not names: `a.b/c` comes before `a/c`, and a folder sorts as its name with the slash. */
  async *#walk(dentro: string, prefijo: string): AsyncGenerator<string> {
    const nombres = (await atStore(() => this.#archivos.list(join(this.#raiz, dentro)))) ?? [];
    const entradas: { readonly clave: string; readonly esCarpeta: boolean }[] = [];
    for (const nombre of nombres.filter((n) => !n.startsWith('.'))) {
      const clave = `${dentro}${nombre}`;
      const esCarpeta = await atStore(() => this.#archivos.isFolder(join(this.#raiz, clave)));
      entradas.push({ clave: esCarpeta ? `${clave}/` : clave, esCarpeta });
    }
    entradas.sort((a, b) => (a.clave < b.clave ? -1 : 1));
    for (const { clave, esCarpeta } of entradas) {
      if (esCarpeta && (clave.startsWith(prefijo) || prefijo.startsWith(clave)))
        yield* this.#walk(clave, prefijo);
      if (!esCarpeta && clave.startsWith(prefijo)) yield clave;
    }
  }

  get #recepcion(): string {
    return join(this.#raiz, '.recepcion');
  }

  async #assertSame(clave: string, recibido: Recibido): Promise<void> {
    const { contenido } = await this.get(clave);
    const digest = createHash('sha256');
    for await (const bloque of contenido) digest.update(bloque);
    const guardado = digest.digest('hex');
    if (guardado !== recibido.sha256) {
      throw new DomainError(documentosErrors.worm_contenido_distinto, {
        clave,
        guardado,
        recibido: recibido.sha256,
      });
    }
  }

  /** A new name is durable only if every folder above it is. */
  async #syncUpwards(desde: string): Promise<void> {
    for (let carpeta = desde; ; carpeta = dirname(carpeta)) {
      await this.#archivos.syncFolder(carpeta);
      if (relative(this.#carpeta, carpeta) === '') return;
    }
  }

  #prepare(): Promise<void> {
    this.#preparado ??= this.#makeRecepcion().catch((error: unknown) => {
      this.#preparado = undefined;
      throw error;
    });
    return this.#preparado;
  }

  /** What a crash left half received has no key and was never answered for. */
  async #makeRecepcion(): Promise<void> {
    await atStore(() => this.#archivos.makeFolder(this.#recepcion));
    await cleanRecepcion(this.#archivos, this.#recepcion, UN_DIA_MS);
  }
}
