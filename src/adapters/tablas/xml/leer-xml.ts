import { renderColumna } from '../../../domain/importacion/columna.ts';
import type { Celda, FilaTabular, Hoja } from '../../../domain/importacion/tabla.ts';
import { decodeTexto } from '../csv/decodificar.ts';
import { type LimitesTabla, refuseIlegible, refuseLimite } from '../limites.ts';
import { scanXmlWhole } from './escanear-xml.ts';

/**
 * A flat XML file as a sheet: each child of the root is a row; its attributes and children are columns, named by
 * their names. Row 1 is that heading, so record n is row n + 1.
 */
export async function openXml(archivo: string, bytes: Uint8Array, limites: LimitesTabla): Promise<Hoja> {
  const lector = new LectorRegistros(archivo, limites);
  await scanXmlWhole(archivo, archivo, once(decodeTexto(bytes).texto), lector.oyente);
  return {
    nombre: archivo,
    oculta: false,
    combinadas: [],
    avisos: ['En un XML la fila 1 es el encabezado: el primer registro es la fila 2.'],
    filas: lector.filas(),
  };
}

async function* once(texto: string): AsyncGenerator<string> {
  yield texto.replace(/^\uFEFF/, '');
}

class LectorRegistros {
  readonly #archivo: string;
  readonly #limites: LimitesTabla;
  readonly #columnas = new Map<string, string>();
  readonly #registros: Map<string, Celda>[] = [];
  #nivel = 0;
  #texto = '';
  #celdas = 0;

  constructor(archivo: string, limites: LimitesTabla) {
    this.#archivo = archivo;
    this.#limites = limites;
  }

  readonly oyente = {
    abre: (nombre: string, atributos: Readonly<Record<string, string>>): void => {
      this.#nivel += 1;
      this.#texto = '';
      if (this.#nivel > 3)
        refuseIlegible(this.#archivo, `«${nombre}» está anidado; se espera una lista de registros.`);
      if (this.#nivel === 2) this.#openRegistro(atributos);
    },
    texto: (texto: string): void => {
      this.#texto += texto;
    },
    cierra: (nombre: string): void => {
      if (this.#nivel === 3) this.#put(nombre, this.#texto);
      this.#nivel -= 1;
      this.#texto = '';
    },
  };

  async *filas(): AsyncGenerator<FilaTabular> {
    const titulos = [...this.#columnas].map(
      ([nombre, columna]) => [columna, textual(renderTitulo(nombre))] as const,
    );
    yield { numero: 1, celdas: new Map(titulos), oculta: false };
    for (const [indice, celdas] of this.#registros.entries()) {
      if (celdas.size > 0) yield { numero: indice + 2, celdas, oculta: false };
    }
  }

  #openRegistro(atributos: Readonly<Record<string, string>>): void {
    if (this.#registros.length >= this.#limites.filas) {
      refuseLimite(this.#archivo, `tiene más de ${this.#limites.filas} registros.`);
    }
    this.#registros.push(new Map());
    for (const [nombre, valor] of Object.entries(atributos)) this.#put(nombre, valor);
  }

  #put(nombre: string, valor: string): void {
    if (valor.trim() === '') return;
    this.#celdas += 1;
    if (this.#celdas > this.#limites.celdas) refuseLimite(this.#archivo, 'tiene demasiados datos.');
    if (valor.length > this.#limites.caracteres)
      refuseLimite(this.#archivo, `«${nombre}» es demasiado largo.`);
    const columna = this.#columnas.get(nombre) ?? renderColumna(this.#columnas.size + 1);
    this.#columnas.set(nombre, columna);
    this.#registros.at(-1)?.set(columna, textual(valor));
  }
}

function textual(valor: string): Celda {
  return { valor, tipo: 'texto' };
}

/** `archivoGestion` and `archivo_gestion` read as `archivo Gestion`, which the heading rules understand. */
function renderTitulo(nombre: string): string {
  return nombre.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ');
}
