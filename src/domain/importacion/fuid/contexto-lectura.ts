import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import { indexCombinadas } from '../combinadas.ts';
import type { Encabezado } from '../encabezado/buscar-encabezado.ts';
import { ObservadorFechas } from '../fecha/desfase.ts';
import type { OrdenFecha } from '../fecha/interpretar-fecha.ts';
import type { Libreta } from '../informe/libreta.ts';
import { describeFilas } from '../informe/rangos.ts';
import type { Celda, HojaLeida } from '../tabla.ts';
import type { CampoFuid } from './columnas-fuid.ts';

/** What a sheet's rows have in common while they are read: headings found so far and what deserves one note for all. */
export class ContextoLectura {
  readonly hoja: string;
  readonly hoy: FechaCivil;
  readonly libreta: Libreta;
  /** The cell whose merge covers this one from above, if any. */
  readonly celdaCombinada: (columna: string, fila: number) => Celda | undefined;
  /** Code or name of the office that the form's head names, for codes that don't carry theirs. */
  oficina: string | null = null;
  readonly #observadores = new Map<string, { readonly rotulo: string; readonly fechas: ObservadorFechas }>();
  readonly #notas = new Map<string, number[]>();

  constructor(hoja: HojaLeida, hoy: FechaCivil, libreta: Libreta) {
    this.hoja = hoja.nombre;
    this.hoy = hoy;
    this.libreta = libreta;
    this.celdaCombinada = indexCombinadas(hoja);
  }

  refuse(fila: number, columna: string, valor: string, motivo: string): void {
    this.libreta.refuse({ hoja: this.hoja, fila, columna, valor, motivo });
  }

  /** Counts a row under a note that the report gives once, with all its rows. */
  noteFila(nota: string, fila: number): void {
    const filas = this.#notas.get(nota);
    if (filas === undefined) this.#notas.set(nota, [fila]);
    else filas.push(fila);
  }

  fechasOf(columna: string, rotulo: string): ObservadorFechas {
    const visto = this.#observadores.get(columna) ?? { rotulo, fechas: new ObservadorFechas() };
    this.#observadores.set(columna, visto);
    return visto.fechas;
  }

  /** Writes the notes of the sheet in the report. */
  close(): void {
    for (const [nota, filas] of this.#notas) {
      this.libreta.warn({
        hoja: this.hoja,
        texto: `${nota} (${describeFilas(filas)}).`,
      });
    }
    for (const [columna, { rotulo, fechas }] of this.#observadores) {
      for (const texto of fechas.avisos(rotulo)) this.libreta.warn({ hoja: this.hoja, columna, texto });
    }
  }
}

/** Day before month unless the heading of the column says otherwise. */
export function ordenFechaOf(encabezado: Encabezado<CampoFuid>, columna: string): OrdenFecha {
  const ruta = encabezado.rutas.find((r) => r.columna === columna);
  return /\bM+ D+ A+\b/.test(`${ruta?.padres ?? ''} ${ruta?.hoja ?? ''}`) ? 'mda' : 'dma';
}
