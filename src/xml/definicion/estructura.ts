import { type Elemento, elementosDe, textoDe } from '../canonico/elemento.ts';
import { XmlNoCanonico } from '../canonico/parse-canonico.ts';
import { esValor, type TipoSimple } from './tipos-simples.ts';

export interface DefAtributo {
  readonly tipo: TipoSimple;
  readonly opcional?: boolean;
}

/** How often a child stands: once, 0–1, 0–n or 1–n. */
export type Veces = '1' | '?' | '*' | '+';

export interface Particula {
  readonly def: DefElemento;
  readonly veces: Veces;
}

export type Contenido =
  | { readonly clase: 'vacio' }
  | { readonly clase: 'texto'; readonly tipo: TipoSimple }
  | { readonly clase: 'secuencia'; readonly particulas: readonly Particula[] }
  | { readonly clase: 'eleccion'; readonly particulas: readonly Particula[] };

/**
 * One element of our documents: the single definition behind the XSD and behind our own reader. `tipoComun` names a
 * complex type that the shared file carries because several documents use it.
 */
export interface DefElemento {
  readonly nombre: string;
  readonly doc: string;
  readonly atributos: Readonly<Record<string, DefAtributo>>;
  readonly contenido: Contenido;
  readonly tipoComun?: string;
}

type Atributos = Readonly<Record<string, TipoSimple | DefAtributo>>;

function atributosDe(atributos: Atributos): Record<string, DefAtributo> {
  return Object.fromEntries(
    Object.entries(atributos).map(([nombre, valor]) => [nombre, 'tipo' in valor ? valor : { tipo: valor }]),
  );
}

export const opcional = (tipo: TipoSimple): DefAtributo => ({ tipo, opcional: true });
export const uno = (def: DefElemento): Particula => ({ def, veces: '1' });
export const acaso = (def: DefElemento): Particula => ({ def, veces: '?' });
export const varios = (def: DefElemento): Particula => ({ def, veces: '*' });
export const algunos = (def: DefElemento): Particula => ({ def, veces: '+' });

/** An element with text of a type, and attributes. */
export function valor(nombre: string, tipo: TipoSimple, doc: string, atributos: Atributos = {}): DefElemento {
  return { nombre, doc, atributos: atributosDe(atributos), contenido: { clase: 'texto', tipo } };
}

/** An element that only has attributes. */
export function vacio(nombre: string, doc: string, atributos: Atributos): DefElemento {
  return { nombre, doc, atributos: atributosDe(atributos), contenido: { clase: 'vacio' } };
}

/** An element with children in a fixed order. */
export function grupo(
  nombre: string,
  doc: string,
  particulas: readonly Particula[],
  atributos: Atributos = {},
): DefElemento {
  return { nombre, doc, atributos: atributosDe(atributos), contenido: { clase: 'secuencia', particulas } };
}

function exigir(condicion: boolean, ruta: string, detalle: string): void {
  if (!condicion) throw new XmlNoCanonico('estructura', `${ruta}: ${detalle}`);
}

/** Checks the attributes of an element; see {@link validarElemento}. */
export function validarAtributos(def: DefElemento, elemento: Elemento, ruta: string): void {
  for (const [nombre, valorAtributo] of Object.entries(elemento.atributos)) {
    const definido = Object.hasOwn(def.atributos, nombre) ? def.atributos[nombre] : undefined;
    if (definido === undefined) {
      throw new XmlNoCanonico('estructura', `${ruta}: no admite el atributo ${nombre}`);
    }
    exigir(esValor(definido.tipo, valorAtributo), ruta, `el valor del atributo ${nombre} no es válido`);
  }
  for (const [nombre, definido] of Object.entries(def.atributos)) {
    const falta = definido.opcional !== true && !Object.hasOwn(elemento.atributos, nombre);
    exigir(!falta, ruta, `falta el atributo ${nombre}`);
  }
}

function validarSecuencia(particulas: readonly Particula[], hijos: readonly Elemento[], ruta: string): void {
  let i = 0;
  for (const { def, veces } of particulas) {
    let cuenta = 0;
    const tope = veces === '1' || veces === '?' ? 1 : Number.POSITIVE_INFINITY;
    for (let hijo = hijos[i]; hijo?.nombre === def.nombre && cuenta < tope; hijo = hijos[i]) {
      validarElemento(def, hijo, ruta);
      i += 1;
      cuenta += 1;
    }
    exigir(cuenta > 0 || veces === '?' || veces === '*', ruta, `falta <${def.nombre}>`);
  }
  exigir(i === hijos.length, ruta, `no se esperaba <${hijos[i]?.nombre ?? ''}> en este lugar`);
}

function validarEleccion(particulas: readonly Particula[], hijos: readonly Elemento[], ruta: string): void {
  const elegida = particulas.find(({ def }) => def.nombre === hijos[0]?.nombre);
  validarSecuencia(elegida === undefined ? particulas.slice(0, 1) : [elegida], hijos, ruta);
}

/**
 * Checks an element against its definition; throws {@link XmlNoCanonico} (`estructura`) with the path and the reason.
 * Stricter than the XSD in one thing: no white space between elements.
 */
export function validarElemento(def: DefElemento, elemento: Elemento, dentroDe = ''): void {
  const ruta = `${dentroDe}/${def.nombre}`;
  exigir(elemento.nombre === def.nombre, ruta, `se encontró <${elemento.nombre}>`);
  validarAtributos(def, elemento, ruta);
  const hijos = elementosDe(elemento);
  const { contenido } = def;
  if (contenido.clase === 'texto') {
    exigir(hijos.length === 0, ruta, 'solo admite texto');
    exigir(
      esValor(contenido.tipo, textoDe(elemento)),
      ruta,
      `no es un valor de tipo ${contenido.tipo.nombre}`,
    );
    return;
  }
  exigir(hijos.length === elemento.hijos.length, ruta, 'no admite texto entre sus elementos');
  if (contenido.clase === 'vacio') exigir(hijos.length === 0, ruta, 'no admite contenido');
  else if (contenido.clase === 'secuencia') validarSecuencia(contenido.particulas, hijos, ruta);
  else validarEleccion(contenido.particulas, hijos, ruta);
}
