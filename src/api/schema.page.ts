import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The part of a JSON schema that the reference page shows. */
export interface SchemaView {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly required?: readonly string[];
  readonly items?: SchemaView;
  readonly anyOf?: readonly SchemaView[];
  readonly oneOf?: readonly SchemaView[];
}

export type Schemas = Readonly<Record<string, SchemaView>>;

const TIPOS: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'sí o no',
  array: 'lista',
  object: 'objeto',
  null: 'nulo',
};

const PROFUNDIDAD_MAXIMA = 6;

/** Fields of a schema as a nested list; references are followed, so that a reader never leaves the operation. */
export function renderSchema(schema: SchemaView, schemas: Schemas, depth = 0): Html {
  const resolved = resolve(schema, schemas);
  const inner = resolved.items === undefined ? resolved : resolve(resolved.items, schemas);
  const options = objectOptions(inner, schemas);
  if (options.length > 0 && depth < PROFUNDIDAD_MAXIMA) return renderOptions(options, schemas, depth);
  const fields = Object.entries(inner.properties ?? {});
  if (fields.length === 0 || depth >= PROFUNDIDAD_MAXIMA)
    return html`<p>${renderType(resolved, schemas)}</p>`;
  return html`<ul class="campos">${fields.map(([name, field]) =>
    renderField(name, field, inner.required?.includes(name) === true, schemas, depth),
  )}</ul>`;
}

/** The alternatives of a schema that have fields of their own; null and plain values need no list. */
function objectOptions(schema: SchemaView, schemas: Schemas): readonly SchemaView[] {
  const options = (schema.anyOf ?? schema.oneOf ?? []).map((option) => resolve(option, schemas));
  return options.filter((option) => option.properties !== undefined);
}

function renderOptions(options: readonly SchemaView[], schemas: Schemas, depth: number): Html {
  const [only, ...others] = options;
  if (only !== undefined && others.length === 0) return renderSchema(only, schemas, depth);
  const lists = options.map((option, index) => {
    const title = index === 0 ? 'Una forma:' : 'O bien:';
    return html`<p>${title}</p>${renderSchema(option, schemas, depth)}`;
  });
  return html`${lists}`;
}

function renderField(
  name: string,
  field: SchemaView,
  required: boolean,
  schemas: Schemas,
  depth: number,
): Html {
  const resolved = resolve(field, schemas);
  const container = resolved.items === undefined ? resolved : resolve(resolved.items, schemas);
  const plain = container.properties === undefined && objectOptions(container, schemas).length === 0;
  const nested = plain ? '' : renderSchema(field, schemas, depth + 1);
  return html`<li><code>${name}</code> <small>${renderType(resolved, schemas)}${required ? '' : ', opcional'}</small>${
    resolved.description === undefined ? '' : html` ${resolved.description}`
  }${nested}</li>`;
}

function resolve(schema: SchemaView, schemas: Schemas): SchemaView {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

function renderType(schema: SchemaView, schemas: Schemas): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    return options.map((option) => renderType(resolve(option, schemas), schemas)).join(' o ');
  }
  const names = schema.type === undefined ? ['object'] : [schema.type].flat();
  const text = names.map((name) => TIPOS[name] ?? name).join(' o ');
  if (schema.items !== undefined) return `${text} de ${renderType(resolve(schema.items, schemas), schemas)}`;
  return schema.format === undefined ? text : `${text} (${schema.format})`;
}
