import { parseColumna } from '../columna.ts';
import { type Encabezado, findEncabezadoEn } from '../encabezado/buscar-encabezado.ts';
import type { Libreta } from '../informe/libreta.ts';
import { refuseTextoDanado } from '../informe/notar-danos.ts';
import type { FilaTabular, HojaLeida } from '../tabla.ts';
import { isFilaVacia, isSoloFormulasRotas, lineOfCelda } from '../texto/leer-celda.ts';
import { splitCodigo } from './codigo.ts';
import { type CampoTrd, PLANO_TRD } from './columnas-trd.ts';
import { type FilaTrd, hasCodigo, readFilaTrd } from './fila-trd.ts';

/** The rows under one office: what a title (`Oficina productora: …`) opened, or the whole sheet where there is none. */
export interface Seccion {
  readonly hoja: string;
  readonly titulo: TituloSeccion | null;
  /** True where the heading has no column for the code of a serie: its name is then what identifies it. */
  readonly porNombre: boolean;
  readonly filas: readonly FilaTrd[];
}

export interface TituloSeccion {
  readonly codigo: readonly string[] | null;
  readonly nombre: string;
}

/** What a sheet gave: its sections, or the most complete of the headings that were not enough. */
export interface RecorridoTrd {
  readonly secciones: readonly Seccion[];
  readonly conEncabezado: boolean;
  readonly incompleto: Encabezado<CampoTrd> | null;
  /** The first row with two or more texts: what the sheet seems to have for columns. */
  readonly primerosRotulos: readonly string[];
}

const NOMBRES: ReadonlySet<CampoTrd> = new Set<CampoTrd>([
  'nombre',
  'serieNombre',
  'subserieNombre',
  'tipoNombre',
]);
const TITULO =
  /^(?:oficina|dependencia|unidad|secci[oó]n|subsecci[oó]n|[aá]rea)(?: productora| administrativa)?\s*:\s*(.*)$/i;

/** Walks a sheet once, telling headings, titles and data apart and noting what is neither. */
export function walkHojaTrd(hoja: HojaLeida, libreta: Libreta, esTvd: boolean): RecorridoTrd {
  const caminante = new CaminanteTrd(hoja, libreta, esTvd);
  for (const [indice, fila] of hoja.filas.entries()) caminante.see(fila, indice);
  return caminante.end();
}

class CaminanteTrd {
  readonly #hoja: HojaLeida;
  readonly #libreta: Libreta;
  readonly #esTvd: boolean;
  readonly #secciones: { titulo: TituloSeccion | null; porNombre: boolean; filas: FilaTrd[] }[] = [];
  #encabezado: Encabezado<CampoTrd> | null = null;
  #incompleto: Encabezado<CampoTrd> | null = null;
  #titulo: TituloSeccion | null = null;

  constructor(hoja: HojaLeida, libreta: Libreta, esTvd: boolean) {
    this.#hoja = hoja;
    this.#libreta = libreta;
    this.#esTvd = esTvd;
  }

