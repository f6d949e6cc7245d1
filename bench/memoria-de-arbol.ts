import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PASO_MS = 100;

/** Peak memory of a process and all it started, in bytes; null where there is no `/proc`. */
export interface Vigilancia {
  stop(): Promise<number | null>;
}

/**
 * Samples the tree of a process ten times a second. Counts proportional memory: pages that several processes share
 * (PostgreSQL's buffers) count once. A peak between two samples is missed.
 */
export function watchMemoria(pid: number): Vigilancia {
  let terminado = false;
  let pico: number | null = null;
  const vigilia = (async () => {
    while (!terminado) {
      const ahora = readArbol(pid);
      if (ahora !== null) pico = Math.max(pico ?? 0, ahora);
      await sleep(PASO_MS);
    }
  })();
  return {
    stop: async () => {
      terminado = true;
      await vigilia;
      return pico;
    },
  };
}

function readArbol(raiz: number): number | null {
  if (process.platform !== 'linux') return null;
  const padres = readPadres();
  const esDelArbol = (pid: number): boolean => {
    for (
      let actual: number | undefined = pid;
      actual !== undefined && actual > 1;
      actual = padres.get(actual)
    ) {
      if (actual === raiz) return true;
    }
    return false;
  };
  const bytes = [...padres.keys()].filter(esDelArbol).map(readPss);
  return bytes.reduce((total, uno) => total + uno, 0);
}

/** Parent of each process. */
function readPadres(): ReadonlyMap<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(
    pids.flatMap((pid): [number, number][] => {
      const estado = readOrNull(`/proc/${pid}/stat`);
      // The name of the program, in brackets, may hold anything: what follows the last one is fixed.
      const padre = estado?.slice(estado.lastIndexOf(')') + 2).split(' ')[1];
      return padre === undefined ? [] : [[pid, Number(padre)]];
    }),
  );
}

function readPss(pid: number): number {
  const texto = readOrNull(`/proc/${pid}/smaps_rollup`) ?? '';
  return Number(/^Pss:\s+(\d+) kB$/m.exec(texto)?.[1] ?? 0) * 1024;
}

/** Processes end while they are being read, and some are not ours to read. */
function readOrNull(ruta: string): string | null {
  try {
    return readFileSync(ruta, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
