import type {
  AvisoInforme,
  Fallo,
  FilaInforme,
  HojaInforme,
  Informe,
  Instrumento,
  Veredicto,
} from './informe.ts';

interface Anotacion {
  readonly hoja: string;
  readonly fila: number;
  veredicto: Veredicto;
  nota?: string;
  readonly fallos: Fallo[];
}

/** Where a parser writes what becomes of each row. A refusal is final: nothing said later makes the row sound again. */
export class Libreta {
  readonly #filas = new Map<string, Map<number, Anotacion>>();
  readonly #fallos: Fallo[] = [];
  readonly #avisos: AvisoInforme[] = [];
  readonly #hojas: HojaInforme[] = [];

  addHoja(hoja: HojaInforme): void {
    this.#hojas.push(hoja);
  }

  /** A fault of the whole file. */
  refuseArchivo(fallo: Fallo): void {
    this.#fallos.push(fallo);
  }

  warn(aviso: AvisoInforme): void {
    this.#avisos.push(aviso);
  }

  accept(hoja: string, fila: number, nota?: string): void {
    this.#note(hoja, fila, 'importada', nota);
  }

  ignore(hoja: string, fila: number, nota: string): void {
    this.#note(hoja, fila, 'ignorada', nota);
  }

  refuse(fallo: Fallo & { readonly fila: number }): void {
    const anotacion = this.#note(fallo.hoja, fallo.fila, 'rechazada');
    const repetido = anotacion.fallos.some(
      (otro) => otro.columna === fallo.columna && otro.motivo === fallo.motivo,
    );
    if (!repetido) anotacion.fallos.push(fallo);
  }

  /** True when something is already said against the file or any of its rows. */
  hasFallos(): boolean {
    if (this.#fallos.length > 0) return true;
    return [...this.#filas.values()].some((deHoja) =>
      [...deHoja.values()].some((fila) => fila.fallos.length > 0),
    );
  }

  isRefused(hoja: string, fila: number): boolean {
    return this.#filas.get(hoja)?.get(fila)?.veredicto === 'rechazada';
  }

  /** The report. `aceptarParcial` lets sound rows enter though others were refused. */
  close(archivo: string, instrumento: Instrumento, aceptarParcial: boolean): Informe {
    const filas = [...this.#filas.values()].flatMap((deHoja) =>
      [...deHoja.values()].sort((a, b) => a.fila - b.fila).map(freeze),
    );
    const resumen: Record<Veredicto, number> = { importada: 0, ignorada: 0, rechazada: 0 };
    for (const fila of filas) resumen[fila.veredicto] += 1;
    const sano = this.#fallos.length === 0 && resumen.importada > 0;
    const importado = sano && (aceptarParcial || resumen.rechazada === 0);
    const { fallos, avisos, hojas } = { fallos: this.#fallos, avisos: this.#avisos, hojas: this.#hojas };
    return { archivo, instrumento, importado, resumen, fallos, avisos, hojas, filas };
  }

  #note(hoja: string, fila: number, veredicto: Veredicto, nota?: string): Anotacion {
    const deHoja = this.#filas.get(hoja) ?? new Map<number, Anotacion>();
    this.#filas.set(hoja, deHoja);
    const anotacion: Anotacion = deHoja.get(fila) ?? { hoja, fila, veredicto, fallos: [] };
    deHoja.set(fila, anotacion);
    if (anotacion.veredicto !== 'rechazada') anotacion.veredicto = veredicto;
    if (nota !== undefined && anotacion.nota === undefined) anotacion.nota = nota;
    return anotacion;
  }
}

function freeze({ hoja, fila, veredicto, nota, fallos }: Anotacion): FilaInforme {
  const conNota = veredicto === 'rechazada' || nota === undefined ? {} : { nota };
  return { hoja, fila, veredicto, ...conNota, fallos };
}
