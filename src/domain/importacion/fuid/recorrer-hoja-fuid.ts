import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import { type Encabezado, findEncabezadoEn } from '../encabezado/buscar-encabezado.ts';
import { interpretFecha } from '../fecha/interpretar-fecha.ts';
import type { Libreta } from '../informe/libreta.ts';
import { refuseTextoDanado } from '../informe/notar-danos.ts';
import type { FilaTabular, HojaLeida } from '../tabla.ts';
import {
  dataOfCelda,
  isFilaVacia,
  isSoloFormulasRotas,
  lineOfCelda,
  textOfCelda,
} from '../texto/leer-celda.ts';
import { isPie } from '../texto/pie.ts';
import { type ColumnasElegidas, findColumnaElegida } from './columnas-elegidas.ts';
import { type CampoFuid, PLANO_FUID } from './columnas-fuid.ts';
import { ContextoLectura } from './contexto-lectura.ts';
import { type LetrasElegidas, readUnidad } from './leer-unidad.ts';
import type { UnidadFuid } from './unidad-fuid.ts';

export interface OpcionesHoja {
  readonly columnas: ColumnasElegidas;
  readonly hoy: FechaCivil;
}

/** What one sheet of an inventory gave. */
export interface RecorridoFuid {
  readonly unidades: readonly UnidadFuid[];
  /** Expedientes of which some row was refused: none of them may enter by halves. */
  readonly expedientesRechazados: ReadonlySet<string>;
  readonly conEncabezado: boolean;
  readonly conFilas: boolean;
  readonly incompleto: Encabezado<CampoFuid> | null;
  readonly primerosRotulos: readonly string[];
}

const TITULO =
  /^(entidad|unidad administrativa|oficina|dependencia|objeto|secci[oó]n|formato|inventario)\b[^:]{0,40}(:|$)/i;
const OFICINA = /^oficina productora\s*:\s*(.*)$/i;

/** Walks a sheet once: headings (they may repeat), data rows, pre-numbered blanks, totals and the foot with its signatures. */
export function walkHojaFuid(hoja: HojaLeida, opciones: OpcionesHoja, libreta: Libreta): RecorridoFuid {
  const caminante = new CaminanteFuid(hoja, opciones, libreta);
  for (const [indice, fila] of hoja.filas.entries()) caminante.see(fila, indice);
  return caminante.end();
}

class CaminanteFuid {
  readonly #hoja: HojaLeida;
  readonly #elegidas: ColumnasElegidas;
  readonly #contexto: ContextoLectura;
  readonly #unidades: UnidadFuid[] = [];
  readonly #rechazados = new Set<string>();
  #encabezado: Encabezado<CampoFuid> | null = null;
  #letras: LetrasElegidas = { expediente: null, cierre: null };
  #incompleto: Encabezado<CampoFuid> | null = null;
  #enPie = false;
  #conFilas = false;

  constructor(hoja: HojaLeida, { columnas, hoy }: OpcionesHoja, libreta: Libreta) {
    this.#hoja = hoja;
    this.#elegidas = columnas;
    this.#contexto = new ContextoLectura(hoja, hoy, libreta);
  }

  see(fila: FilaTabular, indice: number): void {
    if (isFilaVacia(fila)) return;
    if (this.#isEncabezado(fila, indice)) this.#ignore(fila, 'encabezado');
    else if (this.#encabezado === null) this.#seeAntes(fila);
    else this.#seeDebajo(fila, this.#encabezado);
  }

  #seeDebajo(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): void {
    const nota = this.#describeAjena(fila, encabezado);
    if (nota === null) this.#read(fila, encabezado);
    else this.#ignore(fila, nota);
  }

  /** Why a row under the heading is no datum, or null when it is one. */
  #describeAjena(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): string | null {
    if (isSoloFormulasRotas(fila)) return 'solo fórmulas rotas';
    if (this.#isTitulo(fila, encabezado)) return 'título';
    return this.#isPie(fila, encabezado) ? 'pie de la hoja' : describeVacia(fila, encabezado);
  }

  end(): RecorridoFuid {
    this.#contexto.close();
    return {
      unidades: this.#unidades,
      expedientesRechazados: this.#rechazados,
      conEncabezado: this.#encabezado !== null,
      conFilas: this.#conFilas,
      incompleto: this.#incompleto,
      primerosRotulos: this.#hoja.filas.map(textsOf).find((textos) => textos.length > 1) ?? [],
    };
  }

  #ignore(fila: FilaTabular, nota: string): void {
    this.#contexto.libreta.ignore(this.#hoja.nombre, fila.numero, nota);
  }

  #read(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): void {
    this.#conFilas = true;
    refuseTextoDanado(this.#hoja.nombre, fila, this.#contexto.libreta);
    const unidad = readUnidad(fila, encabezado, this.#letras, this.#contexto);
    if (unidad !== null) this.#unidades.push(unidad);
    const expediente =
      this.#letras.expediente === null ? null : dataOfCelda(fila.celdas.get(this.#letras.expediente));
    if (unidad === null && expediente !== null) this.#rechazados.add(expediente);
  }

  #seeAntes(fila: FilaTabular): void {
    this.#ignore(fila, 'antes del encabezado');
    this.#noteOficina(fila);
  }

