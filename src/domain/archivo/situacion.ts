import { documentosErrors } from '../documentos/documentos.errors.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from '../personas/actor.ts';
import type { NivelSeguridad } from '../personas/nivel-seguridad.ts';
import { archivoErrors } from './archivo.errors.ts';

/** The living lote an expediente is in. */
export interface LoteQueLoTiene {
  readonly codigo: string;
  readonly nivel: NivelSeguridad;
  readonly enEjecucion: boolean;
}

/** An expediente as the acts of the archive decide on it, read after it was locked. */
export interface Situacion {
  readonly id: string;
  readonly codigo: string;
  readonly nivel: NivelSeguridad;
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  readonly cierre: string | null;
  readonly trdVersionId: number;
  readonly trdSerieId: number;
  readonly lote: LoteQueLoTiene | null;
  /** Whether a living intention covers it: what will be destroyed is already fixed. */
  readonly enEliminacion: boolean;
  readonly prestamoId: number | null;
  readonly transferenciaId: number | null;
}

type Lector = Pick<Actor, 'clearance' | 'permisos'>;
export type Rechazo = DomainError | null;

/** Throws what a decision refuses with. */
export function exigirAdmitido(rechazo: Rechazo): void {
  if (rechazo !== null) throw rechazo;
}

/** A loan: not in a living lote, not lent already (REQ-HOLD-5). */
export function refusePrestamo(situacion: Situacion, lector: Lector): Rechazo {
  if (situacion.prestamoId !== null) {
    return new DomainError(archivoErrors.prestamo_ya_activo, { expediente: situacion.codigo });
  }
  return refuseEnLote(situacion, lector);
}

/** A transfer: not in a living lote, not on its way already (REQ-HOLD-5). */
export function refuseTransferencia(situacion: Situacion, lector: Lector): Rechazo {
  if (situacion.transferenciaId !== null) {
    return new DomainError(archivoErrors.transferencia_ya_en_curso, { expediente: situacion.codigo });
  }
  return refuseEnLote(situacion, lector);
}

/** In a living lote. The lote is named only to someone who may read it. */
export function refuseEnLote({ lote, codigo }: Situacion, { clearance, permisos }: Lector): Rechazo {
  if (lote === null) return null;
  const puedeLeerlo = permisos.has('PERM_ELIMINACION_CONSULTAR') && clearance >= lote.nivel;
  const detalle = puedeLeerlo ? `${codigo} (${lote.codigo})` : codigo;
  return new DomainError(archivoErrors.expediente_en_lote, { detalle });
}

/** Covered by a living intention. */
export function refuseEnEliminacion({ enEliminacion, codigo }: Situacion): Rechazo {
  return enEliminacion
    ? new DomainError(documentosErrors.expediente_en_eliminacion, { detalle: codigo })
    : null;
}

/** Paper goes to its destruction only while its lote runs and its intention is written (REQ-EXE-2). */
export function refuseDestruccion({ lote, enEliminacion }: Situacion, unidadId: number): Rechazo {
  return enEliminacion && lote?.enEjecucion === true
    ? null
    : new DomainError(archivoErrors.movimiento_sin_ejecucion, { detalle: String(unidadId) });
}
