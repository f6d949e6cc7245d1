import { extname } from 'node:path';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import type { Hoja } from '../../domain/importacion/tabla.ts';
import type { LectorTablas } from '../../services/ports/tablas.ts';
import { openCsv } from './csv/leer-csv.ts';
import { LIMITES_TABLA, type LimitesTabla, refuseIlegible, refuseLimite } from './limites.ts';
import { openXlsx } from './xlsx/leer-xlsx.ts';
import { openXml } from './xml/leer-xml.ts';

/** What the name says of files that are not tables, so that the refusal can tell people what they have. */
const AJENOS: Readonly<Record<string, string>> = {
  '.sql': 'es un volcado SQL, no una tabla.',
  '.json': 'es un archivo JSON, no una tabla.',
  '.pdf': 'es un PDF; las tablas hay que exportarlas desde el programa que lo hizo.',
  '.doc': 'es un documento de Word.',
  '.docx': 'es un documento de Word.',
  '.ods': 'es una hoja de LibreOffice; guárdela como XLSX.',
  '.xls': 'es un libro de Excel 97-2003 o protegido con contraseña; guárdelo como XLSX sin contraseña.',
};
const DE_TEXTO = new Set(['.csv', '.tsv', '.txt']);

/** The spreadsheet reader of the service: XLSX, CSV and flat XML, told apart by their bytes. */
export function createLectorTablas(limites: LimitesTabla = LIMITES_TABLA): LectorTablas {
  return { bytesMaximos: limites.bytes, leerTabla: (nombre, bytes) => readHojas(nombre, bytes, limites) };
}

async function* readHojas(nombre: string, bytes: Uint8Array, limites: LimitesTabla): AsyncGenerator<Hoja> {
  if (bytes.length > limites.bytes) refuseTamano(nombre, limites);
  if (bytes.length === 0) refuseIlegible(nombre, 'está vacío.');
  if (startsWith(bytes, [0x50, 0x4b])) {
    const hojas = await openXlsx(nombre, bytes, limites);
    yield* hojas ??
      refuseFormato(nombre, AJENOS[extname(nombre).toLowerCase()] ?? 'no es un libro de Excel.');
  } else if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    refuseFormato(nombre, AJENOS['.xls'] ?? '');
  } else if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) {
    refuseFormato(nombre, AJENOS['.pdf'] ?? '');
  } else {
    yield await openTexto(nombre, bytes, limites);
  }
}

async function openTexto(nombre: string, bytes: Uint8Array, limites: LimitesTabla): Promise<Hoja> {
  const extension = extname(nombre).toLowerCase();
  const inicio = firstByte(bytes);
  if (extension === '.xml' || inicio === '<') return openXml(nombre, bytes, limites);
  const ajeno = AJENOS[extension] ?? (inicio === '{' || inicio === '[' ? AJENOS['.json'] : undefined);
  if (ajeno !== undefined) refuseFormato(nombre, ajeno);
  if (!DE_TEXTO.has(extension)) refuseFormato(nombre, `no se reconoce la extensión «${extension}».`);
  return openCsv(nombre, bytes, limites);
}

function startsWith(bytes: Uint8Array, firma: readonly number[]): boolean {
  return firma.every((byte, indice) => bytes[indice] === byte);
}

function firstByte(bytes: Uint8Array): string {
  const desde = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  const visible = bytes.subarray(desde, desde + 256).find((byte) => byte > 0x20);
  return visible === undefined ? '' : String.fromCharCode(visible);
}

function refuseFormato(archivo: string, detalle: string): never {
  throw new DomainError(importacionErrors.tabla_formato_no_admitido, { archivo, detalle });
}

function refuseTamano(archivo: string, limites: LimitesTabla): never {
  refuseLimite(archivo, `pesa más de ${Math.round(limites.bytes / 2 ** 20)} MB.`);
}
