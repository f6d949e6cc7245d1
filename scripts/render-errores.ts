import { DomainError, type ErrorDefinition, type ErrorKind } from '../src/domain/errors/domain-error.ts';
import { listErrorDefinitions } from '../src/domain/errors/registry.ts';
import { httpStatus } from '../src/web/problem.ts';

const KINDS: Readonly<Record<ErrorKind, string>> = {
  validation: 'Datos que no cumplen',
  unauthenticated: 'Falta identificarse',
  forbidden: 'No permitido',
  not_found: 'No encontrado',
  gone: 'Eliminado',
  conflict: 'Conflicto con el estado actual',
  precondition: 'Falta algo antes',
  limit: 'Límite alcanzado',
  unavailable: 'No disponible por ahora',
  internal: 'Falla interna',
};

/** The page of docs/errores.md: every error of the registry, by kind, with its HTTP status and its words. */
export function renderErrores(): string {
  const byKind = Map.groupBy(listErrorDefinitions(), ({ kind }) => kind);
  const sections = Object.entries(KINDS).flatMap(([kind, titulo]) => {
    const definitions = byKind.get(kind as ErrorKind) ?? [];
    return definitions.length === 0 ? [] : [renderSection(kind, titulo, definitions)];
  });
  return `${[HEADER, ...sections].join('\n\n')}\n`;
}

const HEADER = `# Errores

Página generada por \`scripts/generar-errores.ts\` a partir del registro de errores: no se edita a mano.

Toda respuesta de error es \`application/problem+json\` (RFC 9457) con \`code\`, \`requestId\` y, cuando las hay, una
falta por cada campo o fila en \`faults\`. Lo que va entre llaves se reemplaza por el dato del caso.`;

function renderSection(kind: string, titulo: string, definitions: readonly ErrorDefinition[]): string {
  const rows = definitions.map((definition) => {
    const status = httpStatus(new DomainError(definition));
    return `| \`${definition.code}\` | ${status} | ${cell(definition.titulo)} | ${cell(definition.mensaje)} |`;
  });
  return [
    `## ${titulo} (\`${kind}\`)`,
    '',
    '| código | HTTP | título | mensaje |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
