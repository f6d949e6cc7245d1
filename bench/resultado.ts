import { type Banco, type Cifras, type Corrida, type Medida, reachesAim } from './banco.ts';

/** One run of a bench, as its JSON line says it. `ok`: it ran, its counts are true, and it reached its aim. */
export interface Resultado {
  readonly name: string;
  /** Null if it failed. */
  readonly ratio: number | null;
  readonly aim: number;
  readonly direction: Banco['direction'];
  readonly ok: boolean;
  readonly quick: boolean;
  readonly rounds: number;
  readonly size: string;
  readonly figures: Cifras;
  readonly count: { readonly expected: number; readonly database: number } | null;
  /** Why it could not measure; null when it did. */
  readonly error: string | null;
}

/** Runs a bench within its time. Never throws: what went wrong is in the result. */
export async function runBanco(banco: Banco, rapida: boolean, interrupcion: AbortSignal): Promise<Resultado> {
  const maximoMs = (rapida ? banco.maximoS.rapida : banco.maximoS.entera) * 1000;
  const corrida: Corrida = {
    rapida,
    plazo: AbortSignal.any([interrupcion, AbortSignal.timeout(maximoMs)]),
  };
  try {
    return describe(banco, rapida, await banco.medir(corrida));
  } catch (error) {
    return describeFallo(banco, rapida, error instanceof Error ? error.message : String(error));
  }
}

function describe(banco: Banco, quick: boolean, medida: Medida): Resultado {
  const { esperado, enBase } = medida.recuento;
  if (esperado !== enBase) {
    return describeFallo(banco, quick, `la base tiene ${enBase} filas donde debía haber ${esperado}`);
  }
  return {
    name: banco.nombre,
    ratio: medida.ratio,
    aim: banco.aim,
    direction: banco.direction,
    ok: reachesAim(banco, medida.ratio),
    quick,
    rounds: medida.rondas,
    size: medida.tamano,
    figures: medida.cifras,
    count: { expected: esperado, database: enBase },
    error: null,
  };
}

function describeFallo({ nombre, aim, direction }: Banco, quick: boolean, error: string): Resultado {
  const nada = { ratio: null, ok: false, rounds: 0, size: '', figures: {}, count: null };
  return { name: nombre, aim, direction, quick, error, ...nada };
}
