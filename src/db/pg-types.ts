import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
const DATE_ARRAY = 1182;
const INT8_ARRAY = 1016;
/** Typed wide: the driver's list of known types lacks it, its parsers do not. */
const TEXT_ARRAY: number = 1009;

/**
 * How values come back: `date` as its text (a JS Date would move it a day west of Greenwich), `int8` as a number
 * that is exact or an error. `timestamptz` is a Date, good to the millisecond: enough for legal instants, never
 * for text that is hashed.
 */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return parseSafeInteger;
    if (oid === DATE_ARRAY) return pg.types.getTypeParser(TEXT_ARRAY, 'text');
    if (oid === INT8_ARRAY) return parseSafeIntegers;
    return pg.types.getTypeParser(oid, 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of exact range: ${text}`);
  return value;
}

function parseSafeIntegers(text: string): (number | null)[] {
  const parseTexts = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => (string | null)[];
  return parseTexts(text).map((item) => (item === null ? null : parseSafeInteger(item)));
}
