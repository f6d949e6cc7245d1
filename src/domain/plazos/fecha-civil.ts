import { DomainError } from '../errors/domain-error.ts';
import { plazoErrors } from './plazo.errors.ts';

declare const fechaCivil: unique symbol;

/** A day of the civil calendar, `YYYY-MM-DD`, years 0001 to 9999: no time, no zone; sorts as text. */
export type FechaCivil = string & { readonly [fechaCivil]: true };

/** ISO day of the week: 1 Monday … 7 Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAYS_IN_400_YEARS = 146_097;
const DAYS_BEFORE_EPOCH = 719_468;

/** The civil date written in `value`. Refuses (`fecha_invalida`) another format and days that don't exist. */
export function parseFechaCivil(value: string): FechaCivil {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) throw new DomainError(plazoErrors.fecha_invalida, { valor: value });
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (
    parts.year < 1 ||
    parts.month < 1 ||
    parts.month > 12 ||
    parts.day < 1 ||
    parts.day > daysInMonth(parts)
  )
    throw new DomainError(plazoErrors.fecha_invalida, { valor: value });
  return value as FechaCivil;
}

/** The date of a year, a month (1–12) and a day. Refuses (`fecha_invalida`) what doesn't exist. */
export function buildFechaCivil(year: number, month: number, day: number): FechaCivil {
  return parseFechaCivil(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  );
}

/** `days` calendar days later (earlier when negative). */
export function addDays(fecha: FechaCivil, days: number): FechaCivil {
  return fromEpochDay(toEpochDay(fecha) + days);
}

/** The same day `years` years later; 29 February falls on the 28th in a common year, as in PostgreSQL. */
export function addYears(fecha: FechaCivil, years: number): FechaCivil {
  const { year, month, day } = readParts(fecha);
  const target = year + years;
  return buildFechaCivil(target, month, Math.min(day, daysInMonth({ year: target, month })));
}

/** Day of the week, 1 Monday … 7 Sunday. */
export function weekdayOf(fecha: FechaCivil): Weekday {
  // 1970-01-01 was a Thursday (4).
  const remainder = (toEpochDay(fecha) + 3) % 7;
  return ((remainder < 0 ? remainder + 7 : remainder) + 1) as Weekday;
}

/** Year, 1 to 9999. */
export function yearOf(fecha: FechaCivil): number {
  return readParts(fecha).year;
}

/** Days from 1970-01-01 (day 0) in the proleptic Gregorian calendar, with no `Date` involved. */
export function toEpochDay(fecha: FechaCivil): number {
  const { year, month, day } = readParts(fecha);
  // Years start in March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_IN_400_YEARS + dayOfEra - DAYS_BEFORE_EPOCH;
}

/** Inverse of `toEpochDay`. Refuses (`fecha_invalida`) what falls outside the years 0001 to 9999. */
export function fromEpochDay(epochDay: number): FechaCivil {
  const days = epochDay + DAYS_BEFORE_EPOCH;
  const era = Math.floor(days / DAYS_IN_400_YEARS);
  const dayOfEra = days - era * DAYS_IN_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (DAYS_IN_400_YEARS - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return buildFechaCivil(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

function readParts(fecha: FechaCivil): Parts {
  return {
    year: Number(fecha.slice(0, 4)),
    month: Number(fecha.slice(5, 7)),
    day: Number(fecha.slice(8, 10)),
  };
}

function daysInMonth({ year, month }: Omit<Parts, 'day'>): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
