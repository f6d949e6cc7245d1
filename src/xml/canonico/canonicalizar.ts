import { actaErrors } from '../../domain/acta/acta.errors.ts';
import { isTextoXml } from '../../domain/acta/texto-xml.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Elemento } from './elemento.ts';

/** Prefix → namespace; the default namespace has the prefix ''. */
export type Ambito = Readonly<Record<string, string>>;

const ESCAPES_TEXTO: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};
const ESCAPES_ATRIBUTO: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function exigirTextoXml(texto: string, campo: string): void {
  if (isTextoXml(texto)) return;
  throw new DomainError(
    actaErrors.xml_texto_invalido,
    { campo },
    { faults: [{ campo, motivo: 'contiene caracteres que un documento XML no admite' }] },
  );
}

function escaparTexto(texto: string): string {
  return /[&<>\r]/.test(texto) ? texto.replace(/[&<>\r]/g, (c) => ESCAPES_TEXTO[c] ?? c) : texto;
}

function escaparAtributo(texto: string): string {
  return /[&<"\t\n\r]/.test(texto) ? texto.replace(/[&<"\t\n\r]/g, (c) => ESCAPES_ATRIBUTO[c] ?? c) : texto;
}

function prefijoDe(nombre: string): string {
  const corte = nombre.indexOf(':');
  return corte === -1 ? '' : nombre.slice(0, corte);
}

/** UTF-8 order, which is code point order: what C14N asks; JS compares UTF-16 units, which differs above U+FFFF. */
function compararOctetos(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

interface Partes {
  readonly ambito: Ambito;
  readonly ordinarios: readonly (readonly [string, string])[];
}

/** Separates an element's namespace declarations from its attributes and gives the scope inside it. */
function separar(elemento: Elemento, ambito: Ambito): Partes {
  const nombres = Object.keys(elemento.atributos);
  if (nombres.length === 0) return { ambito, ordinarios: [] };
  const propio: Record<string, string> = { ...ambito };
  const ordinarios: (readonly [string, string])[] = [];
  for (const [nombre, valor] of Object.entries(elemento.atributos)) {
    if (nombre === 'xmlns') propio[''] = valor;
    else if (nombre.startsWith('xmlns:')) propio[nombre.slice(6)] = valor;
    else ordinarios.push([nombre, valor]);
  }
  return { ambito: propio, ordinarios };
}

const ESPACIO_XML = 'http://www.w3.org/XML/1998/namespace';

function findEspacio(prefijo: string, ambito: Ambito): string | undefined {
  return Object.hasOwn(ambito, prefijo) ? ambito[prefijo] : undefined;
}

function resolver(prefijo: string, ambito: Ambito): string {
  if (prefijo === 'xml') return ESPACIO_XML;
  const espacio = findEspacio(prefijo, ambito);
  if (espacio !== undefined) return espacio;
  if (prefijo === '') return '';
  throw new DomainError(actaErrors.xml_inseguro, { detalle: `el prefijo «${prefijo}» no está declarado` });
}

function ordenarAtributos(partes: Partes): (readonly [string, string])[] {
  if (partes.ordinarios.length < 2) return [...partes.ordinarios];
  const clave = (nombre: string): string => {
    const prefijo = prefijoDe(nombre);
    if (prefijo === '') return `\u0000${nombre}`;
    return `${resolver(prefijo, partes.ambito)}\u0000${nombre.slice(prefijo.length + 1)}`;
  };
  return partes.ordinarios.toSorted(([a], [b]) => compararOctetos(clave(a), clave(b)));
}

const NINGUNA: readonly [string, string][] = [];

function declaraciones(
  elemento: Elemento,
  partes: Partes,
  emitido: Ambito,
): readonly (readonly [string, string])[] {
  const heredado = partes.ambito === emitido && partes.ordinarios.length === 0;
  if (heredado && !elemento.nombre.includes(':')) return NINGUNA;
  const usados = new Set([prefijoDe(elemento.nombre)]);
  for (const [nombre] of partes.ordinarios) {
    const prefijo = prefijoDe(nombre);
    if (prefijo !== '') usados.add(prefijo);
  }
  const nuevas: [string, string][] = [];
  for (const prefijo of usados) {
    if (prefijo === 'xml') continue;
    const espacio = resolver(prefijo, partes.ambito);
    if ((findEspacio(prefijo, emitido) ?? '') !== espacio) nuevas.push([prefijo, espacio]);
  }
  return nuevas.sort(([a], [b]) => compararOctetos(a, b));
}

function escribir(elemento: Elemento, ambito: Ambito, emitido: Ambito, campo: string): string {
  const partes = separar(elemento, ambito);
  const nuevas = declaraciones(elemento, partes, emitido);
  let salida = `<${elemento.nombre}`;
  for (const [prefijo, espacio] of nuevas) {
    exigirTextoXml(espacio, campo);
    salida += ` xmlns${prefijo === '' ? '' : `:${prefijo}`}="${escaparAtributo(espacio)}"`;
  }
  for (const [nombre, valor] of ordenarAtributos(partes)) {
    exigirTextoXml(valor, `${campo}/@${nombre}`);
    salida += ` ${nombre}="${escaparAtributo(valor)}"`;
  }
  salida += '>';
  const dentro = nuevas.length === 0 ? emitido : { ...emitido, ...Object.fromEntries(nuevas) };
  for (const hijo of elemento.hijos) {
    if (typeof hijo === 'string') {
      exigirTextoXml(hijo, campo);
      salida += escaparTexto(hijo);
    } else {
      salida += escribir(hijo, partes.ambito, dentro, `${campo}/${hijo.nombre}`);
    }
  }
  return `${salida}</${elemento.nombre}>`;
}

/**
 * Exclusive C14N (without comments) of an element as apex. `ambito`: namespaces in scope around it. Throws
 * `xml_texto_invalido`, naming the field, for characters that XML 1.0 does not have.
 */
export function canonicalizar(elemento: Elemento, ambito: Ambito = {}): string {
  return escribir(elemento, ambito, {}, elemento.nombre);
}

/** The same element as it stands inside a canonical document whose ancestors already declare `ambito`. */
export function canonicalizarDentro(elemento: Elemento, ambito: Ambito): string {
  return escribir(elemento, ambito, ambito, elemento.nombre);
}
