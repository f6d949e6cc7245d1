import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock on a file, held by this process. The kernel drops it when the process dies, however it dies. */
export interface Candado {
  /** Idempotent. */
  soltar(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the file's lock for this process alone, or null when someone has it (shared holders count).
 * SQLite is used only for its file locks: unlike a file with a pid they are never stale.
 */
export function tryCandadoExclusivo(archivo: string): Candado | null {
  return tomar(archivo, 'BEGIN EXCLUSIVE');
}

/** Takes the file's lock together with other sharers; null when someone has it exclusively. */
export function tryCandadoCompartido(archivo: string): Candado | null {
  return tomar(archivo, 'BEGIN; SELECT count(*) FROM sqlite_schema');
}

/** Waits up to `plazoMs` milliseconds for the exclusive lock; null when time runs out. */
export async function esperarCandadoExclusivo(archivo: string, plazoMs: number): Promise<Candado | null> {
  const limite = performance.now() + plazoMs;
  for (;;) {
    const candado = tryCandadoExclusivo(archivo);
    if (candado !== null || performance.now() >= limite) return candado;
    await sleep(100);
  }
}

function tomar(archivo: string, sql: string): Candado | null {
  const db = new DatabaseSync(archivo, { timeout: 0 });
  try {
    db.exec(sql);
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    soltar: () => {
      if (db.isOpen) db.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
