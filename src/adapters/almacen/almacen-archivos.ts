import { dirname, join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { assertClaveObjeto, isClaveObjeto } from '../../domain/documentos/clave-objeto.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import type {
  Almacen,
  Borrado,
  Contenido,
  DeleteOptions,
  PutOptions,
  Recibido,
} from '../../services/ports/almacen.ts';
import type { PuntoDeFallo } from '../../services/ports/punto-de-fallo.ts';
import { assertCarpetaMontada } from './carpeta-marcada.ts';
import { atStore, errnoOf, renderMotivo } from './error-almacen.ts';
import { LecturaArchivos } from './lectura-archivos.ts';
import { cleanRecepcion, receiveFile } from './recepcion.ts';
import type { SistemaArchivos } from './sistema-archivos.ts';

export interface CarpetaAlmacen {
  readonly archivos: SistemaArchivos;
  readonly puntoDeFallo: PuntoDeFallo;
  /** Folder with the mark (`prepararCarpetaAlmacen`). */
  readonly carpeta: string;
  /** Folder of the entity inside it. */
  readonly raiz: string;
}

const FRAGMENTOS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
const SINCRONIZACIONES_A_LA_VEZ = 8;

/**
 * Living objects as files: 256 folders named by the first byte of the digest, and one for what is being received,
 * in the same file system. The key holds the digest, which is known only after the last byte: so the bytes are
 * received and made durable under a name that is no key, then the key is reserved, and one rename puts the whole
 * file under it. No key ever shows part of a file, and none has bytes before it is reserved.
 */
export class AlmacenArchivos extends LecturaArchivos implements Almacen {
  readonly #archivos: SistemaArchivos;
  readonly #puntoDeFallo: PuntoDeFallo;
  readonly #carpeta: string;
  readonly #raiz: string;
  #preparado: Promise<void> | undefined;

  constructor({ archivos, puntoDeFallo, carpeta, raiz }: CarpetaAlmacen) {
    super({ archivos, carpeta, raiz, assertClave: assertClaveObjeto });
    this.#archivos = archivos;
    this.#puntoDeFallo = puntoDeFallo;
    this.#carpeta = carpeta;
    this.#raiz = raiz;
  }

  async put(contenido: Contenido, options: PutOptions): Promise<Recibido & { readonly clave: string }> {
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    await this.#prepare();
    const parcial = join(this.#recepcion, `${uuidv7()}.parcial`);
    let guardado = false;
    try {
      const { maxBytes } = options;
      const recibido = await receiveFile({ archivos: this.#archivos, ruta: parcial, maxBytes }, contenido);
      await this.#puntoDeFallo.alcanzar('almacen.recibido');
      const clave = await options.reservar(recibido);
      const destino = this.ruta(clave);
      await this.#puntoDeFallo.alcanzar('almacen.reservado');
      await atStore(() => this.#archivos.rename(parcial, destino));
      guardado = true;
      await this.#puntoDeFallo.alcanzar('almacen.renombrado');
      await atStore(() => this.#archivos.syncFolder(dirname(destino)));
      await this.#puntoDeFallo.alcanzar('almacen.guardado');
      return { ...recibido, clave };
    } finally {
      if (!guardado) await atStore(() => this.#archivos.unlink(parcial));
    }
  }

  async delete(claves: readonly string[], options: DeleteOptions = {}): Promise<Borrado[]> {
    const rutas = claves.map((clave) => ({ clave, ruta: this.ruta(clave) }));
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    const borrados: (Borrado & { readonly carpeta: string })[] = [];
    let seguir = true;
    for (const { clave, ruta } of rutas) {
      seguir = seguir && ((await options.antesDeCada?.(clave)) ?? true);
      const borrado = seguir
        ? await this.#unlink(clave, ruta)
        : ({ clave, resultado: 'no_intentado' } as const);
      borrados.push({ ...borrado, carpeta: dirname(ruta) });
    }
    await this.#puntoDeFallo.alcanzar('almacen.borrados_sin_sincronizar');
    const tocadas = new Set(borrados.filter((b) => b.resultado === 'borrado').map((b) => b.carpeta));
    const perdidas = await this.#syncFolders(tocadas);
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    await this.#puntoDeFallo.alcanzar('almacen.borrados');
    return borrados.map(({ carpeta, ...borrado }) => {
      const motivo = borrado.resultado === 'borrado' ? perdidas.get(carpeta) : undefined;
      return motivo === undefined ? borrado : { clave: borrado.clave, resultado: 'fallido', motivo };
    });
  }

  async *list(): AsyncGenerator<string> {
    await assertCarpetaMontada(this.#archivos, this.#carpeta);
    for (const fragmento of FRAGMENTOS) {
      const nombres = (await atStore(() => this.#archivos.list(join(this.#raiz, fragmento)))) ?? [];
      for (const nombre of nombres) {
        const clave = `${fragmento}/${nombre}`;
        if (isClaveObjeto(clave)) yield clave;
      }
    }
  }

  limpiarRecepcion(inactivaMs: number): Promise<number> {
    return cleanRecepcion(this.#archivos, this.#recepcion, inactivaMs);
  }

  get #recepcion(): string {
    return join(this.#raiz, 'recepcion');
  }

  async #unlink(clave: string, ruta: string): Promise<Borrado> {
    try {
      await this.#archivos.unlink(ruta);
      return { clave, resultado: 'borrado' };
    } catch (error) {
      return { clave, resultado: 'fallido', motivo: renderMotivo(error) };
    }
  }

  /**
   * The folders of what was deleted — also of what was found gone: a crash may have come between unlink and here —
   * and the reception's, whose old names of the same bytes must not come back either. Gives the reasons by folder.
   */
  async #syncFolders(carpetas: ReadonlySet<string>): Promise<Map<string, string>> {
    const perdidas = new Map<string, string>();
    const todas = carpetas.size === 0 ? [] : [this.#recepcion, ...carpetas];
    await runBounded(todas, SINCRONIZACIONES_A_LA_VEZ, async (carpeta) => {
      try {
        await this.#archivos.syncFolder(carpeta);
      } catch (error) {
        // A folder that is not there holds nothing that could come back.
        if (errnoOf(error) !== 'ENOENT') perdidas.set(carpeta, renderMotivo(error));
      }
    });
    const recepcion = perdidas.get(this.#recepcion);
    return recepcion === undefined ? perdidas : new Map([...carpetas].map((c) => [c, recepcion]));
  }

  /** All folders at once, durable before the first file enters one of them. */
  #prepare(): Promise<void> {
    this.#preparado ??= atStore(() => this.#makeFolders()).catch((error: unknown) => {
      this.#preparado = undefined;
      throw error;
    });
    return this.#preparado;
  }

  async #makeFolders(): Promise<void> {
    await this.#archivos.makeFolder(this.#recepcion);
    for (const fragmento of FRAGMENTOS) await this.#archivos.makeFolder(join(this.#raiz, fragmento));
    await this.#archivos.syncFolder(this.#raiz);
    await this.#archivos.syncFolder(this.#carpeta);
  }
}
