import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { type ListaCierres, parseListaCierres } from '../../domain/archivo/lista-cierres.ts';
import { DomainError, type Fault } from '../../domain/errors/domain-error.ts';
import { readHoja } from '../../domain/importacion/tabla.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { cerrarExpedientes } from './cerrar-expedientes.ts';

export interface ArchivoDeCierres {
  /** Name of the list, for messages. */
  readonly nombre: string;
  /** CSV or XLSX; only its first sheet is read. */
  readonly bytes: Uint8Array;
  readonly fundamento: string;
}

/**
 * Records the closings that a list gives, all or none: each faulty row is named with its sheet, row and column. Errors:
 * `cierre_invalido`, `entrada_invalida`, those of the reader. Needs PERM_ARCHIVO_GESTIONAR.
 */
export async function importarCierres(
  { tablas, ...servicios }: ServiciosImportacion,
  actor: Actor,
  { nombre, bytes, fundamento }: ArchivoDeCierres,
): Promise<{ cerrados: number }> {
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const { lista, hoja } = await readLista(tablas, nombre, bytes);
  if (lista.fallos.length > 0) throw refuse(lista.fallos);
  const cierres = lista.cierres.map(({ codigo, fecha }) => ({ codigo, fecha }));
  try {
    return await cerrarExpedientes(servicios, actor, { fundamento, cierres });
  } catch (error) {
    if (!(error instanceof DomainError) || error.definition !== archivoErrors.cierre_invalido) throw error;
    throw refuse(
      error.faults.map((fault) => placeInLista(fault, lista, hoja)),
      error,
    );
  }
}

async function readLista(
  tablas: ServiciosImportacion['tablas'],
  nombre: string,
  bytes: Uint8Array,
): Promise<{ lista: ListaCierres; hoja: string }> {
  for await (const hoja of tablas.leerTabla(nombre, bytes)) {
    return { lista: parseListaCierres(await readHoja(hoja)), hoja: hoja.nombre };
  }
  throw refuse([{ motivo: 'La lista está vacía.' }]);
}

/** The verb counts the closings of its list; people count the rows of their sheet. */
function placeInLista(
  { fila, valor, motivo }: Fault,
  { cierres, columnas }: ListaCierres,
  hoja: string,
): Fault {
  const listado = cierres[(fila ?? 0) - 1];
  return {
    hoja,
    ...(listado === undefined ? {} : { fila: listado.fila }),
    columna: columnas.codigo ?? '',
    ...(valor === undefined ? {} : { valor }),
    motivo,
  };
}

function refuse(faults: readonly Fault[], cause?: DomainError): DomainError {
  return new DomainError(archivoErrors.cierre_invalido, { cuantos: faults.length }, { faults, cause });
}
