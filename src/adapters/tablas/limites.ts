import { DomainError } from '../../domain/errors/domain-error.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';

/** How much a spreadsheet may hold before it is refused; nothing is allocated by what a file declares. */
export interface LimitesTabla {
  readonly bytes: number;
  /** Of one part of a compressed book, once expanded. */
  readonly bytesDescomprimidos: number;
  readonly partes: number;
  readonly hojas: number;
  /** Per sheet. */
  readonly filas: number;
  /** Non-empty cells per sheet. */
  readonly celdas: number;
  readonly combinadas: number;
  /** Characters of one cell. */
  readonly caracteres: number;
}

export const LIMITES_TABLA: LimitesTabla = Object.freeze({
  bytes: 64 * 1024 * 1024,
  bytesDescomprimidos: 256 * 1024 * 1024,
  partes: 2_000,
  hojas: 200,
  filas: 200_000,
  celdas: 4_000_000,
  combinadas: 100_000,
  caracteres: 40_000,
});

/** Refuses with the name of the limit that was passed. */
export function refuseLimite(archivo: string, detalle: string): never {
  throw new DomainError(importacionErrors.tabla_demasiado_grande, { archivo, detalle });
}

/** Refuses a file that can't be what it says it is. */
export function refuseIlegible(archivo: string, detalle: string, cause?: unknown): never {
  throw new DomainError(importacionErrors.tabla_ilegible, { archivo, detalle }, { cause });
}
