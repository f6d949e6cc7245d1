import { isTextoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Ambito, canonicalizarDentro } from './canonicalizar.ts';
import type { Elemento } from './elemento.ts';

/**
 * Why bytes are not what our emitter writes. `prohibido`: a construct that is never admitted, whoever wrote it;
 * `firma`: the signature is not where, or not of the shape, that it must be.
 */
export type ClaseFalla = 'prohibido' | 'no_canonico' | 'estructura' | 'firma';

export class XmlNoCanonico extends Error {
  readonly clase: ClaseFalla;

  constructor(clase: ClaseFalla, detalle: string) {
    super(detalle);
    this.name = 'XmlNoCanonico';
    this.clase = clase;
  }
}

const PROHIBIDOS: readonly (readonly [string, string])[] = [
  ['<!DOCTYPE', 'tiene una declaración DOCTYPE'],
  ['<!ENTITY', 'declara entidades'],
  ['<!--', 'contiene comentarios'],
  ['<![CDATA[', 'contiene una sección CDATA'],
  ['<?', 'contiene instrucciones de proceso o declaración XML'],
];

/** The plain-language name of what is forbidden in a piece of XML, or null. */
export function findProhibido(texto: string): string | null {
  return PROHIBIDOS.find(([marca]) => texto.includes(marca))?.[1] ?? null;
}

const ENTIDADES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x9;': '\t',
  '&#xA;': '\n',
  '&#xD;': '\r',
};
const NOMBRE = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;
const PROFUNDIDAD_MAXIMA = 64;

function expandir(crudo: string): string {
  if (!crudo.includes('&')) return crudo;
  return crudo.replace(/&[^;]{0,8};?/g, (referencia) => {
    const valor = ENTIDADES[referencia];
    if (valor === undefined) {
      throw new XmlNoCanonico('prohibido', `usa la referencia «${referencia}», que no se admite`);
    }
    return valor;
  });
}

/** Recursive descent over one element: only start tags, text and end tags exist. */
class Analizador {
  readonly #texto: string;
  #pos = 0;

  constructor(texto: string) {
    this.#texto = texto;
  }

  documento(): Elemento {
    const elemento = this.#elemento(0);
    if (this.#pos !== this.#texto.length) throw this.#falla('sobra contenido después del elemento');
    return elemento;
  }

  #falla(detalle: string): XmlNoCanonico {
    return new XmlNoCanonico('no_canonico', `${detalle} (carácter ${this.#pos + 1})`);
  }

  #nombre(): string {
    NOMBRE.lastIndex = this.#pos;
    const nombre = NOMBRE.exec(this.#texto)?.[0];
    if (nombre === undefined) throw this.#falla('se esperaba un nombre');
    this.#pos += nombre.length;
    return nombre;
  }

  #consumir(literal: string): void {
    if (!this.#texto.startsWith(literal, this.#pos)) throw this.#falla(`se esperaba ${literal}`);
    this.#pos += literal.length;
  }

  #atributos(): Record<string, string> {
    const atributos: Record<string, string> = {};
    while (this.#texto[this.#pos] === ' ') {
      this.#pos += 1;
      const nombre = this.#nombre();
      if (Object.hasOwn(atributos, nombre)) throw this.#falla(`el atributo ${nombre} está repetido`);
      this.#consumir('="');
      const fin = this.#texto.indexOf('"', this.#pos);
      if (fin === -1) throw this.#falla('un atributo no termina');
      atributos[nombre] = expandir(this.#texto.slice(this.#pos, fin));
      this.#pos = fin + 1;
    }
    return atributos;
  }

  #elemento(profundidad: number): Elemento {
    if (profundidad > PROFUNDIDAD_MAXIMA) throw this.#falla('demasiados elementos anidados');
    this.#consumir('<');
    const nombre = this.#nombre();
    const atributos = this.#atributos();
    this.#consumir('>');
    const hijos: (Elemento | string)[] = [];
    for (;;) {
      const menor = this.#texto.indexOf('<', this.#pos);
      if (menor === -1) throw this.#falla(`<${nombre}> no se cierra`);
      if (menor > this.#pos) hijos.push(expandir(this.#texto.slice(this.#pos, menor)));
      this.#pos = menor;
      if (this.#texto[menor + 1] === '/') break;
      hijos.push(this.#elemento(profundidad + 1));
    }
    this.#consumir(`</${nombre}>`);
    return { nombre, atributos, hijos };
  }
}

function decodificar(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new XmlNoCanonico('no_canonico', `no es UTF-8 válido (${String(cause)})`);
  }
}

function reescribir(elemento: Elemento, ambito: Ambito): string {
  try {
    return canonicalizarDentro(elemento, ambito);
  } catch (error) {
    if (error instanceof DomainError) throw new XmlNoCanonico('no_canonico', error.message);
    throw error;
  }
}

/**
 * Reads one element that must already be canonical as it stands inside a document declaring `ambito`: it is parsed,
 * written again, and must give the same bytes. So CRLF, single quotes, self-closing tags, unsorted attributes,
 * superfluous namespaces and any other spelling are refused, not normalised. Throws {@link XmlNoCanonico}.
 */
export function parseCanonico(bytes: Uint8Array, ambito: Ambito): Elemento {
  const texto = decodificar(bytes);
  const prohibido = findProhibido(texto);
  if (prohibido !== null) throw new XmlNoCanonico('prohibido', prohibido);
  if (!isTextoXml(texto)) throw new XmlNoCanonico('no_canonico', 'contiene caracteres que XML no admite');
  const elemento = new Analizador(texto).documento();
  if (reescribir(elemento, ambito) !== texto) {
    throw new XmlNoCanonico('no_canonico', `<${elemento.nombre}> no está escrito en forma canónica`);
  }
  return elemento;
}
