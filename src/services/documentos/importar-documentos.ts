import { type EstadoReferencia, listReferencias } from '../../db/documentos/manifiesto.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import {
  type Manifiesto,
  parseManifiesto,
  type RadicadoManifiesto,
} from '../../domain/documentos/manifiesto.ts';
import { mediaTypeOf } from '../../domain/documentos/media-type.ts';
import { DomainError, type Fault } from '../../domain/errors/domain-error.ts';
import { readHoja } from '../../domain/importacion/tabla.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import type { FuenteDocumentos } from '../ports/fuente-documentos.ts';
import type { LectorTablas } from '../ports/tablas.ts';
import { registrarRadicado } from './registrar-radicado.ts';
import { requireIncorporar } from './require-incorporar.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';
import { subirAnexo } from './subir-anexo.ts';

export interface ListaDocumentos {
  /** Name of the list, for messages. */
  readonly nombre: string;
  /** CSV or XLSX: expediente, radicado, asunto, fecha, nivel, archivo. */
  readonly bytes: Uint8Array;
  readonly fuente: FuenteDocumentos;
  readonly lector: LectorTablas;
  /** Told after each file. */
  readonly alAvanzar?: (hechos: number, total: number) => void;
}

export interface DocumentosImportados {
  readonly radicados: number;
  /** Of those, the ones that were there from an earlier run. */
  readonly radicadosRepetidos: number;
  readonly anexos: number;
  readonly anexosRepetidos: number;
  readonly bytes: number;
}

const RADICADOS_A_LA_VEZ = 4;
const REVISIONES_A_LA_VEZ = 8;
const FALLOS_EN_RESPUESTA = 500;

/**
 * Imports the documents that a list names. The whole list is checked first: any fault refuses it, with row, column
 * and reason, and nothing enters (`manifiesto_invalido`). Each file then enters whole or not at all; after an
 * interruption the same list goes on where it was and repeats nothing. Needs PERM_ARCHIVO_IMPORTAR or _GESTIONAR.
 */
export async function importarDocumentos(
  servicios: Omit<ServiciosDocumentos, 'lectura'>,
  actor: Actor,
  lista: ListaDocumentos,
): Promise<DocumentosImportados> {
  requireIncorporar(actor);
  const { radicados, fallos } = await leerLista(lista);
  const referencias = await withTenantTx(
    servicios.db,
    actor.tenant,
    (tx) => listReferencias(tx, radicados, actor.clearance),
    { readOnly: true },
  );
  const estados = new Map(referencias.map((referencia) => [referencia.numero, referencia]));
  const todos = [...fallos, ...radicados.flatMap((radicado) => revisarRadicado(radicado, estados))];
  todos.push(...(await revisarArchivos(radicados, lista.fuente)));
  if (todos.length > 0) {
    const faults = todos.toSorted((a, b) => (a.fila ?? 0) - (b.fila ?? 0)).slice(0, FALLOS_EN_RESPUESTA);
    const params = { faltas: todos.length, archivo: lista.nombre };
    throw new DomainError(documentosErrors.manifiesto_invalido, params, { faults });
  }
  return importar(servicios, actor, lista, { radicados, estados });
}

async function leerLista({ lector, nombre, bytes }: ListaDocumentos): Promise<Manifiesto> {
  for await (const hoja of lector.leerTabla(nombre, bytes)) return parseManifiesto(await readHoja(hoja));
  return { radicados: [], fallos: [{ motivo: 'La lista está vacía.' }] };
}

function revisarRadicado(
  radicado: RadicadoManifiesto,
  estados: ReadonlyMap<string, EstadoReferencia>,
): Fault[] {
  const { fila, numero } = radicado;
  const estado = estados.get(numero);
  const expediente = (motivo: string): Fault[] => [{ fila, columna: 'expediente', motivo }];
  if (estado?.expedienteId == null) return expediente(`No existe el expediente ${radicado.expediente}.`);
  if (estado.enEliminacion) return expediente(`El expediente ${radicado.expediente} está en eliminación.`);
  if (estado.cerrado)
    return expediente(`El expediente ${radicado.expediente} está cerrado: no recibe documentos.`);
  if (estado.eliminado) {
    return [
      {
        fila,
        columna: 'radicado',
        motivo: `El radicado ${numero} ya fue eliminado: su número no se reutiliza.`,
      },
    ];
  }
  if (estado.deOtroExpediente) {
    return [{ fila, columna: 'radicado', motivo: `Ya existe el radicado ${numero} en otro expediente.` }];
  }
  return [];
}

async function revisarArchivos(
  radicados: readonly RadicadoManifiesto[],
  fuente: FuenteDocumentos,
): Promise<Fault[]> {
  const archivos = radicados.flatMap((radicado) => radicado.archivos);
  const revisados = await runBounded(archivos, REVISIONES_A_LA_VEZ, async ({ fila, archivo }) => {
    const motivo = await fuente.revisar(archivo);
    return motivo === null ? [] : [{ fila, columna: 'archivo', valor: archivo, motivo }];
  });
  return revisados.flat();
}

interface PorImportar {
  readonly radicados: readonly RadicadoManifiesto[];
  readonly estados: ReadonlyMap<string, EstadoReferencia>;
}

async function importar(
  servicios: Omit<ServiciosDocumentos, 'lectura'>,
  actor: Actor,
  lista: ListaDocumentos,
  { radicados, estados }: PorImportar,
): Promise<DocumentosImportados> {
  const total = radicados.reduce((suma, { archivos }) => suma + archivos.length, 0);
  let hechos = 0;
  const porRadicado = await runBounded(radicados, RADICADOS_A_LA_VEZ, async (radicado) => {
    const { numero, expediente, asunto, fecha, nivelSeguridad } = radicado;
    const previo = estados.get(numero)?.radicadoId ?? null;
    const entrada = { expediente, numero, asunto, fecha, nivelSeguridad };
    const id = previo ?? (await registrarRadicado(servicios, actor, entrada)).radicadoId;
    const anexos = [];
    for (const { archivo } of radicado.archivos) {
      const { nombre, contenido } = await lista.fuente.abrir(archivo);
      const datos = { radicado: id, nombre, mediaType: mediaTypeOf(nombre), unaVez: true };
      anexos.push(await subirAnexo(servicios, actor, datos, contenido));
      hechos += 1;
      lista.alAvanzar?.(hechos, total);
    }
    return { repetido: previo !== null, anexos };
  });
  const anexos = porRadicado.flatMap((radicado) => radicado.anexos);
  const nuevos = anexos.filter(({ repetido }) => !repetido);
  return {
    radicados: radicados.length,
    radicadosRepetidos: porRadicado.filter(({ repetido }) => repetido).length,
    anexos: anexos.length,
    anexosRepetidos: anexos.length - nuevos.length,
    bytes: nuevos.reduce((suma, { tamano }) => suma + tamano, 0),
  };
}
