import { parseColumna } from '../columna.ts';
import type { Encabezado } from '../encabezado/buscar-encabezado.ts';
import type { FilaTabular } from '../tabla.ts';
import { lineOfCelda, textOfCelda } from '../texto/leer-celda.ts';
import { isNoAplica } from '../texto/normalizar.ts';
import { type CodigoLeido, readCodigo } from './codigo.ts';
import type { CampoTrd } from './columnas-trd.ts';
import { combineMarcas, type Disposicion, type Marcas, parseDisposicion, parseMarca } from './disposicion.ts';
import { parseRetencion, type RetencionLeida } from './retencion.ts';

/** Something wrong in one cell of a row, not yet tied to its sheet. */
export interface FalloCelda {
  readonly columna: string;
  readonly valor: string;
  readonly motivo: string;
}

/** What one row says of how long and how: all null when it says nothing. */
export interface Regla {
  readonly ag: RetencionLeida | null;
  readonly ac: RetencionLeida | null;
  readonly disposicion: Disposicion | null;
  /** True when no retention, mark or disposition cell holds anything. */
  readonly vacia: boolean;
  readonly fallos: readonly FalloCelda[];
}

/** Where a reader of the report finds what it speaks of. */
export interface ColumnasFila {
  readonly codigo: string;
  readonly dependencia: string;
  readonly retencion: string;
  readonly disposicion: string;
}

/** One data row, cell by cell, before anything is concluded from its neighbours. */
export interface FilaTrd {
  readonly hoja: string;
  readonly fila: number;
  readonly dependencia: CodigoLeido;
  readonly dependenciaTexto: string | null;
  readonly dependenciaNombre: string | null;
  readonly codigo: CodigoLeido;
  readonly serie: CodigoLeido;
  readonly subserie: CodigoLeido;
  readonly columnas: ColumnasFila;
  readonly nombre: string | null;
  readonly serieNombre: string | null;
  readonly subserieNombre: string | null;
  readonly tipoNombre: string | null;
  readonly procedimiento: string | null;
  readonly regla: Regla;
}

/** Reads the cells of a data row under its heading. */
export function readFilaTrd(
  hoja: string,
  fila: FilaTabular,
  encabezado: Encabezado<CampoTrd>,
  esTvd: boolean,
): FilaTrd {
  const columna = (campo: CampoTrd) => encabezado.columnas.get(campo)?.[0]?.columna ?? '';
  const celda = (campo: CampoTrd) => fila.celdas.get(columna(campo));
  const linea = (campo: CampoTrd) => lineOfCelda(celda(campo));
  // A lone column of names serves series and subseries alike, whatever it is called.
  const soloUna = !encabezado.columnas.has('nombre') && !encabezado.columnas.has('subserieNombre');
  return {
    hoja,
    fila: fila.numero,
    dependencia: readCodigo(celda('dependenciaCodigo')),
    dependenciaTexto: linea('dependenciaCodigo'),
    dependenciaNombre: linea('dependenciaNombre'),
    codigo: readCodigo(celda('codigo')),
    serie: readCodigo(celda('serieCodigo')),
    subserie: readCodigo(celda('subserieCodigo')),
    columnas: columnsOf(encabezado),
    nombre: linea(soloUna ? 'serieNombre' : 'nombre'),
    serieNombre: soloUna ? null : linea('serieNombre'),
    subserieNombre: linea('subserieNombre'),
    tipoNombre: linea('tipoNombre'),
    procedimiento: textOfCelda(celda('procedimiento')),
    regla: readRegla(fila, encabezado, esTvd),
  };
}

function columnsOf(encabezado: Encabezado<CampoTrd>): ColumnasFila {
  const letras = (...campos: CampoTrd[]) =>
    campos
      .flatMap((campo) => encabezado.columnas.get(campo) ?? [])
      .map(({ columna }) => columna)
      .sort((a, b) => parseColumna(a) - parseColumna(b))
      .join(', ');
  return {
    codigo:
      letras('codigo') ||
      letras('serieCodigo', 'subserieCodigo') ||
      letras('serieNombre', 'subserieNombre', 'nombre'),
    dependencia: letras('dependenciaCodigo') || letras('dependenciaNombre'),
    retencion: letras('ag', 'ac') || letras('retencion'),
    disposicion: letras('disposicion') || letras('ct', 'e', 's', 'r'),
  };
}

