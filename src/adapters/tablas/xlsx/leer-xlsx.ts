import type { Hoja } from '../../../domain/importacion/tabla.ts';
import { type LimitesTabla, refuseLimite } from '../limites.ts';
import { readCadenas } from './cadenas.ts';
import { readComentarios } from './comentarios.ts';
import { readEstilos } from './estilos.ts';
import { type ContextoHoja, readDisposicion, readFilas } from './hoja.ts';
import { type HojaDeclarada, type Libro, readLibro } from './libro.ts';
import { readRelaciones } from './relaciones.ts';
import { PartesZip } from './zip.ts';

/**
 * The sheets of an XLSX or XLSM book, hidden ones included, or null where the container holds no workbook. Macros and
 * formulas are never run: a formula counts as the result stored with it.
 */
export async function openXlsx(
  archivo: string,
  bytes: Uint8Array,
  limites: LimitesTabla,
): Promise<AsyncIterable<Hoja> | null> {
  const partes = await PartesZip.open(archivo, bytes, limites);
  const libro = await readLibro(archivo, partes);
  if (libro === null) return null;
  if (libro.hojas.length > limites.hojas) {
    refuseLimite(archivo, `el libro tiene ${libro.hojas.length} hojas (máximo ${limites.hojas}).`);
  }
  return readHojas(archivo, partes, libro, limites);
}

async function* readHojas(
  archivo: string,
  partes: PartesZip,
  libro: Libro,
  limites: LimitesTabla,
): AsyncGenerator<Hoja> {
  const contexto: ContextoHoja = {
    archivo,
    partes,
    limites,
    cadenas: libro.cadenas === null ? [] : await readCadenas(archivo, partes, libro.cadenas, limites),
    estilos: libro.estilos === null ? [] : await readEstilos(archivo, partes, libro.estilos),
    sistema1904: libro.sistema1904,
  };
  for (const declarada of libro.hojas) yield await openHoja(contexto, declarada);
}

async function openHoja(contexto: ContextoHoja, declarada: HojaDeclarada): Promise<Hoja> {
  const { archivo, partes } = contexto;
  const { combinadas, columnasOcultas } = await readDisposicion(contexto, declarada.parte);
  const relaciones = await readRelaciones(archivo, partes, declarada.parte);
  const notas = relaciones.find((relacion) => relacion.tipo === 'comments' && partes.has(relacion.parte));
  const comentarios = notas === undefined ? new Map() : await readComentarios(archivo, partes, notas.parte);
  return {
    nombre: declarada.nombre,
    oculta: declarada.oculta,
    combinadas,
    avisos:
      columnasOcultas.length === 0 ? [] : [`La hoja tiene columnas ocultas: ${columnasOcultas.join(', ')}.`],
    filas: readFilas(contexto, declarada.parte, comentarios),
  };
}
