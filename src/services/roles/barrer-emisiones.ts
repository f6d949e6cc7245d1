import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcesoVivo } from './is-proceso-vivo.ts';

/**
 * At boot: removes the files that processes of this machine were emitting when they died. Emission starts again from
 * the database, to the same bytes, so a folder taken from a living one by mistake costs a repetition. Gives how many.
 */
export async function barrerEmisiones(carpetaTrabajo: string): Promise<number> {
  const nombres = await readdir(carpetaTrabajo).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const abandonadas = nombres.filter((nombre) => {
    const pid = Number(/\.(\d+)-\w{6}$/.exec(nombre)?.[1] ?? Number.NaN);
    return Number.isInteger(pid) && (pid === process.pid || !isProcesoVivo(pid));
  });
  for (const nombre of abandonadas) await rm(join(carpetaTrabajo, nombre), { recursive: true, force: true });
  return abandonadas.length;
}
