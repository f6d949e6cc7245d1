import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Copia, Molde } from './copia.ts';
import { ensayarCaida } from './ensayar-caida.ts';
import { type Caida, FINAL } from './matriz.ts';
import { listMentiras } from './mentiras.ts';

const PLAZO_MS = 180_000;

/** The mould of a test file; each test works on a copy of its own. */
export function useMolde(): { conCopia<T>(work: (copia: Copia) => Promise<T>): Promise<T> } {
  let molde: Molde;
  beforeAll(async () => {
    molde = await Molde.abrir();
  });
  afterAll(async () => {
    await molde.cerrar();
  });
  return {
    conCopia: async (work) => {
      const copia = await molde.copiar();
      try {
        return await work(copia);
      } finally {
        await copia.cerrar();
      }
    },
  };
}

/** One test per crash: killed there, it leaves what the matrix says; started again, it ends as if nothing had happened. */
export function registrarCaidas(titulo: string, caidas: readonly Caida[]): void {
  const { conCopia } = useMolde();
  describe(`kill -9: ${titulo}`, () => {
    it.each(caidas)(
      '$punto ($instante)',
      ({ punto, alMorir, paginas }) =>
        conCopia(async (copia) => {
          expect(await ensayarCaida(copia, punto)).toEqual(alMorir);
          expect(await listMentiras(copia)).toEqual([]);
          expect(await copia.foto()).toEqual({ ...FINAL, paginas });
        }),
      PLAZO_MS,
    );
  });
}
