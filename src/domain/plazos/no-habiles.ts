import type { Calendario } from './calendario.ts';
import { addDays, type FechaCivil } from './fecha-civil.ts';

/** A day that is not a business day, the next one that is, and why: a row of a calendar version in the database. */
export interface NoHabil {
  readonly fecha: FechaCivil;
  readonly siguienteHabil: FechaCivil;
  readonly motivo: string;
}

/**
 * The non-business days from `desde` to `hasta` (both included), in order, weekends among them. Refuses
 * (`fecha_fuera_de_calendario`) days that the calendar doesn't cover, the next business day of the last one included.
 */
export function* generateNoHabiles(
  desde: FechaCivil,
  hasta: FechaCivil,
  calendario: Calendario,
): Generator<NoHabil, void, undefined> {
  for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
    const motivo = calendario.motivoNoHabil(fecha);
    if (motivo !== null) yield { fecha, siguienteHabil: calendario.siguienteHabil(fecha), motivo };
  }
}
