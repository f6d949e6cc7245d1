import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import type { AlmacenLectura, DeleteOptions } from '../ports/almacen.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';

const PREGUNTAS_A_LA_VEZ = 8;
const SIGUE_AHI = 'el objeto sigue en el almacén después de borrarlo';
const NO_INTENTADO = 'no se alcanzó a borrar';

export interface PorDestruir {
  readonly objetoId: number;
  readonly clave: string;
}

/** Objetos whose bytes are proven absent, and those that could not be destroyed, each with its reason. */
export interface BytesDestruidos {
  readonly borrados: readonly number[];
  readonly fallidos: ReadonlyMap<number, string>;
}

/**
 * Deletes the bytes of those objetos, durably, and asks for each with the read-only handle: only an absence seen
 * that way counts. Never throws for the store: what can't be done is told per objeto. No transaction is open here.
 */
export async function destruirBytes(
  { almacen, lectura }: Pick<ServiciosDocumentos, 'almacen' | 'lectura'>,
  slug: string,
  objetos: readonly PorDestruir[],
  options: DeleteOptions = {},
): Promise<BytesDestruidos> {
  if (objetos.length === 0) return { borrados: [], fallidos: new Map() };
  const motivos = await borrar(almacen(slug), objetos, options);
  const lector = lectura(slug);
  const vistos = await runBounded(objetos, PREGUNTAS_A_LA_VEZ, async ({ clave }) => {
    return motivos.get(clave) ?? (await probarUna(lector, clave));
  });
  const fallidos = new Map<number, string>();
  objetos.forEach(({ objetoId }, n) => {
    const motivo = vistos[n];
    if (motivo !== null && motivo !== undefined) fallidos.set(objetoId, motivo);
  });
  return { borrados: objetos.map(({ objetoId }) => objetoId).filter((id) => !fallidos.has(id)), fallidos };
}

/** Reasons by key, of those that the store did not delete. */
async function borrar(
  almacen: ReturnType<ServiciosDocumentos['almacen']>,
  objetos: readonly PorDestruir[],
  options: DeleteOptions,
): Promise<Map<string, string>> {
  const claves = objetos.map(({ clave }) => clave);
  try {
    const borrados = await almacen.delete(claves, options);
    return new Map(
      borrados
        .filter(({ resultado }) => resultado !== 'borrado')
        .map(({ clave, motivo }) => [clave, motivo ?? NO_INTENTADO]),
    );
  } catch (error) {
    const motivo = motivoDeAlmacen(error);
    return new Map(claves.map((clave) => [clave, motivo]));
  }
}

/** Null if the object is not there; otherwise why that can't be said. */
async function probarUna(lector: AlmacenLectura, clave: string): Promise<string | null> {
  try {
    return (await lector.head(clave)) === null ? null : SIGUE_AHI;
  } catch (error) {
    return motivoDeAlmacen(error);
  }
}

function motivoDeAlmacen(error: unknown): string {
  if (error instanceof DomainError && error.definition === documentosErrors.almacen_no_disponible) {
    return error.message;
  }
  throw error;
}