  #noteOficina(fila: FilaTabular): void {
    const [primero = '', segundo = ''] = textsOf(fila);
    const oficina = OFICINA.exec(primero);
    if (oficina !== null) this.#contexto.oficina = oficina[1]?.trim() || segundo || null;
  }

  /** Forms stacked in one sheet repeat their head: `OFICINA PRODUCTORA: …` is not a datum. */
  #isTitulo(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): boolean {
    if (!TITULO.test(textsOf(fila)[0] ?? '') || looksLikeDatos(fila, encabezado)) return false;
    this.#noteOficina(fila);
    return true;
  }

  #isEncabezado(fila: FilaTabular, indice: number): boolean {
    if (this.#encabezado !== null && fila.numero <= this.#encabezado.filaFinal) return true;
    const hallado = findEncabezadoEn(this.#hoja.filas, indice, PLANO_FUID, this.#hoja);
    if (hallado === null) return false;
    if (hallado.faltantes.length > 0) {
      if (hallado.columnas.size > (this.#incompleto?.columnas.size ?? 0)) this.#incompleto = hallado;
      return false;
    }
    this.#encabezado = hallado;
    this.#enPie = false;
    this.#letras = {
      expediente: this.#choose(hallado, this.#elegidas.expediente),
      cierre: this.#choose(hallado, this.#elegidas.cierre),
    };
    for (const rutas of hallado.ambiguas) {
      const columna = rutas.map((ruta) => ruta.columna).join(', ');
      this.#refuseEncabezado(
        hallado,
        columna,
        'Dos columnas dicen ser la misma: deje una, o deles nombres distintos.',
      );
    }
    return true;
  }

  #choose(encabezado: Encabezado<CampoFuid>, nombre: string | null): string | null {
    if (nombre === null) return null;
    const elegida = findColumnaElegida(encabezado, nombre);
    if ('columna' in elegida) return elegida.columna;
    this.#refuseEncabezado(encabezado, nombre, elegida.motivo);
    return null;
  }

  #refuseEncabezado(encabezado: Encabezado<CampoFuid>, columna: string, motivo: string): void {
    this.#contexto.libreta.refuseArchivo({
      hoja: this.#hoja.nombre,
      fila: encabezado.filaInicial,
      columna,
      motivo,
    });
  }

  /** Signatures, totals and instructions lie under the data, and have no dates; a row with number and name ends them. */
  #isPie(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): boolean {
    if (looksLikeDatos(fila, encabezado)) this.#enPie = false;
    else if (isPie(textsOf(fila)[0] ?? null) && !hasFechas(fila, encabezado)) this.#enPie = true;
    return this.#enPie;
  }
}

function hasFechas(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): boolean {
  return (['fechaInicial', 'fechaFinal'] as const).some((campo) => {
    const columna = encabezado.columnas.get(campo)?.[0]?.columna ?? '';
    return interpretFecha(fila.celdas.get(columna)).clase === 'fecha';
  });
}

function looksLikeDatos(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): boolean {
  const dato = (campo: CampoFuid) =>
    dataOfCelda(fila.celdas.get(encabezado.columnas.get(campo)?.[0]?.columna ?? ''));
  const numerada = /^\d+$/.test(dato('orden') ?? '') || /\d/.test(dato('codigo') ?? '');
  return numerada && (dato('titulo') ?? dato('serie')) !== null;
}

/** Why a row without a single datum looks full, or null when it has one. */
function describeVacia(fila: FilaTabular, encabezado: Encabezado<CampoFuid>): string | null {
  const letras = [...encabezado.columnas].flatMap(([campo, columnas]) =>
    campo === 'orden' ? [] : columnas.map(({ columna }) => columna),
  );
  const hayDatos = letras.some((columna) => {
    const celda = fila.celdas.get(columna);
    return celda?.tipo === 'error' || celda?.tipo === 'formula' || dataOfCelda(celda) !== null;
  });
  if (hayDatos) return isNumeracionDeColumnas(fila) ? 'numeración de columnas' : null;
  const orden = fila.celdas.get(encabezado.columnas.get('orden')?.[0]?.columna ?? '');
  return textOfCelda(orden) === null ? 'texto fuera de las columnas' : 'fila prenumerada sin datos';
}

/** Some forms number their columns under the heading: 1, 2, 3… */
function isNumeracionDeColumnas(fila: FilaTabular): boolean {
  const textos = textsOf(fila);
  return textos.length >= 5 && textos.every((texto, indice) => texto === String(indice + 1));
}

function textsOf(fila: FilaTabular): string[] {
  return [...fila.celdas.values()].map(lineOfCelda).filter((texto) => texto !== null);
}