function readRegla(fila: FilaTabular, encabezado: Encabezado<CampoTrd>, esTvd: boolean): Regla {
  const fallos: FalloCelda[] = [];
  const unica = encabezado.columnas.has('ac') || !esTvd ? 'ac' : 'retencion';
  const ag = readAnos(fila, encabezado, 'ag', fallos);
  const ac = readAnos(fila, encabezado, unica, fallos);
  const { disposicion, marcada } = readDisposicion(fila, encabezado, fallos);
  return {
    ag,
    ac,
    disposicion,
    vacia: ag === null && ac === null && !marcada && fallos.length === 0,
    fallos,
  };
}

function readAnos(
  fila: FilaTabular,
  encabezado: Encabezado<CampoTrd>,
  campo: CampoTrd,
  fallos: FalloCelda[],
): RetencionLeida | null {
  const columna = encabezado.columnas.get(campo)?.[0]?.columna;
  const celda = columna === undefined ? undefined : fila.celdas.get(columna);
  if (columna === undefined || celda === undefined) return null;
  if (celda.tipo === 'error' || celda.tipo === 'formula') {
    fallos.push({ columna, valor: String(celda.valor ?? ''), motivo: 'La retención es una fórmula rota.' });
    return null;
  }
  return parseRetencion(lineOfCelda(celda));
}

interface LecturaDisposicion {
  readonly disposicion: Disposicion | null;
  readonly marcada: boolean;
}

function readDisposicion(
  fila: FilaTabular,
  encabezado: Encabezado<CampoTrd>,
  fallos: FalloCelda[],
): LecturaDisposicion {
  const enPalabras = encabezado.columnas.get('disposicion')?.[0]?.columna;
  const texto = enPalabras === undefined ? null : lineOfCelda(fila.celdas.get(enPalabras));
  const marcas = readMarcas(fila, encabezado, fallos);
  const leida = enPalabras === undefined || texto === null ? combineMarcas(marcas) : parseDisposicion(texto);
  const columnas = Object.values(marcas).some(Boolean);
  if (leida === null) return { disposicion: null, marcada: columnas };
  if ('disposicion' in leida) return { disposicion: leida.disposicion, marcada: true };
  fallos.push({
    columna: enPalabras ?? markedColumns(fila, encabezado),
    valor: texto ?? 'X',
    motivo: leida.motivo,
  });
  return { disposicion: null, marcada: true };
}

const MARCAS = ['ct', 'e', 's', 'r'] as const;

function readMarcas(fila: FilaTabular, encabezado: Encabezado<CampoTrd>, fallos: FalloCelda[]): Marcas {
  const marcas = { ct: false, e: false, s: false, r: false };
  for (const campo of MARCAS) {
    for (const { columna, ruta } of encabezado.columnas.get(campo) ?? []) {
      const texto = lineOfCelda(fila.celdas.get(columna));
      const marca = parseMarca(texto, ruta.hoja);
      if (marca === null)
        fallos.push({ columna, valor: texto ?? '', motivo: 'No es una marca de disposición (X).' });
      else if (marca) marcas[campo] = true;
    }
  }
  return marcas;
}

function markedColumns(fila: FilaTabular, encabezado: Encabezado<CampoTrd>): string {
  return MARCAS.flatMap((campo) => encabezado.columnas.get(campo) ?? [])
    .filter(({ columna }) => fila.celdas.has(columna))
    .map(({ columna }) => columna)
    .join(', ');
}

/** What the row is called, whatever column says it. */
export function nameOfFila(fila: FilaTrd): string | null {
  return fila.nombre ?? fila.subserieNombre ?? fila.serieNombre ?? fila.tipoNombre;
}

/** True when one of its code cells says something. */
export function hasCodigo(fila: FilaTrd): boolean {
  return fila.codigo !== null || fila.serie !== null || fila.subserie !== null;
}

/** A row of sums: `TOTAL SERIES`, without code. */
export function isFilaDeTotales(fila: FilaTrd): boolean {
  const textos = [nameOfFila(fila), fila.dependenciaTexto].filter((texto) => texto !== null);
  return !hasCodigo(fila) && textos.some((texto) => /^\s*(sub)?total(es)?\b/i.test(texto));
}

/** Two rules that order the same thing. */
export function isMismaRegla(una: Regla, otra: Regla): boolean {
  const anos = (r: RetencionLeida | null) => (r === null || isNoAplica(r.texto) ? '' : (r.anos ?? r.texto));
  return (
    anos(una.ag) === anos(otra.ag) && anos(una.ac) === anos(otra.ac) && una.disposicion === otra.disposicion
  );
}
