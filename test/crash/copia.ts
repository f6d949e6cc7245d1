import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openFirmante } from '../../src/composicion/open-firmante.ts';
import type { Environment } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { restringirBase, type UrlsPorPapel } from '../../src/db/migrate/bootstrap-roles.ts';
import { type TenantTx, withTenantTx } from '../../src/db/tenant-tx.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { construirArchivo, prepararCarpetaDatos } from './archivo-de-caidas.ts';
import type { Foto } from './matriz.ts';

const run = promisify(execFile);

/** A lote ordered to be destroyed that no executor has touched: the database and the folders that copies are made of. */
export class Molde {
  readonly lote: LoteDePrueba;
  /** Authority of the key that its actas are signed with, PEM. */
  readonly ancla: string;
  readonly ahora: Date;
  readonly #escenario: Escenario;
  readonly #datos: string;

  private constructor(escenario: Escenario, datos: string, lote: LoteDePrueba, ancla: string) {
    this.#escenario = escenario;
    this.#datos = datos;
    this.lote = lote;
    this.ancla = ancla;
    this.ahora = escenario.ahora;
  }

  static async abrir(): Promise<Molde> {
    const escenario = await Escenario.abrir();
    const datos = await prepararCarpetaDatos();
    const lote = await construirArchivo(escenario, datos);
    const { anclasFirma } = await openFirmante(loadConfig({}).config, datos, escenario.reloj);
    const ancla = anclasFirma[0] ?? '';
    await writeFile(join(datos, 'ancla.pem'), ancla);
    // A database is copied only while nobody is connected to it.
    await escenario.db.close();
    return new Molde(escenario, datos, lote, ancla);
  }

  async cerrar(): Promise<void> {
    await this.#escenario.cerrar();
    await rm(this.#datos, { recursive: true, force: true });
  }

  async copiar(): Promise<Copia> {
    const { base, carpeta } = this.#escenario;
    const nombre = `prueba_${randomBytes(6).toString('hex')}`;
    await asSuperuser(base.superuserUrl, async (cliente) => {
      await cliente.query(
        `CREATE DATABASE ${nombre} TEMPLATE ${base.nombre} STRATEGY FILE_COPY OWNER orpycamcp_owner`,
      );
      await restringirBase(cliente, nombre);
    });
    const datos = await prepararCarpetaDatos();
    await run('cp', ['-a', `${this.#datos}/.`, datos]);
    await run('cp', ['-a', carpeta, join(datos, 'almacen', 'worm')]);
    return new Copia(this, nombre, withBase(base, nombre), datos, base.superuserUrl);
  }
}

/** A copy of the mould for one crash: a database and folders of its own. */
export class Copia {
  readonly molde: Molde;
  readonly urls: UrlsPorPapel;
  readonly datos: string;
  readonly db: Database;
  readonly #nombre: string;
  readonly #superuserUrl: string;

  constructor(molde: Molde, nombre: string, urls: UrlsPorPapel, datos: string, superuserUrl: string) {
    this.molde = molde;
    this.urls = urls;
    this.datos = datos;
    this.db = createDatabase({ url: urls.appUrl, applicationName: 'prueba-caidas', max: 4 });
    this.#nombre = nombre;
    this.#superuserUrl = superuserUrl;
  }

  /** What a process of the service is given to work on this copy. */
  get env(): Environment {
    return {
      ELIMINACION_ENTORNO: 'test',
      ELIMINACION_ROLES: 'executor,signature,housekeeping',
      ELIMINACION_HTTP_PUERTO: '0',
      ELIMINACION_LOG_NIVEL: 'warn',
      ELIMINACION_DATOS: this.datos,
      ELIMINACION_RELOJ_PRUEBA: this.molde.ahora.toISOString(),
      DATABASE_URL: this.urls.appUrl,
    };
  }

  get vivo(): string {
    return join(this.datos, 'almacen', 'vivo', SLUG);
  }

  get worm(): string {
    return join(this.datos, 'almacen', 'worm', SLUG);
  }

  tx<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return withTenantTx(this.db, SLUG, work);
  }

  query<R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.tx((tx) => tx.query<R>(sql, values));
  }

  async fila<R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R> {
    const [fila] = await this.query<R>(sql, values);
    if (fila === undefined) throw new Error(`sin filas: ${sql}`);
    return fila;
  }

  async foto(): Promise<Foto> {
    const tablas = await this.fila<Omit<Foto, 'archivos' | 'paginas' | 'deActa'>>(
      `SELECT (SELECT count(*) FROM eliminacion_lote_progreso WHERE intencion_en IS NOT NULL) AS intenciones,
              (SELECT count(*) FROM eliminacion_lote_progreso WHERE estado = 'omitido') AS omitidos,
              (SELECT count(*) FROM anexos WHERE estado = 'destruyendo') AS marcados,
              (SELECT count(*) FROM documentos_purga_objetos WHERE resultado = 'destruido') AS purgados,
              (SELECT count(*) FROM eliminacion_lote_progreso WHERE estado = 'espera_fisico') AS "enPapel",
              (SELECT count(*) FROM eliminacion_lapidas) AS lapidas,
              (SELECT estado <> 'en_ejecucion' FROM eliminacion_lotes) AS cerrado,
              (SELECT count(*) FROM eliminacion_artefactos WHERE sha256 IS NOT NULL) AS anclados,
              (SELECT count(*) FROM eliminacion_artefactos WHERE estado = 'verificado') AS verificados`,
    );
    return {
      ...tablas,
      archivos: (await listArchivos(this.vivo)).filter((ruta) => /^[0-9a-f]{2}\//.test(ruta)).length,
      paginas: (await listArchivos(join(this.worm, 'libro'))).length,
      deActa: (await listArchivos(join(this.worm, 'actas'))).length,
    };
  }

  async cerrar(): Promise<void> {
    await this.db.close();
    await asSuperuser(this.#superuserUrl, async (cliente) => {
      await cliente.query(`DROP DATABASE IF EXISTS ${this.#nombre} WITH (FORCE)`);
    });
    await rm(this.datos, { recursive: true, force: true });
  }
}

/** Files under a folder, by their path in it; none if there is no such folder. */
export async function listArchivos(carpeta: string): Promise<string[]> {
  try {
    const entradas = await readdir(carpeta, { recursive: true, withFileTypes: true });
    return entradas
      .filter((entrada) => entrada.isFile())
      .map((entrada) => join(entrada.parentPath, entrada.name).slice(carpeta.length + 1))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function withBase(urls: UrlsPorPapel, nombre: string): UrlsPorPapel {
  const en = (texto: string): string => {
    const url = new URL(texto);
    url.pathname = `/${nombre}`;
    return url.href;
  };
  return {
    ownerUrl: en(urls.ownerUrl),
    appUrl: en(urls.appUrl),
    auditUrl: en(urls.auditUrl),
    verifierUrl: en(urls.verifierUrl),
  };
}

async function asSuperuser(url: string, tarea: (cliente: pg.Client) => Promise<void>): Promise<void> {
  const cliente = new pg.Client({ connectionString: url });
  await cliente.connect();
  try {
    await tarea(cliente);
  } finally {
    await cliente.end();
  }
}
