import { SaxesParser } from 'saxes';
import { actaErrors } from '../domain/acta/acta.errors.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import type { Elemento } from './canonico/elemento.ts';

interface EnCurso {
  readonly nombre: string;
  readonly atributos: Record<string, string>;
  readonly hijos: (Elemento | string)[];
}

export interface LimitesXml {
  readonly caracteres?: number;
  readonly profundidad?: number;
}

const CARACTERES_MAXIMOS = 16 * 1024 * 1024;
const PROFUNDIDAD_MAXIMA = 64;

function inseguro(detalle: string, cause?: unknown): DomainError {
  return new DomainError(actaErrors.xml_inseguro, { detalle }, { cause });
}

/** Builds the tree while saxes checks well-formedness and namespaces. */
class ConstructorArbol {
  readonly #abiertos: EnCurso[] = [];
  readonly #profundidad: number;
  raiz: Elemento | null = null;

  constructor(profundidad: number) {
    this.#profundidad = profundidad;
  }

  abrir(nombre: string, atributos: Record<string, string>): void {
    if (this.#abiertos.length >= this.#profundidad) throw inseguro('tiene demasiados elementos anidados');
    const elemento: EnCurso = { nombre, atributos, hijos: [] };
    this.#abiertos.at(-1)?.hijos.push(elemento);
    this.#abiertos.push(elemento);
  }

  texto(texto: string): void {
    this.#abiertos.at(-1)?.hijos.push(texto);
  }

  cerrar(): void {
    const elemento = this.#abiertos.pop();
    if (this.#abiertos.length === 0) this.raiz = elemento ?? null;
  }
}

/**
 * Parses a small XML text of unknown origin into a tree: no DOCTYPE, entities beyond the five, processing
 * instructions, comments, CDATA or BOM; bounded size and depth; names as written. Throws `xml_inseguro`.
 */
export function parseXmlSeguro(texto: string, limites: LimitesXml = {}): Elemento {
  if (texto.length > (limites.caracteres ?? CARACTERES_MAXIMOS)) throw inseguro('es demasiado grande');
  if (texto.startsWith('\uFEFF')) throw inseguro('empieza por una marca de orden de bytes (BOM)');
  const arbol = new ConstructorArbol(limites.profundidad ?? PROFUNDIDAD_MAXIMA);
  const parser = new SaxesParser({ xmlns: true });
  const rechazar = (que: string) => (): never => {
    throw inseguro(`contiene ${que}`);
  };
  parser.on('doctype', rechazar('una declaración DOCTYPE'));
  parser.on('processinginstruction', rechazar('instrucciones de proceso'));
  parser.on('comment', rechazar('comentarios'));
  parser.on('cdata', rechazar('una sección CDATA'));
  parser.on('error', (cause) => {
    throw inseguro(`está mal formado (${cause.message})`, cause);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const pares = Object.entries(attributes).map(([nombre, { value }]) => [nombre, value] as const);
    arbol.abrir(name, Object.fromEntries(pares));
  });
  parser.on('text', (t) => arbol.texto(t));
  parser.on('closetag', () => arbol.cerrar());
  parser.write(texto).close();
  if (arbol.raiz === null) throw inseguro('no tiene ningún elemento');
  return arbol.raiz;
}
