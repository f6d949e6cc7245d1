import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServidor } from '../src/adapters/postgres-embebido/servidor.ts';

const PLAZO_PARADA_MS = 30_000;

/** Gives `work` a new folder and removes it afterwards, and the embedded server that may still run in it. */
export async function withCarpeta<T>(work: (carpeta: string) => Promise<T>): Promise<T> {
  const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-banco-'));
  // The server's own account must pass through.
  await chmod(carpeta, 0o711);
  try {
    return await work(carpeta);
  } finally {
    await stopServidor(join(carpeta, 'postgres', 'pgdata'), PLAZO_PARADA_MS);
    await rm(carpeta, { recursive: true, force: true });
  }
}
