import { ConfigError } from '../config/config-error.ts';
import { DomainError, type ErrorKind, type Fault } from '../domain/errors/domain-error.ts';
import { generalErrors } from '../domain/errors/general.errors.ts';
import { ImportacionRechazada } from '../domain/importacion/importacion-rechazada.ts';

/** Exit codes by kind of error: 0 done · 1 defect · 2 what was asked is wrong · 3 not now · 4 refused · 5 not there. */
const CODIGOS: Readonly<Record<ErrorKind, number>> = {
  validation: 2,
  unauthenticated: 4,
  forbidden: 4,
  not_found: 5,
  gone: 5,
  conflict: 3,
  precondition: 3,
  limit: 3,
  unavailable: 3,
  internal: 1,
};

const FALTAS_MOSTRADAS = 50;

const COMO_CREAR =
  'Cree la entidad con «eliminacion tenant create SLUG --nombre NOMBRE --nit NIT», o recorra «eliminacion demo».\n';

/** Says in Spanish what went wrong and gives the exit code. */
export function explainError(error: unknown, salida: { write(texto: string): unknown }): number {
  if (error instanceof ConfigError) {
    salida.write(`${error.message}\n`);
    return 2;
  }
  if (error instanceof DomainError) {
    salida.write(`${error.definition.titulo} (${error.code}): ${error.message}\n`);
    for (const fault of error.faults.slice(0, FALTAS_MOSTRADAS)) salida.write(`  - ${renderFault(fault)}\n`);
    if (error.faults.length > FALTAS_MOSTRADAS)
      salida.write(`  … y ${error.faults.length - FALTAS_MOSTRADAS} más.\n`);
    if (error.definition === generalErrors.tenant_desconocido) salida.write(COMO_CREAR);
    return CODIGOS[error.kind];
  }
  const lectura = findErrorDeArchivo(error);
  if (lectura !== null) {
    salida.write(`${lectura}\n`);
    return 2;
  }
  salida.write(
    `Error inesperado: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return 1;
}

/** The same for a program, as one JSON line with every fault; empty where the order has told it in its own report. */
export function renderErrorJson(error: unknown): string {
  if (error instanceof Error && error.cause instanceof ImportacionRechazada) return '';
  const conocido = error instanceof DomainError ? error : null;
  const motivo = error instanceof Error ? error.message : String(error);
  const faltas = conocido?.faults ?? [];
  return `${JSON.stringify({
    error: { code: conocido?.code ?? 'error_interno', mensaje: conocido?.message ?? motivo, faltas },
  })}\n`;
}

function renderFault({ campo, hoja, fila, columna, valor, motivo }: Fault): string {
  const donde = [
    hoja === undefined ? null : `hoja «${hoja}»`,
    fila === undefined ? null : `fila ${fila}`,
    columna === undefined ? null : `columna ${columna}`,
    campo ?? null,
    valor === undefined ? null : `«${valor}»`,
  ].filter((parte) => parte !== null);
  return donde.length === 0 ? motivo : `${donde.join(', ')}: ${motivo}`;
}

const MOTIVOS_DE_ARCHIVO: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  EACCES: 'no hay permiso',
  EISDIR: 'es una carpeta',
  EEXIST: 'ya existe',
};

/** A file that somebody named and that can't be opened is theirs to mend, not a defect. */
function findErrorDeArchivo(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null;
  const motivo = MOTIVOS_DE_ARCHIVO[String(error.code)];
  return motivo === undefined ? null : `No se pudo abrir «${String(error.path)}»: ${motivo}.`;
}