  see(fila: FilaTabular, indice: number): void {
    if (isFilaVacia(fila)) return;
    if (this.#isTitulo(fila)) this.#ignore(fila, 'título');
    else if (this.#isEncabezado(fila, indice)) this.#ignore(fila, 'encabezado');
    else if (this.#encabezado === null) this.#ignore(fila, 'antes del encabezado');
    else if (isSoloFormulasRotas(fila)) this.#ignore(fila, 'solo fórmulas rotas');
    else this.#seccion(this.#encabezado).filas.push(this.#read(fila, this.#encabezado));
  }

  end(): RecorridoTrd {
    const secciones = this.#secciones.map((seccion) => ({ hoja: this.#hoja.nombre, ...seccion }));
    const primerosRotulos = this.#hoja.filas.map(textsOf).find((textos) => textos.length > 1) ?? [];
    return {
      secciones,
      conEncabezado: this.#encabezado !== null,
      incompleto: this.#incompleto,
      primerosRotulos,
    };
  }

  #ignore(fila: FilaTabular, nota: string): void {
    this.#libreta.ignore(this.#hoja.nombre, fila.numero, nota);
  }

  #read(fila: FilaTabular, encabezado: Encabezado<CampoTrd>): FilaTrd {
    const { nombre } = this.#hoja;
    for (const [columna, { comentario }] of fila.celdas) {
      if (comentario === undefined) continue;
      const texto = `La celda tiene un comentario: «${comentario.replace(/\s+/g, ' ')}».`;
      this.#libreta.warn({ hoja: nombre, fila: fila.numero, columna, texto });
    }
    const leida = readFilaTrd(nombre, fila, encabezado, this.#esTvd);
    if (hasCodigo(leida)) refuseTextoDanado(nombre, fila, this.#libreta);
    return leida;
  }

  #isEncabezado(fila: FilaTabular, indice: number): boolean {
    if (this.#encabezado !== null && fila.numero <= this.#encabezado.filaFinal) return true;
    const hallado = findEncabezadoEn(this.#hoja.filas, indice, PLANO_TRD, this.#hoja);
    if (hallado === null) return false;
    if (hallado.faltantes.length > 0) {
      const mejor = hallado.columnas.size > (this.#incompleto?.columnas.size ?? 0);
      if (mejor) this.#incompleto = hallado;
      return false;
    }
    this.#encabezado = hallado;
    noteAmbiguas(this.#hoja.nombre, hallado, this.#libreta);
    return true;
  }

  /**
   * A title with no name keeps the one above it: forms stack `Unidad administrativa:` over `Oficina productora:`. Under
   * the heading a title starts where the table does; the same words in the column of names are a document type.
   */
  #isTitulo(fila: FilaTabular): boolean {
    const titulo = readTitulo(fila);
    if (titulo === null || this.#isNombre(fila)) return false;
    if (titulo.nombre !== '') this.#titulo = titulo;
    return true;
  }

  #isNombre(fila: FilaTabular): boolean {
    const mapeadas = [...(this.#encabezado?.columnas ?? [])].flatMap(([campo, columnas]) =>
      columnas.map(({ columna }) => ({ campo, numero: parseColumna(columna) })),
    );
    const primera = Math.min(...mapeadas.map(({ numero }) => numero));
    const escrita = parseColumna(
      [...fila.celdas].find(([, celda]) => lineOfCelda(celda) !== null)?.[0] ?? '',
    );
    return (
      escrita > primera && mapeadas.some(({ campo, numero }) => numero === escrita && NOMBRES.has(campo))
    );
  }

  #seccion(encabezado: Encabezado<CampoTrd>): { filas: FilaTrd[] } {
    const porNombre = !encabezado.columnas.has('codigo') && !encabezado.columnas.has('serieCodigo');
    const ultima = this.#secciones.at(-1);
    if (ultima !== undefined && ultima.titulo === this.#titulo && ultima.porNombre === porNombre)
      return ultima;
    const nueva = { titulo: this.#titulo, porNombre, filas: [] };
    this.#secciones.push(nueva);
    return nueva;
  }
}

function noteAmbiguas(hoja: string, encabezado: Encabezado<CampoTrd>, libreta: Libreta): void {
  for (const rutas of encabezado.ambiguas) {
    libreta.refuseArchivo({
      hoja,
      fila: encabezado.filaInicial,
      columna: rutas.map((ruta) => ruta.columna).join(', '),
      valor: rutas.map((ruta) => ruta.rotulo).join(' | '),
      motivo: 'Dos columnas dicen ser la misma: deje una, o deles nombres distintos.',
    });
  }
}

/** A title names the office in its own cell or in the next one; a number before the name is its code. */
function readTitulo(fila: FilaTabular): TituloSeccion | null {
  const textos = textsOf(fila);
  const [primero = '', segundo = ''] = textos;
  const titulo = TITULO.exec(primero);
  if (titulo === null || textos.length > 4) return null;
  const nombre = titulo[1]?.trim() || segundo;
  const conCodigo = /^(\d[\d.]*)\s*[-–—.:]?\s+(\D.*)$/.exec(nombre);
  if (conCodigo === null) return { codigo: null, nombre };
  return { codigo: splitCodigo(conCodigo[1] ?? '')?.segmentos ?? null, nombre: conCodigo[2] ?? nombre };
}

function textsOf(fila: FilaTabular): string[] {
  return [...fila.celdas.values()].map(lineOfCelda).filter((texto) => texto !== null);
}
