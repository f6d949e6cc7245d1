import {
  type Eslabon,
  eslabonHash,
  genesisHash,
  type PuntoCadena,
} from '../../../src/domain/auditoria/eslabon.ts';
import type { Rotura } from '../../../src/domain/auditoria/rotura.ts';
import { VerificadorCadena } from '../../../src/domain/auditoria/verificador-cadena.ts';

export const GENESIS = genesisHash('tenant_prueba');

/** A row with its right hash. */
export function eslabon(seq: number, prevHash: string, contenido: string): Eslabon {
  return { seq, prevHash, contenido, hash: eslabonHash(seq, prevHash, contenido) };
}

/** A sound chain of n rows, numbered from 1. */
export function cadenaSana(n: number): Eslabon[] {
  const rows: Eslabon[] = [];
  for (let seq = 1; seq <= n; seq += 1) {
    rows.push(eslabon(seq, rows.at(-1)?.hash ?? GENESIS, `{"asiento":${seq}}`));
  }
  return rows;
}

export function cabezaDe(rows: readonly Eslabon[]): PuntoCadena {
  const last = rows.at(-1);
  return last === undefined ? { seq: 0, hash: GENESIS } : { seq: last.seq, hash: last.hash };
}

/** The row of that number; the test is wrong if there is none. */
export function fila(rows: readonly Eslabon[], seq: number): Eslabon {
  const row = rows.find((candidate) => candidate.seq === seq);
  if (row === undefined) throw new Error(`no hay fila ${seq}`);
  return row;
}

export function verificar(
  rows: readonly Eslabon[],
  cabeza: PuntoCadena | null,
  anclas: readonly PuntoCadena[] = [],
): Rotura[] {
  const verificador = new VerificadorCadena(GENESIS, cabeza, anclas);
  for (const row of [...rows].sort((a, b) => a.seq - b.seq)) verificador.push(row);
  return verificador.finish();
}

/** The breaks as `clase desde-hasta`, for short assertions. */
export function resumen(roturas: readonly Rotura[]): string[] {
  return roturas.map(({ clase, desde, hasta }) => `${clase} ${desde}-${hasta}`);
}
