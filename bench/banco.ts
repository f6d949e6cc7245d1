/** What a run of a bench is told. */
export interface Corrida {
  /** True with `--quick`: small work, few rounds; its numbers are indicative. */
  readonly rapida: boolean;
  /** Aborts when its time is over or somebody interrupts; a bench must then leave nothing behind. */
  readonly plazo: AbortSignal;
}

/** Figures besides the ratio, already rounded; the unit is the end of the name (`_s`, `_mib`, `_por_s`). */
export type Cifras = Readonly<Record<string, number | null>>;

/** What a bench measured. */
export interface Medida {
  /** Median over the rounds. */
  readonly ratio: number;
  readonly rondas: number;
  /** The size of the work, as a person says it. */
  readonly tamano: string;
  readonly cifras: Cifras;
  /** What the bench believes it did, and what `count(*)` says; a difference is a failed bench. */
  readonly recuento: { readonly esperado: number; readonly enBase: number };
}

/** One entry of the registry: what is measured against what, and how to measure it. */
export interface Banco {
  readonly nombre: string;
  /** Spanish, one line each: the work, and what the same work is compared with. */
  readonly trabajo: string;
  readonly contra: string;
  /** How the figure is obtained; printed in docs/benchmarks.md. */
  readonly metodo: string;
  readonly aim: number;
  /** `<=`: less is better (times). `>=`: more is better (rates). */
  readonly direction: '<=' | '>=';
  /** Seconds after which it is stopped. */
  readonly maximoS: { readonly rapida: number; readonly entera: number };
  readonly medir: (corrida: Corrida) => Promise<Medida>;
}

/** Whether a ratio reaches the aim of its bench. */
export function reachesAim({ aim, direction }: Pick<Banco, 'aim' | 'direction'>, ratio: number): boolean {
  return direction === '<=' ? ratio <= aim : ratio >= aim;
}
