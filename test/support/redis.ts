import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePuerto } from '../../src/adapters/postgres-embebido/conexion.ts';

/** A real Redis for one test file. */
export interface RedisDePrueba {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it as an outage would, keeping its data on disk; `start` brings it back on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const PROGRAMA = 'redis-server';
const PLAZO_MS = 10_000;

/** Starts `redis-server` on a random port of 127.0.0.1, with an append-only file unless the arguments say otherwise. */
export async function startRedisDePrueba(argumentos: readonly string[] = []): Promise<RedisDePrueba> {
  const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-redis-'));
  const port = await choosePuerto(null);
  const opciones = ['--port', String(port), '--bind', '127.0.0.1', '--dir', carpeta, '--save', ''];
  const run = async () => {
    const hijo = spawn(PROGRAMA, [...opciones, '--appendonly', 'yes', ...argumentos], {
      stdio: 'ignore',
    });
    await once(hijo, 'spawn');
    await waitPong(port);
    return hijo;
  };
  let hijo = await run();
  const end = async (senal: NodeJS.Signals): Promise<void> => {
    if (hijo.exitCode !== null || hijo.signalCode !== null) return;
    const salida = once(hijo, 'exit');
    hijo.kill(senal);
    await salida;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return hijo.pid ?? 0;
    },
    kill: () => end('SIGKILL'),
    start: async () => {
      hijo = await run();
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(carpeta, { recursive: true, force: true });
    },
  };
}

async function waitPong(port: number): Promise<void> {
  const limite = performance.now() + PLAZO_MS;
  while (!(await answersPong(port))) {
    if (performance.now() > limite) throw new Error(`${PROGRAMA} no respondió en ${PLAZO_MS} ms.`);
    await sleep(20);
  }
}

function answersPong(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const enchufe = connect({ port, host: '127.0.0.1' }, () => enchufe.write('PING\r\n'));
    enchufe.once('data', (respuesta) => {
      enchufe.destroy();
      resolve(respuesta.toString('utf8').startsWith('+PONG'));
    });
    enchufe.once('error', () => resolve(false));
  });
}
