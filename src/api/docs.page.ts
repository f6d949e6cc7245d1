import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { OpenApiDocument } from './openapi-document.ts';
import { renderSchema, type Schemas, type SchemaView } from './schema.page.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

interface ParameterView {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: SchemaView;
}

interface ContentView {
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaView }>>;
}

interface OperationView {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterView[];
  readonly requestBody?: ContentView;
  readonly responses: Readonly<Record<string, ContentView & { readonly description: string }>>;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationView;
}

const UBICACIONES: Readonly<Record<string, string>> = {
  path: 'en la dirección',
  query: 'en la consulta',
  header: 'cabecera',
};

/** The reference of the API as one page: no script, no foreign resource, readable with a keyboard and on paper. */
export function renderDocsPage(document: OpenApiDocument): Html {
  const groups = Map.groupBy(listEntries(document), (entry) => entry.operation.tags[0] ?? 'Otros');
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}: referencia de la API</title>
<link rel="stylesheet" href="/docs/estilo.css">
</head>
<body>
<a class="saltar" href="#contenido">Ir al contenido</a>
<header>
<h1>${document.info.title}</h1>
<p>Referencia de la API, versión ${document.info.version} · <a href="/openapi.json">documento OpenAPI 3.1</a></p>
</header>
<nav aria-label="Operaciones">${[...groups].map(([tag, entries]) => renderNav(tag, entries))}</nav>
<main id="contenido">
<p class="intro">${withCode(document.info.description ?? '')}</p>
${[...groups].map(([tag, entries]) => renderGroup(tag, entries, schemas))}
</main>
</body>
</html>
`;
}

function listEntries(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, OperationView>>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function renderNav(tag: string, entries: readonly Entry[]): Html {
  return html`<h2>${tag}</h2><ul>${entries.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ul>`;
}

function renderGroup(tag: string, entries: readonly Entry[], schemas: Schemas): Html {
  return html`<section><h2>${tag}</h2>${entries.map((entry) => renderEntry(entry, schemas))}</section>`;
}

function renderEntry({ method, path, operation }: Entry, schemas: Schemas): Html {
  const paragraphs = operation.description.split('\n\n');
  return html`<article id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="ruta"><span class="metodo ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${paragraphs.map((text) => html`<p>${withCode(text)}</p>`)}
<details><summary>Entrada y respuestas</summary>
${renderParameters(operation.parameters ?? [])}
${operation.requestBody === undefined ? '' : html`<h4>Cuerpo</h4>${renderContent(operation.requestBody, schemas)}`}
<h4>Respuestas</h4>
${Object.entries(operation.responses).map(
  ([status, response]) =>
    html`<div class="respuesta"><p><strong class="estado e${status.charAt(0)}">${status}</strong> ${withCode(response.description)}</p>${
      Number(status) < 300 ? renderContent(response, schemas) : ''
    }</div>`,
)}
</details>
</article>`;
}

function renderParameters(parameters: readonly ParameterView[]): Html | string {
  if (parameters.length === 0) return '';
  return html`<h4>Parámetros</h4><dl>${parameters.map(
    (item) =>
      html`<dt><code>${item.name}</code> <small>${UBICACIONES[item.in] ?? item.in}${
        item.required === true ? ', obligatorio' : ''
      }</small></dt><dd>${item.description ?? ''}</dd>`,
  )}</dl>`;
}

function renderContent(view: ContentView, schemas: Schemas): Html[] {
  return Object.values(view.content ?? {}).flatMap(({ schema }) =>
    schema === undefined ? [] : [renderSchema(schema, schemas)],
  );
}

/** Text in which `this` becomes code, as the descriptions are written. */
function withCode(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
