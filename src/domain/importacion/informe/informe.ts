import type { Fault } from '../../errors/domain-error.ts';

export type Instrumento = 'TRD' | 'TVD' | 'FUID';
export type Veredicto = 'importada' | 'ignorada' | 'rechazada';

/** A refused cell or row: where, what it said, and what is wrong with it. */
export interface Fallo extends Fault {
  readonly hoja: string;
}

/** What became of one row. `importada` means sound: nothing enters while `importado` of the report is false. */
export interface FilaInforme {
  readonly hoja: string;
  readonly fila: number;
  readonly veredicto: Veredicto;
  /** Why it was ignored, or a note on a sound row. */
  readonly nota?: string;
  readonly fallos: readonly Fallo[];
}

export interface AvisoInforme {
  readonly hoja: string;
  readonly texto: string;
  readonly fila?: number;
  readonly columna?: string;
}

export interface HojaInforme {
  readonly nombre: string;
  readonly oculta: boolean;
  /** Why nothing of it was read; absent where it was. */
  readonly nota?: string;
}

/** Everything an archivist needs to mend a file, and a program to show it. */
export interface Informe {
  readonly archivo: string;
  readonly instrumento: Instrumento;
  /** True when the sound rows may enter (or entered): none was refused, or partial imports were accepted. */
  readonly importado: boolean;
  readonly resumen: Readonly<Record<Veredicto, number>>;
  /** Faults of the file as a whole; any of them refuses it. */
  readonly fallos: readonly Fallo[];
  readonly avisos: readonly AvisoInforme[];
  readonly hojas: readonly HojaInforme[];
  readonly filas: readonly FilaInforme[];
}
