import { DomainError } from '../errors/domain-error.ts';
import { addDays, buildFechaCivil, type FechaCivil, weekdayOf, yearOf } from './fecha-civil.ts';
import { type FuenteFestivos, festivosColombia, VERSION_VIGENTE } from './festivos-colombia.ts';
import { plazoErrors } from './plazo.errors.ts';

/** A closure of the entity and the act that ordered it. */
export interface CierreEntidad {
  readonly fecha: FechaCivil;
  readonly acto: string;
}

/**
 * Which days are business days, in one version. It answers from `desde` to `hasta` (both included) and refuses any
 * other day with `fecha_fuera_de_calendario`: what it doesn't know it doesn't suppose.
 */
export interface Calendario {
  readonly version: string;
  readonly desde: FechaCivil;
  readonly hasta: FechaCivil;
  isHabil(fecha: FechaCivil): boolean;
  /** The day itself when it is a business day, else the next one. */
  siguienteHabil(fecha: FechaCivil): FechaCivil;
  /** The day itself when it is a business day, else the previous one. */
  anteriorHabil(fecha: FechaCivil): FechaCivil;
  /** Why a day is not a business day («Sábado», the holiday, the closure and its act); null when it is one. */
  motivoNoHabil(fecha: FechaCivil): string | null;
}

interface CalendarioOptions {
  readonly version: string;
  readonly festivos: FuenteFestivos;
  readonly cierres?: readonly CierreEntidad[];
}

/** Calendar = Monday to Friday, minus holidays, minus closures of the entity. Closures out of range are refused. */
export function buildCalendario({ version, festivos, cierres = [] }: CalendarioOptions): Calendario {
  const desde = buildFechaCivil(festivos.desdeAnio, 1, 1);
  const hasta = buildFechaCivil(festivos.hastaAnio, 12, 31);
  const assertCovered = (fecha: FechaCivil): void => {
    if (fecha < desde || fecha > hasta)
      throw new DomainError(plazoErrors.fecha_fuera_de_calendario, {
        calendario: version,
        desde,
        hasta,
        fecha,
      });
  };
  for (const cierre of cierres) assertCovered(cierre.fecha);
  const actos = groupMotivos(cierres.map(({ fecha, acto }) => [fecha, `Cierre de la entidad (${acto})`]));
  const listMotivosDelAnio = memoize((anio: number) =>
    groupMotivos(festivos.listFestivos(anio).map(({ fecha, nombre }) => [fecha, nombre])),
  );
  const motivoNoHabil = (fecha: FechaCivil): string | null => {
    assertCovered(fecha);
    const festivo = listMotivosDelAnio(yearOf(fecha)).get(fecha);
    return joinMotivos([festivo, actos.get(fecha)]) ?? motivoFinDeSemana(fecha);
  };
  const step = (days: number) => (fecha: FechaCivil) => {
    let current = fecha;
    while (motivoNoHabil(current) !== null) current = addDays(current, days);
    return current;
  };
  return {
    version,
    desde,
    hasta,
    motivoNoHabil,
    isHabil: (fecha) => motivoNoHabil(fecha) === null,
    siguienteHabil: step(1),
    anteriorHabil: step(-1),
  };
}

/** The official calendar of Colombia under one state of the law, with the closures of an entity. */
export function buildCalendarioColombia(
  version: string = VERSION_VIGENTE,
  cierres: readonly CierreEntidad[] = [],
): Calendario {
  return buildCalendario({ version, festivos: festivosColombia(version), cierres });
}

function motivoFinDeSemana(fecha: FechaCivil): string | null {
  const weekday = weekdayOf(fecha);
  return weekday === 6 ? 'Sábado' : weekday === 7 ? 'Domingo' : null;
}

function groupMotivos(entries: readonly (readonly [FechaCivil, string])[]): ReadonlyMap<FechaCivil, string> {
  const grouped = new Map<FechaCivil, string>();
  for (const [fecha, motivo] of entries)
    grouped.set(fecha, joinMotivos([grouped.get(fecha), motivo]) ?? motivo);
  return grouped;
}

function joinMotivos(motivos: readonly (string | undefined)[]): string | null {
  const known = motivos.filter((motivo) => motivo !== undefined);
  return known.length === 0 ? null : known.join('; ');
}

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
