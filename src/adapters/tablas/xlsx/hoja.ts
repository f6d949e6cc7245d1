import { parseColumna, renderColumna } from '../../../domain/importacion/columna.ts';
import type { Celda, FilaTabular, RangoCombinado } from '../../../domain/importacion/tabla.ts';
import { type LimitesTabla, refuseIlegible, refuseLimite } from '../limites.ts';
import { scanXml, scanXmlWhole } from '../xml/escanear-xml.ts';
import { TextoRico } from './cadenas.ts';
import type { EstiloNumero } from './estilos.ts';
import { isVerdadero } from './libro.ts';
import type { PartesZip } from './zip.ts';

/** What every sheet of a book needs to be read. */
export interface ContextoHoja {
  readonly archivo: string;
  readonly partes: PartesZip;
  readonly limites: LimitesTabla;
  readonly cadenas: readonly string[];
  readonly estilos: readonly EstiloNumero[];
  readonly sistema1904: boolean;
}

const DIAS_1904 = 1462;
const REFERENCIA = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

export interface Disposicion {
  readonly combinadas: readonly RangoCombinado[];
  readonly columnasOcultas: readonly string[];
}

/** Merged ranges and hidden columns. The book writes the former after the rows: hence a pass of its own. */
export async function readDisposicion(contexto: ContextoHoja, parte: string): Promise<Disposicion> {
  const { archivo, limites, partes } = contexto;
  const combinadas: RangoCombinado[] = [];
  const columnasOcultas: string[] = [];
  await scanXmlWhole(archivo, parte, partes.read(parte), {
    abre: (elemento, atributos) => {
      if (elemento === 'col' && isVerdadero(atributos['hidden'])) {
        columnasOcultas.push(renderRango(Number(atributos['min']), Number(atributos['max'])));
      }
      if (elemento !== 'mergeCell') return;
      if (combinadas.length >= limites.combinadas) {
        refuseLimite(archivo, `una hoja tiene más de ${limites.combinadas} rangos combinados.`);
      }
      const rango = parseRango(atributos['ref'] ?? '');
      if (rango !== null) combinadas.push(rango);
    },
  });
  return { combinadas, columnasOcultas };
}

function renderRango(desde: number, hasta: number): string {
  return desde === hasta ? renderColumna(desde) : `${renderColumna(desde)} a ${renderColumna(hasta)}`;
}

function parseRango(referencia: string): RangoCombinado | null {
  const [desde, hasta] = referencia.split(':').map((punta) => REFERENCIA.exec(punta));
  if (!desde || !hasta) return null;
  return {
    filaInicial: Number(desde[2]),
    columnaInicial: parseColumna(desde[1] ?? ''),
    filaFinal: Number(hasta[2]),
    columnaFinal: parseColumna(hasta[1] ?? ''),
  };
}

/** The rows that hold something, one by one. A sheet declared out to XFD costs only what it really has. */
export async function* readFilas(
  contexto: ContextoHoja,
  parte: string,
  comentarios: ReadonlyMap<string, string>,
): AsyncGenerator<FilaTabular> {
  const { archivo, partes, limites } = contexto;
  const armador = new ArmadorFilas(contexto, comentarios);
  let filas = 0;
  let celdas = 0;
  for await (const _ of scanXml(archivo, parte, partes.read(parte), armador.oyente)) {
    for (const fila of armador.take()) {
      filas += 1;
      celdas += fila.celdas.size;
      if (filas > limites.filas)
        refuseLimite(archivo, `una hoja tiene más de ${limites.filas} filas con datos.`);
      if (celdas > limites.celdas)
        refuseLimite(archivo, `una hoja tiene más de ${limites.celdas} celdas con datos.`);
      yield fila;
    }
  }
}

/** Builds rows out of what the scan hears. */
class ArmadorFilas {
  readonly #contexto: ContextoHoja;
  readonly #comentarios: ReadonlyMap<string, string>;
  readonly #rico = new TextoRico();
  #listas: FilaTabular[] = [];
  #numero = 0;
  #oculta = false;
  #celdas = new Map<string, Celda>();
  #columna = 0;
  #tipo = 'n';
  #estilo = 0;
  #valor: string | null = null;
  #enValor = false;
  #conFormula = false;

  constructor(contexto: ContextoHoja, comentarios: ReadonlyMap<string, string>) {
    this.#contexto = contexto;
    this.#comentarios = comentarios;
  }

