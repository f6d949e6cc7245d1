import type { Disposicion } from './disposicion.ts';

/** One serie or subserie of a retention schedule, as one office of it says. Codes are text, spelled once per file. */
export interface SerieTrd {
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly serieCodigo: string;
  /** Null where the file never names the serie. */
  readonly serieNombre: string | null;
  /** The subserie's own part of the code (`05` of `19.05`). */
  readonly subserieCodigo: string | null;
  readonly subserieNombre: string | null;
  /** Years; null where the instrument gives no number: then nothing under it is ever due. */
  readonly ag: number | null;
  readonly ac: number | null;
  /** What the retention cells said, where one of them is not a number. */
  readonly retencionTexto: string | null;
  readonly disposicion: Disposicion;
  readonly procedimiento: string | null;
  readonly hoja: string;
  readonly fila: number;
}
