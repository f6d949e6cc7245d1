import type { PuntoDeFallo } from '../../services/ports/punto-de-fallo.ts';

/**
 * Kills this process, as `kill -9` would, when it reaches the named instant: `documentos.marcada`, or
 * `documentos.entre_objetos:3` for the third time. For tests of crashes; no production process is given one.
 */
export function puntoDeFalloMortal(fallarEn: string): PuntoDeFallo {
  const [nombre = '', vez = '1'] = fallarEn.split(':');
  let faltan = Number(vez);
  return {
    alcanzar: async (alcanzado) => {
      if (alcanzado !== nombre) return;
      faltan -= 1;
      if (faltan > 0) return;
      process.kill(process.pid, 'SIGKILL');
      // The signal ends the process; nothing after this instant may run, however late it is delivered.
      await new Promise<never>(() => undefined);
    },
  };
}
