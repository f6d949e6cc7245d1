import { ConfigError } from '../config/config-error.ts';
import { DomainError, type ErrorKind, type Fault } from '../domain/errors/domain-error.ts';

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
  EACCES: 'no hay permiso para leerlo',
  EISDIR: 'es una carpeta',
};

/** A file that somebody named and that can't be read is theirs to mend, not a defect. */
function findErrorDeArchivo(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null;
  const motivo = MOTIVOS_DE_ARCHIVO[String(error.code)];
  return motivo === undefined ? null : `No se pudo leer «${String(error.path)}»: ${motivo}.`;
}
