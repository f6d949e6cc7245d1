import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildLibro, type CeldaEscrita, type HojaEscrita } from '../../../scripts/escribir-libro.ts';
import { createLectorTablas } from '../../../src/adapters/tablas/lector-tablas.ts';
import type { LimitesTabla } from '../../../src/adapters/tablas/limites.ts';
import { DomainError } from '../../../src/domain/errors/domain-error.ts';
import { parseFuid, type ResultadoFuid } from '../../../src/domain/importacion/fuid/parse-fuid.ts';
import type { FilaInforme, Informe } from '../../../src/domain/importacion/informe/informe.ts';
import type { Celda, FilaTabular, Hoja } from '../../../src/domain/importacion/tabla.ts';
import { parseTrd, type ResultadoTrd } from '../../../src/domain/importacion/trd/parse-trd.ts';
import type { SerieTrd } from '../../../src/domain/importacion/trd/serie-trd.ts';
import { buildFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';

export type Filas = readonly (readonly CeldaEscrita[])[];

/** What a sheet gave, whole. */
export interface HojaVista extends Omit<Hoja, 'filas'> {
  readonly filas: readonly FilaTabular[];
}

export async function readTabla(
  nombre: string,
  bytes: Uint8Array,
  limites?: LimitesTabla,
): Promise<HojaVista[]> {
  const vistas: HojaVista[] = [];
  for await (const hoja of createLectorTablas(limites).leerTabla(nombre, bytes)) {
    const filas: FilaTabular[] = [];
    for await (const fila of hoja.filas) filas.push(fila);
    vistas.push({ ...hoja, filas });
  }
  return vistas;
}

/** A row as `{ A1: valor }` would show it: `[numero, columna, celda]`. */
export function cellsOf(hoja: HojaVista | undefined): [string, Celda][] {
  return (hoja?.filas ?? []).flatMap((fila) =>
    [...fila.celdas].map(([columna, celda]): [string, Celda] => [`${columna}${fila.numero}`, celda]),
  );
}

/** The code of the error that a promise ends in, with its message, or a complaint that it ended well. */
export async function refusalOf(promesa: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promesa;
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('se esperaba un rechazo');
}

function asHoja(hoja: string | HojaEscrita, filas: Filas): HojaEscrita {
  return typeof hoja === 'string' ? { nombre: hoja, filas } : hoja;
}

/** Reads rows as a TRD, through a real book so that what a spreadsheet stores is what is read. */
export async function trdOf(
  filas: Filas | HojaEscrita,
  opciones: { readonly tipo?: 'TRD' | 'TVD'; readonly aceptarParcial?: boolean } = {},
): Promise<ResultadoTrd> {
  const hoja = 'nombre' in filas ? asHoja(filas, []) : asHoja('TRD', filas);
  return parseTrd(createLectorTablas().leerTabla('trd.xlsx', buildLibro([hoja])), {
    archivo: 'trd.xlsx',
    tipo: opciones.tipo ?? 'TRD',
    aceptarParcial: opciones.aceptarParcial ?? false,
  });
}

const HOY = buildFechaCivil(2026, 12, 1);

export interface OpcionesDePrueba {
  readonly series?: readonly SerieTrd[];
  readonly expediente?: string;
  readonly cierre?: string;
  readonly dependencia?: string;
  readonly aceptarParcial?: boolean;
}

export async function fuidOf(
  filas: Filas | readonly HojaEscrita[],
  opciones: OpcionesDePrueba = {},
): Promise<ResultadoFuid<SerieTrd>> {
  const [primera] = filas;
  const esLibro = primera !== undefined && 'nombre' in primera;
  const hojas = esLibro ? (filas as readonly HojaEscrita[]) : [asHoja('FUID', filas as Filas)];
  return fuidOfArchivo('fuid.xlsx', buildLibro(hojas), opciones);
}

export async function fuidOfArchivo(
  nombre: string,
  bytes: Uint8Array,
  opciones: OpcionesDePrueba = {},
): Promise<ResultadoFuid<SerieTrd>> {
  return parseFuid(createLectorTablas().leerTabla(nombre, bytes), {
    archivo: nombre,
    version: 'TRD-1',
    series: opciones.series ?? [serie('100', '05', '01', 'Consecutivo de Comunicaciones Enviadas')],
    dependencia: opciones.dependencia ?? null,
    columnas: { expediente: opciones.expediente ?? null, cierre: opciones.cierre ?? null },
    hoy: HOY,
    prefijo: 'FUID-prueba',
    aceptarParcial: opciones.aceptarParcial ?? false,
  });
}

export function serie(
  dependenciaCodigo: string,
  serieCodigo: string,
  subserieCodigo: string | null,
  subserieNombre: string | null,
  otros: Partial<SerieTrd> = {},
): SerieTrd {
  return {
    dependenciaCodigo,
    dependenciaNombre: `Dependencia ${dependenciaCodigo}`,
    serieCodigo,
    serieNombre: subserieNombre === null ? 'Serie' : subserieNombre.toUpperCase(),
    subserieCodigo,
    subserieNombre,
    ag: 1,
    ac: 4,
    retencionTexto: null,
    disposicion: 'E',
    procedimiento: null,
    hoja: 'TRD',
    fila: 1,
    ...otros,
  };
}

/** Refused rows with their reasons. */
export function refusedRows(informe: Informe): Record<number, string> {
  return Object.fromEntries(
    informe.filas
      .filter(({ veredicto }) => veredicto === 'rechazada')
      .map(({ fila, fallos }) => [fila, fallos.map(({ motivo }) => motivo).join(' | ')]),
  );
}

export function rowsWith(informe: Informe, veredicto: FilaInforme['veredicto']): number[] {
  return informe.filas.filter((fila) => fila.veredicto === veredicto).map(({ fila }) => fila);
}

export function readFixture(nombre: string): Uint8Array {
  return readFileSync(resolve(import.meta.dirname, '../../../fixtures/importacion', nombre));
}
