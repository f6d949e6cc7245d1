import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';

const MOTIVOS: Readonly<Record<string, string>> = {
  ENOSPC: 'el disco está lleno',
  EDQUOT: 'se agotó la cuota de disco',
  EACCES: 'el servicio no tiene permiso sobre la carpeta',
  EPERM: 'el servicio no tiene permiso sobre la carpeta',
  EROFS: 'el disco está montado solo para lectura',
  EIO: 'el disco falló al leer o escribir',
  ESTALE: 'se perdió la conexión con el disco de red',
  EMFILE: 'el servicio tiene demasiados archivos abiertos',
  ENFILE: 'la máquina tiene demasiados archivos abiertos',
};

/** `ENOSPC`, `EACCES`… or null for what is no error of the system. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** What went wrong with the disk, in words for the person who operates the service. */
export function renderMotivo(error: unknown): string {
  const errno = errnoOf(error);
  if (errno === null) return error instanceof Error ? error.message : String(error);
  return MOTIVOS[errno] ?? `el disco respondió ${errno}`;
}

/** Runs a call to the disk; what the system refuses becomes `almacen_no_disponible` with the reason. */
export async function atStore<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError(
      documentosErrors.almacen_no_disponible,
      { motivo: renderMotivo(error) },
      { cause: error },
    );
  }
}
