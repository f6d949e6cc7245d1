import { DomainError } from '../errors/domain-error.ts';
import { cierreEnBogota } from './bogota.ts';
import type { Calendario } from './calendario.ts';
import { addDays, type FechaCivil, weekdayOf } from './fecha-civil.ts';
import type { Festivo } from './festivos-colombia.ts';
import { plazoErrors } from './plazo.errors.ts';

/** Business days that a publication lasts: Acuerdo AGN 001/2024, art. 4.5.4 nº 2 (REQ-PUB-1). */
export const DIAS_PUBLICACION = 60;

const MAXIMO_DIAS = 1000;

/** A term of business days. The day of publication never counts; the term ends at 24:00 of `ultimoDia`. */
export interface Ventana {
  readonly publicadoEn: FechaCivil;
  readonly dias: number;
  /** Version of the calendar that it was counted with. */
  readonly calendario: string;
  /** Day 1. */
  readonly primerDia: FechaCivil;
  /** Day `dias`. */
  readonly ultimoDia: FechaCivil;
  /** 24:00 in Bogotá of the last day: what is received before this instant is in time. */
  readonly cierre: Date;
  /** Holidays and closures from Monday to Friday that fell within the term, and so didn't count. */
  readonly festivos: readonly Festivo[];
  /** The days that count, in order, computed while they are read. */
  listDias(): Iterable<FechaCivil>;
}

export interface PlazoInput {
  readonly publicadoEn: FechaCivil;
  readonly calendario: Calendario;
  /** 60 unless told otherwise. */
  readonly dias?: number;
}

/**
 * The window of a publication, computed: nobody types an end. REQ-PUB-1. Refuses a number of days that is not an integer
 * from 1 to 1000 (`plazo_invalido`) and days that the calendar doesn't cover (`fecha_fuera_de_calendario`).
 */
export function computeVentana({ publicadoEn, calendario, dias = DIAS_PUBLICACION }: PlazoInput): Ventana {
  assertDias(dias);
  const primerDia = calendario.siguienteHabil(addDays(publicadoEn, 1));
  let ultimoDia = primerDia;
  for (let contados = 1; contados < dias; contados += 1) ultimoDia = nextHabil(ultimoDia, calendario);
  return {
    publicadoEn,
    dias,
    calendario: calendario.version,
    primerDia,
    ultimoDia,
    cierre: cierreEnBogota(ultimoDia),
    festivos: listFestivosEntre(addDays(publicadoEn, 1), ultimoDia, calendario),
    listDias: () => generateHabiles(primerDia, ultimoDia, calendario),
  };
}

/** The number of days that somebody typed. Refuses (`plazo_invalido`) what is not an integer from 1 to 1000. */
export function parseDias(valor: string): number {
  const dias = /^\d+$/.test(valor) ? Number(valor) : 0;
  if (dias < 1 || dias > MAXIMO_DIAS)
    throw new DomainError(plazoErrors.plazo_invalido, { valor, maximo: MAXIMO_DIAS });
  return dias;
}

/** Refuses (`plazo_invalido`) what is not an integer number of days from 1 to 1000. */
export function assertDias(dias: number): void {
  if (!Number.isInteger(dias) || dias < 1 || dias > MAXIMO_DIAS)
    throw new DomainError(plazoErrors.plazo_invalido, { valor: String(dias), maximo: MAXIMO_DIAS });
}

/** The first business day after `fecha`. */
export function nextHabil(fecha: FechaCivil, calendario: Calendario): FechaCivil {
  return calendario.siguienteHabil(addDays(fecha, 1));
}

/** The holidays and closures from Monday to Friday between two days, both included. */
function listFestivosEntre(desde: FechaCivil, hasta: FechaCivil, calendario: Calendario): readonly Festivo[] {
  const festivos: Festivo[] = [];
  for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
    const nombre = weekdayOf(fecha) <= 5 ? calendario.motivoNoHabil(fecha) : null;
    if (nombre !== null) festivos.push({ fecha, nombre });
  }
  return festivos;
}

function* generateHabiles(
  desde: FechaCivil,
  hasta: FechaCivil,
  calendario: Calendario,
): Generator<FechaCivil, void, undefined> {
  for (let fecha = desde; fecha <= hasta; fecha = nextHabil(fecha, calendario)) yield fecha;
}
