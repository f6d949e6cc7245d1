import Holidays from 'date-holidays';
import { DomainError } from '../errors/domain-error.ts';
import type { FechaCivil } from './fecha-civil.ts';
import { parseFechaCivil } from './fecha-civil.ts';
import { plazoErrors } from './plazo.errors.ts';

/** A holiday that the law declares, moved to its Monday where the law moves it. */
export interface Festivo {
  readonly fecha: FechaCivil;
  readonly nombre: string;
}

/** Where a calendar takes its holidays from, and the years it answers for (both included). */
export interface FuenteFestivos {
  readonly desdeAnio: number;
  readonly hastaAnio: number;
  listFestivos(anio: number): readonly Festivo[];
}

/** The state of the law on holidays: before and since Ley 2578/2026 (9 July, from 2026). */
export const VERSIONES_LEGALES = ['antes-ley-2578', 'ley-2578'] as const;
export type VersionLegal = (typeof VERSIONES_LEGALES)[number];

/** The law in force. */
export const VERSION_VIGENTE: VersionLegal = 'ley-2578';

/** Years that the official calendar answers for; the rules of Ley 51/1983 are applied to all of them. */
export const PRIMER_ANIO = 1900;
export const ULTIMO_ANIO = 2199;

const LEY_2578 = 'monday after 07-09 since 2026';

/** Official names by the rule of the library, whose own names are partly wrong (it calls Ascension «La Asunción»). */
const NOMBRES: Readonly<Record<string, string>> = {
  '01-01': 'Año Nuevo',
  'monday after 01-06': 'Día de los Reyes Magos',
  'monday after 03-19': 'Día de San José',
  'easter -3': 'Jueves Santo',
  'easter -2': 'Viernes Santo',
  '05-01': 'Día del Trabajo',
  'easter 43': 'Ascensión del Señor',
  'easter 64': 'Corpus Christi',
  'easter 71': 'Sagrado Corazón de Jesús',
  'monday after 06-29': 'San Pedro y San Pablo',
  [LEY_2578]: 'Nuestra Señora del Rosario de Chiquinquirá',
  '07-20': 'Día de la Independencia',
  '08-07': 'Batalla de Boyacá',
  'monday after 08-15': 'Asunción de la Virgen',
  'monday after 10-12': 'Día de la Raza',
  '1st monday in November': 'Todos los Santos',
  'monday after 11-11': 'Independencia de Cartagena',
  '12-08': 'Inmaculada Concepción',
  '12-25': 'Navidad',
};

/** Easter Sunday is in the library's list; no Colombian law makes it a holiday, and it is a Sunday anyway. */
const SIN_LEY = 'easter';

const library = new Holidays('CO', { languages: ['es'], types: ['public'] });

/**
 * Holidays of Colombia under one state of the law, years 1900 to 2199, in order of date; two may share a Monday, so the
 * days are a set. Refuses (`calendario_desconocido`) a version it doesn't know. Ley 51/1983, Ley 2578/2026.
 */
export function festivosColombia(version: string): FuenteFestivos {
  const legal = parseVersionLegal(version);
  return {
    desdeAnio: PRIMER_ANIO,
    hastaAnio: ULTIMO_ANIO,
    listFestivos: (anio) => listFestivosDelAnio(anio, legal),
  };
}

function parseVersionLegal(version: string): VersionLegal {
  const found = VERSIONES_LEGALES.find((known) => known === version);
  if (found !== undefined) return found;
  throw new DomainError(plazoErrors.calendario_desconocido, {
    calendario: version,
    conocidos: VERSIONES_LEGALES,
  });
}

function listFestivosDelAnio(anio: number, version: VersionLegal): readonly Festivo[] {
  return library
    .getHolidays(anio)
    .filter(({ rule }) => rule !== SIN_LEY && (rule !== LEY_2578 || version === 'ley-2578'))
    .map(({ date, rule }) => ({ fecha: parseFechaCivil(date.slice(0, 10)), nombre: nombreOficial(rule) }));
}

function nombreOficial(rule: string): string {
  const nombre = NOMBRES[rule];
  // A rule that we never read in a law must stop the count, not slip into it with an upgrade of the library.
  if (nombre === undefined) throw new Error(`date-holidays has a rule without a known law: ${rule}`);
  return nombre;
}
