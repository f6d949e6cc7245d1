import { DomainError } from '../errors/domain-error.ts';
import { cierreEnBogota } from './bogota.ts';
import type { FechaCivil } from './fecha-civil.ts';
import { plazoErrors } from './plazo.errors.ts';
import { assertDias, DIAS_PUBLICACION, nextHabil, type PlazoInput } from './ventana.ts';

/** The probes of one day: how many answered well, and how many there should have been (a missing one failed). */
export interface Sondeos {
  readonly exitosos: number;
  readonly esperados: number;
}

export interface DisponibilidadInput extends PlazoInput {
  /** Evidence by day; a day without an entry has none. */
  readonly sondeos: ReadonlyMap<FechaCivil, Sondeos>;
  /** Last day that is over, whose evidence is therefore complete; later days are projected as available. */
  readonly evaluadoHasta: FechaCivil;
  /** Percentage of the expected probes that must have succeeded, 80 unless told otherwise. */
  readonly umbralPorciento?: number;
}

/** How far a window has come when only the days with evidence of availability count (REQ-PUB-4). */
export interface ProgresoVentana {
  readonly publicadoEn: FechaCivil;
  readonly dias: number;
  readonly calendario: string;
  readonly primerDia: FechaCivil;
  readonly contados: number;
  readonly faltantes: number;
  /** All days counted and evidenced: the term is over. */
  readonly completa: boolean;
  /** Business days already over that didn't count, for lack of evidence. */
  readonly diasSinEvidencia: readonly FechaCivil[];
  /** Last day: the real one when complete, else projected as if no further day failed. */
  readonly ultimoDia: FechaCivil;
  /** 24:00 in Bogotá of `ultimoDia`. */
  readonly cierre: Date;
}

/** Percentage of the expected probes of a day without which the day doesn't count. */
const UMBRAL_DISPONIBILIDAD = 80;

/**
 * The window of a publication, where a business day counts only if enough of its probes succeeded; a day that failed
 * moves the end to the next business day. Same refusals as `computeVentana`, and `disponibilidad_invalida`.
 */
export function computeVentanaConDisponibilidad(input: DisponibilidadInput): ProgresoVentana {
  const { publicadoEn, calendario, sondeos, evaluadoHasta } = input;
  const dias = input.dias ?? DIAS_PUBLICACION;
  const umbral = input.umbralPorciento ?? UMBRAL_DISPONIBILIDAD;
  assertDias(dias);
  assertUmbral(umbral);
  const diasSinEvidencia: FechaCivil[] = [];
  const primerDia = nextHabil(publicadoEn, calendario);
  let contados = 0;
  let proyectados = 0;
  let ultimoDia = primerDia;
  for (let fecha = primerDia; contados + proyectados < dias; fecha = nextHabil(fecha, calendario)) {
    ultimoDia = fecha;
    if (fecha > evaluadoHasta) proyectados += 1;
    else if (isDisponible(sondeos.get(fecha), umbral)) contados += 1;
    else diasSinEvidencia.push(fecha);
  }
  return {
    publicadoEn,
    dias,
    calendario: calendario.version,
    primerDia,
    contados,
    faltantes: dias - contados,
    completa: contados === dias,
    diasSinEvidencia,
    ultimoDia,
    cierre: cierreEnBogota(ultimoDia),
  };
}

/** Whether the probes of a day make it count. No probes, or none expected, is not evidence. */
export function isDisponible(sondeos: Sondeos | undefined, umbralPorciento = UMBRAL_DISPONIBILIDAD): boolean {
  if (sondeos === undefined) return false;
  const { exitosos, esperados } = sondeos;
  if (!Number.isInteger(exitosos) || !Number.isInteger(esperados) || exitosos < 0 || esperados < 0)
    throw new DomainError(plazoErrors.disponibilidad_invalida, {
      motivo: `los sondeos se cuentan con enteros (exitosos: ${exitosos}, esperados: ${esperados})`,
    });
  // In integers, so that 80 % of 5 is exactly 4.
  return esperados > 0 && exitosos * 100 >= esperados * umbralPorciento;
}

function assertUmbral(umbral: number): void {
  if (!Number.isInteger(umbral) || umbral < 1 || umbral > 100)
    throw new DomainError(plazoErrors.disponibilidad_invalida, {
      motivo: `el umbral «${umbral}» debe ser un porcentaje entero de 1 a 100`,
    });
}
