import { addDays, type FechaCivil, fromEpochDay, toEpochDay } from './fecha-civil.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Legal time of Colombia is UTC−5 with no daylight saving (the only one ran from May 1992 to April 1993, before any
 * instant that this service records), so a fixed offset is exact and depends on no zone of the process.
 */
const OFFSET = 5 * HOUR;

/** The civil day that an instant belongs to in Bogotá. */
export function fechaEnBogota(instante: Date): FechaCivil {
  return fromEpochDay(Math.floor((instante.getTime() - OFFSET) / DAY));
}

/** The instant at which a civil day begins in Bogotá (00:00). */
export function inicioEnBogota(fecha: FechaCivil): Date {
  return new Date(toEpochDay(fecha) * DAY + OFFSET);
}

/** The instant at which a civil day ends in Bogotá (24:00): what is received before it is in time. */
export function cierreEnBogota(fecha: FechaCivil): Date {
  return inicioEnBogota(addDays(fecha, 1));
}

/** The year, in Bogotá, of an instant: the `ejercicio` of a lote. */
export function ejercicioEnBogota(instante: Date): number {
  return Number(fechaEnBogota(instante).slice(0, 4));
}

/** RFC 3339 with the offset of Bogotá: `2027-03-02T00:00:00-05:00`; milliseconds only when there are any. */
export function renderInstante(instante: Date): string {
  const local = new Date(instante.getTime() - OFFSET).toISOString();
  return `${local.replace(/(\.000)?Z$/, '')}-05:00`;
}
