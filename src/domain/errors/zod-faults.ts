import type { z } from 'zod';
import type { Fault } from './domain-error.ts';

type Issue = z.core.$ZodIssue;

const TIPOS: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'verdadero o falso',
  array: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
  date: 'una fecha',
  null: 'nulo',
};

const FORMATOS: Readonly<Record<string, string>> = {
  date: 'una fecha AAAA-MM-DD',
  datetime: 'un instante con zona, como 2026-12-01T08:30:00-05:00',
  uuid: 'un identificador UUID',
  email: 'un correo electrónico',
  url: 'una dirección URL completa',
  base64: 'un texto en base64',
  json_string: 'un JSON válido',
};

/**
 * Turns the issues of a failed parse into faults that name the field and say in Spanish what is wrong. Our own
 * refinements (code `custom`) already speak Spanish and pass through. The value received is never repeated. A missing
 * field is told from a wrong one where the parse was made with `reportInput: true`.
 */
export function zodFaults(error: z.core.$ZodError, prefix = ''): Fault[] {
  return error.issues.flatMap((issue) => faultsOfIssue(issue, prefix));
}

function faultsOfIssue(issue: Issue, prefix: string): Fault[] {
  const campo = renderCampo(issue.path, prefix);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      campo: renderCampo([...issue.path, key], prefix),
      motivo: 'Este campo no existe.',
    }));
  }
  if (issue.code === 'invalid_union') {
    const inner = closestBranch(issue.errors);
    if (inner.length > 0) return inner.flatMap((item) => faultsOfIssue(item, campo));
  }
  const falta = issue.code !== 'custom' && 'input' in issue && issue.input === undefined;
  return [{ ...(campo === '' ? {} : { campo }), motivo: falta ? 'Falta este dato.' : renderMotivo(issue) }];
}

/** What the value was most likely meant to be: the branch with fewest faults, if it is one of the inside. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const inside = branches.filter((issues) =>
    issues.some((issue) => issue.path.length > 0 || issue.code === 'custom'),
  );
  return inside.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function renderCampo(path: readonly PropertyKey[], prefix: string): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, prefix);
}

function renderMotivo(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Debe ser ${TIPOS[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return renderLimite(issue.origin, issue.minimum, issue.inclusive !== false, 'minimo');
    case 'too_big':
      return renderLimite(issue.origin, issue.maximum, issue.inclusive !== false, 'maximo');
    case 'invalid_format':
      return FORMATOS[issue.format] === undefined
        ? 'No tiene el formato esperado.'
        : `Debe ser ${FORMATOS[issue.format]}.`;
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}.`;
    case 'invalid_value':
      return renderOpciones(issue.values);
    case 'invalid_union':
      return 'No corresponde a ninguna de las formas admitidas.';
    case 'custom':
      return issue.message;
    default:
      return 'El valor no es válido.';
  }
}

function renderOpciones(values: readonly unknown[]): string {
  return values.length === 1
    ? `Debe ser ${String(values[0])}.`
    : `Debe ser uno de: ${values.map(String).join(', ')}.`;
}

function renderLimite(
  origin: string,
  limite: number | bigint,
  inclusive: boolean,
  cual: 'minimo' | 'maximo',
): string {
  const alMenos = cual === 'minimo' ? 'al menos' : 'como máximo';
  if (origin === 'string') {
    return cual === 'minimo' && Number(limite) === 1
      ? 'No puede estar vacío.'
      : `Debe tener ${alMenos} ${limite} caracteres.`;
  }
  if (origin === 'array' || origin === 'set') return `Debe tener ${alMenos} ${limite} elementos.`;
  if (inclusive) return `Debe ser ${alMenos} ${limite}.`;
  return cual === 'minimo' ? `Debe ser mayor que ${limite}.` : `Debe ser menor que ${limite}.`;
}
