/** One XML element. Names and attributes are qualified as written; namespace declarations stand among the attributes. */
export interface Elemento {
  readonly nombre: string;
  readonly atributos: Readonly<Record<string, string>>;
  readonly hijos: readonly (Elemento | string)[];
}

type Hijo = Elemento | string | null;

/** Builds an element; absent children (null) and absent attributes (null) are left out. */
export function el(
  nombre: string,
  atributos: Readonly<Record<string, string | number | boolean | null>>,
  ...hijos: readonly (Hijo | readonly Hijo[])[]
): Elemento {
  const presentes = Object.entries(atributos).filter(([, valor]) => valor !== null);
  return {
    nombre,
    atributos: Object.fromEntries(presentes.map(([clave, valor]) => [clave, String(valor)])),
    hijos: hijos.flat().filter((hijo): hijo is Elemento | string => hijo !== null),
  };
}

/** An element that holds only text. */
export function hoja(nombre: string, texto: string | number | boolean): Elemento {
  return { nombre, atributos: {}, hijos: [String(texto)] };
}

/** A leaf that is left out where its fact is absent. */
export function hojaOpcional(nombre: string, texto: string | number | null): Elemento | null {
  return texto === null ? null : hoja(nombre, texto);
}

export function elementosDe(elemento: Elemento): Elemento[] {
  return elemento.hijos.filter((hijo): hijo is Elemento => typeof hijo !== 'string');
}

/** Text directly inside an element (descendants' text is not included). */
export function textoDe(elemento: Elemento): string {
  return elemento.hijos.filter((hijo): hijo is string => typeof hijo === 'string').join('');
}

/** First child element of that name, or null. */
export function findHijo(elemento: Elemento, nombre: string): Elemento | null {
  return elementosDe(elemento).find((hijo) => hijo.nombre === nombre) ?? null;
}

/** Value of an attribute, or null. */
export function findAtributo(elemento: Elemento, nombre: string): string | null {
  return Object.hasOwn(elemento.atributos, nombre) ? (elemento.atributos[nombre] ?? null) : null;
}

/** All elements below (and including) one, in document order. */
export function* recorrer(elemento: Elemento): Generator<Elemento> {
  yield elemento;
  for (const hijo of elementosDe(elemento)) yield* recorrer(hijo);
}
