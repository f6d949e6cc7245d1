/** The closed set of ways in which something can be refused; each surface maps a kind once, in one table. */
export type ErrorKind =
  | 'validation'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'precondition'
  | 'limit'
  | 'unavailable'
  | 'internal';

/** Facts that travel with an error: shown to the reader and interpolated in its message. */
export type ErrorParams = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One error of the catalogue. `mensaje` is Spanish; `{name}` is replaced by that parameter. */
export interface ErrorDefinition {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly titulo: string;
  readonly mensaje: string;
}

/** One fault of an input: where it is (field, row, sheet, column) and what is wrong, in Spanish. */
export interface Fault {
  readonly campo?: string;
  readonly hoja?: string;
  readonly fila?: number;
  readonly columna?: string;
  readonly valor?: string;
  readonly motivo: string;
}

interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly faults?: readonly Fault[];
}

/** The only error that services throw on purpose; everything else is a defect and becomes `error_interno`. */
export class DomainError extends Error {
  readonly definition: ErrorDefinition;
  readonly params: ErrorParams;
  readonly faults: readonly Fault[];

  constructor(definition: ErrorDefinition, params: ErrorParams = {}, options: DomainErrorOptions = {}) {
    super(
      renderMensaje(definition, params),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'DomainError';
    this.definition = definition;
    this.params = params;
    this.faults = options.faults ?? [];
  }

  get code(): string {
    return this.definition.code;
  }

  get kind(): ErrorKind {
    return this.definition.kind;
  }
}

function renderMensaje(definition: ErrorDefinition, params: ErrorParams): string {
  return definition.mensaje.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : Array.isArray(value) ? value.join(', ') : String(value);
  });
}

/** Declares the errors of one entity; the key is the code, so a code can't be declared twice in one place. */
export function defineErrors<const Codes extends string>(
  entries: Record<Codes, Omit<ErrorDefinition, 'code'>>,
): { readonly [C in Codes]: ErrorDefinition } {
  const defined = Object.entries<Omit<ErrorDefinition, 'code'>>(entries).map(([code, rest]) => [
    code,
    Object.freeze({ code, ...rest }),
  ]);
  return Object.freeze(Object.fromEntries(defined)) as { readonly [C in Codes]: ErrorDefinition };
}
