import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { prepararCarpetaAlmacen } from '../../src/adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { claimTramo } from '../../src/db/ejecucion/tramos.queries.ts';
import { documentosEmbebidos } from '../../src/services/documentos/documentos-embebidos.ts';
import type { ServiciosDocumentos } from '../../src/services/documentos/servicios-documentos.ts';
import { subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import { procesarTramo, type ResultadoTramo } from '../../src/services/ejecucion/procesar-tramo.ts';
import type { CambiosExpediente } from './archivo-de-prueba.ts';
import { type Escenario, SLUG } from './escenario.ts';
import { makePersona } from './personas.ts';

/** What happens when the executor passes a named instant. */
export type Instantes = Readonly<Record<string, () => Promise<void>>>;

/** Expedientes with real bytes in a real folder, and an executor that destroys them one tramo at a time. */
export class Archivador {
  readonly #escenario: Escenario;
  readonly #servicios: ServiciosDocumentos;
  readonly #digests = new Map<string, string[]>();
  #instantes: Instantes = {};

  private constructor(escenario: Escenario, carpeta: string) {
    this.#escenario = escenario;
    this.#servicios = {
      db: escenario.db,
      reloj: escenario.reloj,
      puntoDeFallo: { alcanzar: async (nombre) => this.#instantes[nombre]?.() },
      almacen: almacenesEnCarpeta({ carpeta }),
      lectura: lecturasEnCarpeta({ carpeta }),
      limiteAnexoBytes: 1_000,
    };
  }

  /** Its folder goes with the escenario. */
  static async abrir(escenario: Escenario): Promise<Archivador> {
    const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion objetos ñ '));
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpeta);
    escenario.alCerrar.push(() => rm(carpeta, { recursive: true, force: true }));
    return new Archivador(escenario, carpeta);
  }

  /** A closed expediente with one radicado and an anexo per text; gives its id. */
  async sembrar(cambios: CambiosExpediente, textos: readonly string[]): Promise<string> {
    const expediente = await this.#escenario.expediente({ ...cambios, cierre: null });
    const radicado = await this.#escenario.radicado(expediente);
    const archivista = makePersona('proponente', { permisos: new Set(['PERM_ARCHIVO_IMPORTAR']) });
    for (const texto of textos)
      await subirAnexo(this.#servicios, archivista, { radicado, nombre: 'a.pdf' }, [Buffer.from(texto)]);
    await this.#escenario.query(
      `UPDATE expedientes SET cierre = '2010-03-15', cierre_fundamento = 'f' WHERE id = $1`,
      [expediente],
    );
    this.#digests.set(
      expediente,
      textos.map((texto) => createHash('sha256').update(texto).digest('hex')),
    );
    return expediente;
  }

  /** Whether the store has every byte of an expediente (true) or none (false); anything between is an error. */
  async conBytes(expediente: string): Promise<boolean> {
    const claves: string[] = [];
    for await (const clave of this.#servicios.almacen(SLUG).list()) claves.push(clave);
    const digests = this.#digests.get(expediente) ?? [];
    const presentes = digests.filter((digest) => claves.some((clave) => clave.includes(digest)));
    if (presentes.length > 0 && presentes.length < digests.length) throw new Error('destruido a medias');
    return presentes.length > 0;
  }

  /** Claims the next tramo and works it; null if nobody has any left. */
  async procesar(instantes: Instantes = {}): Promise<ResultadoTramo | null> {
    const tramo = await this.#escenario.tx((tx) => claimTramo(tx, 'prueba'));
    if (tramo === null) return null;
    this.#instantes = instantes;
    const servicios = {
      ...this.#servicios,
      worm: this.#escenario.worm,
      documentos: documentosEmbebidos(this.#servicios),
    };
    return procesarTramo({ servicios, slug: SLUG, tramo, signal: new AbortController().signal });
  }
}
