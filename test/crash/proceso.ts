import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../src/config/environment.ts';

const RAIZ = resolve(import.meta.dirname, '../..');
const PLAZO_MS = 90_000;

export interface Fin {
  readonly codigo: number | null;
  readonly senal: string | null;
}

/** A process of ours, really apart: what it says, how it ends, and signals to it alone. */
export class Proceso {
  readonly hijo: ChildProcess;
  readonly fin: Promise<Fin>;
  #salida = '';
  #error = '';
  #terminado: Fin | null = null;

  constructor(archivo: string, args: readonly string[], env: Environment) {
    const opciones = {
      // Compiled once for all the processes of a suite.
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(tmpdir(), 'eliminacion-pruebas-v8'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'] as const,
    };
    const hijo = spawn(archivo, [...args], { ...opciones, stdio: [...opciones.stdio], cwd: RAIZ });
    this.hijo = hijo;
    hijo.stdout?.on('data', (parte) => {
      this.#salida += String(parte);
    });
    hijo.stderr?.on('data', (parte) => {
      this.#error += String(parte);
    });
    this.fin = once(hijo, 'close').then(([codigo, senal]) => {
      this.#terminado = { codigo, senal };
      return this.#terminado;
    });
  }

  /** `src/main.ts`: the service itself. */
  static servicio(env: Environment): Proceso {
    return new Proceso(process.execPath, ['src/main.ts'], { ELIMINACION_HTTP_PUERTO: '0', ...env });
  }

  static guion(guion: string, args: readonly string[], env: Environment): Proceso {
    return new Proceso(process.execPath, [guion, ...args], env);
  }

  get pid(): number {
    const { pid } = this.hijo;
    if (pid === undefined) throw new Error(`el proceso no arrancó: ${this.texto()}`);
    return pid;
  }

  get terminado(): Fin | null {
    return this.#terminado;
  }

  get salida(): string {
    return this.#salida;
  }

  texto(): string {
    return `${this.#salida}\n${this.#error}`;
  }

  /** Waits until it says that; fails if it ends or the time is over without. */
  async diga(patron: RegExp, plazoMs = PLAZO_MS): Promise<RegExpExecArray> {
    for (const limite = Date.now() + plazoMs; Date.now() < limite; await sleep(20)) {
      const hallado = patron.exec(this.texto());
      if (hallado !== null) return hallado;
      if (this.#terminado !== null) break;
    }
    throw new Error(`el proceso no dijo ${patron}:\n${this.texto().slice(-4_000)}`);
  }

  /** Waits until it has stopped itself (SIGSTOP), which only the kernel can tell. */
  async detenido(plazoMs = PLAZO_MS): Promise<void> {
    for (const limite = Date.now() + plazoMs; Date.now() < limite; await sleep(20)) {
      if (this.#terminado !== null) break;
      if ((await readEstado(this.pid)) === 'T') return;
    }
    throw new Error(`el proceso no se detuvo:\n${this.texto().slice(-4_000)}`);
  }

  /** Waits for its end, which must be a kill: one that ended any other way never reached its point. */
  async murio(): Promise<void> {
    const { codigo, senal } = await this.fin;
    if (senal !== 'SIGKILL')
      throw new Error(`terminó con ${codigo ?? senal} sin llegar a su punto:\n${this.texto().slice(-4_000)}`);
  }

  /** Sends a signal and waits for its end. */
  async terminar(senal: NodeJS.Signals): Promise<Fin> {
    if (this.#terminado === null) process.kill(this.pid, senal);
    return this.fin;
  }

  /** For the end of a test, however it went. */
  async eliminar(): Promise<void> {
    if (this.hijo.pid !== undefined) await this.terminar('SIGKILL');
  }
}

/** State letter of a process in /proc; `X` for one that is not there. */
async function readEstado(pid: number): Promise<string> {
  try {
    const linea = await readFile(`/proc/${pid}/stat`, 'utf8');
    return linea.slice(linea.lastIndexOf(')') + 2, linea.lastIndexOf(')') + 3);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'X';
    throw error;
  }
}