  readonly oyente = {
    abre: (elemento: string, atributos: Readonly<Record<string, string>>): void => {
      if (elemento === 'row') this.#openFila(atributos);
      else if (elemento === 'c') this.#openCelda(atributos);
      else if (elemento === 'v') this.#enValor = true;
      else if (elemento === 'f') this.#conFormula = true;
      else this.#rico.oyente.abre(elemento, atributos);
    },
    texto: (texto: string): void => {
      if (this.#enValor) this.#valor = (this.#valor ?? '') + texto;
      else this.#rico.oyente.texto(texto);
    },
    cierra: (elemento: string): void => {
      if (elemento === 'row') this.#closeFila();
      else if (elemento === 'c') this.#closeCelda();
      else if (elemento === 'v') this.#enValor = false;
      else this.#rico.oyente.cierra(elemento);
    },
  };

  take(): FilaTabular[] {
    const listas = this.#listas;
    this.#listas = [];
    return listas;
  }

  #openFila(atributos: Readonly<Record<string, string>>): void {
    const numero = atributos['r'] === undefined ? this.#numero + 1 : Number(atributos['r']);
    if (!Number.isInteger(numero) || numero <= this.#numero) {
      refuseIlegible(this.#contexto.archivo, `las filas no van en orden después de la ${this.#numero}.`);
    }
    this.#numero = numero;
    this.#oculta = isVerdadero(atributos['hidden']);
    this.#celdas = new Map();
    this.#columna = 0;
  }

  #closeFila(): void {
    if (this.#celdas.size === 0) return;
    this.#listas.push({ numero: this.#numero, celdas: this.#celdas, oculta: this.#oculta });
  }

  #openCelda(atributos: Readonly<Record<string, string>>): void {
    const partes = REFERENCIA.exec(atributos['r'] ?? '');
    this.#columna = partes === null ? this.#columna + 1 : parseColumna(partes[1] ?? '');
    this.#tipo = atributos['t'] ?? 'n';
    this.#estilo = Number(atributos['s'] ?? 0);
    this.#valor = null;
    this.#conFormula = false;
    this.#rico.take();
  }

  #closeCelda(): void {
    const columna = renderColumna(this.#columna);
    const celda = this.#buildCelda(columna);
    if (celda === null) return;
    const largo = typeof celda.valor === 'string' ? celda.valor.length : 0;
    if (largo > this.#contexto.limites.caracteres) {
      refuseLimite(this.#contexto.archivo, `la celda ${columna}${this.#numero} tiene ${largo} caracteres.`);
    }
    const comentario = this.#comentarios.get(`${columna}${this.#numero}`);
    this.#celdas.set(columna, comentario === undefined ? celda : { ...celda, comentario });
  }

  #buildCelda(columna: string): Celda | null {
    const crudo = this.#valor;
    if (this.#tipo === 'inlineStr') return textual(this.#rico.take());
    if (crudo === null) return this.#conFormula ? { valor: null, tipo: 'formula' } : null;
    switch (this.#tipo) {
      case 's': {
        const texto = this.#contexto.cadenas[Number(crudo)];
        return texto === undefined
          ? refuseIlegible(
              this.#contexto.archivo,
              `la celda ${columna}${this.#numero} señala un texto que no existe.`,
            )
          : textual(texto);
      }
      case 'b':
        return { valor: crudo === '1', tipo: 'texto' };
      case 'e':
        return { valor: crudo, tipo: 'error' };
      case 'n':
        return this.#buildNumero(crudo, columna);
      default:
        return textual(crudo);
    }
  }

  #buildNumero(crudo: string, columna: string): Celda | null {
    if (crudo.trim() === '') return null;
    const numero = Number(crudo);
    if (!Number.isFinite(numero)) {
      refuseIlegible(this.#contexto.archivo, `la celda ${columna}${this.#numero} no tiene un número válido.`);
    }
    const estilo = this.#contexto.estilos[this.#estilo];
    const conFormato = estilo?.formato ? { formato: estilo.formato } : {};
    if (estilo?.esFecha !== true) return { valor: numero, tipo: 'numero', ...conFormato };
    return { valor: this.#contexto.sistema1904 ? numero + DIAS_1904 : numero, tipo: 'fecha', ...conFormato };
  }
}

function textual(texto: string): Celda | null {
  return texto === '' ? null : { valor: texto, tipo: 'texto' };
}
