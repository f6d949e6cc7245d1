/** What JSON can say, as a type; `undefined`, dates and bigints must be turned into text by the caller. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * The one canonical JSON text of a value (RFC 8785): keys sorted by UTF-16 code unit, no blanks, ECMAScript
 * numbers. Equal values give equal bytes. Throws TypeError on NaN, infinities and lone surrogates.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return canonicalObject(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function canonicalObject(value: { readonly [key: string]: JsonValue }): string {
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${canonicalString(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('lone surrogate in a JSON string');
  return JSON.stringify(value);
}

/**
 * The same value with U+0000 and lone surrogates replaced by U+FFFD: PostgreSQL's JSON takes neither, and both can
 * come in a header. Nobody can then make their own denial impossible to record.
 */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(storableJson);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), storableJson(member)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
