import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { processExists } from '../../src/adapters/postgres-embebido/proceso.ts';
import { stopServidor } from '../../src/adapters/postgres-embebido/servidor.ts';
import { startPostgresEmbebido } from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import type { Environment } from '../../src/config/environment.ts';
import { Proceso } from '../crash/proceso.ts';

/** What the last line of the demo says. */
export interface Resultado {
  readonly lote: { readonly codigo: string; readonly estado: string };
  readonly conteos: Readonly<
    Record<'admitidos' | 'rechazados' | 'destruidos' | 'omitidos' | 'retirados', number>
  >;
  readonly acta: Readonly<Record<'numero' | 'sha256' | 'original' | 'firmada', string>>;
  readonly verificacion: { readonly propia: boolean; readonly xmlsec1: boolean | null };
}

const PREFIJO = 'eliminacion demo ñ ';

/** A data folder in which the demo is started, killed and started again; under a path with a space and an ñ. */
export class CasaDeDemo {
  readonly datos: string;
  readonly #procesos: Proceso[] = [];

  private constructor(datos: string) {
    this.datos = datos;
  }

  static async abrir(): Promise<CasaDeDemo> {
    await removeAbandonadas();
    const datos = await mkdtemp(join(tmpdir(), `${PREFIJO}${process.pid} `));
    await chmod(datos, 0o711);
    return new CasaDeDemo(datos);
  }

  async cerrar(): Promise<void> {
    for (const proceso of this.#procesos) await proceso.eliminar();
    await (await startPostgresEmbebido({ carpeta: this.#postgres })).stop();
    await rm(this.datos, { recursive: true, force: true });
  }

  get env(): Environment {
    return { ELIMINACION_DATOS: this.datos, ELIMINACION_HTTP_PUERTO: '0' };
  }

  get #postgres(): string {
    return join(this.datos, 'postgres');
  }

  demo(opciones: readonly string[], env: Environment = {}): Proceso {
    return this.#guardar(Proceso.guion('src/cli/main.ts', ['demo', ...opciones], { ...this.env, ...env }));
  }

  /** The command of the README. */
  npm(opciones: readonly string[]): Proceso {
    const args = ['run', '-s', 'demo', '--', ...opciones];
    return this.#guardar(new Proceso('npm', args, { ...this.env, HOME: process.env['HOME'] }));
  }

  #guardar(proceso: Proceso): Proceso {
    this.#procesos.push(proceso);
    return proceso;
  }

  /** Rows of the demo's own database, whether or not its server is up; it is left as it was. */
  async query<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
    const servidor = await startPostgresEmbebido({ carpeta: this.#postgres });
    const url = new URL(servidor.superuserUrl);
    url.pathname = '/orpycamcp';
    const cliente = new pg.Client({ connectionString: url.href });
    try {
      await cliente.connect();
      await cliente.query('SET search_path = tenant_demo');
      return (await cliente.query<R>(sql)).rows;
    } finally {
      await cliente.end();
      if (!servidor.adoptado) await servidor.stop();
    }
  }

  /** Process number of its database server; null if none runs. */
  async servidor(): Promise<number | null> {
    try {
      const [pid] = (await readFile(join(this.#postgres, 'pgdata', 'postmaster.pid'), 'utf8')).split('\n');
      return Number(pid);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Command lines of the processes that name this folder. */
  async procesosVivos(): Promise<string[]> {
    const vivos: string[] = [];
    for (const pid of (await readdir('/proc')).filter((nombre) => /^\d+$/.test(nombre))) {
      const orden = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (orden.includes(this.datos)) vivos.push(orden.replaceAll('\0', ' '));
    }
    return vivos;
  }
}

/** The result of a demo that ended well; fails with all that it said otherwise. */
export async function resultadoDe(proceso: Proceso): Promise<Resultado> {
  const { codigo, senal } = await proceso.fin;
  if (codigo !== 0)
    throw new Error(`la demo terminó con ${codigo ?? senal}:\n${proceso.texto().slice(-6_000)}`);
  return JSON.parse(proceso.salida.trimEnd().split('\n').at(-1) ?? '');
}

/** Folders of runs that were killed, each with the server it left: its process number is in the folder's name. */
async function removeAbandonadas(): Promise<void> {
  for (const nombre of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIJO}(\\d+) `).exec(nombre)?.[1];
    if (pid === undefined || processExists(Number(pid))) continue;
    const carpeta = join(tmpdir(), nombre);
    await stopServidor(join(carpeta, 'postgres', 'pgdata'), 10_000);
    await rm(carpeta, { recursive: true, force: true });
  }
}
