import { createHash } from 'node:crypto';
import type { Elemento } from '../canonico/elemento.ts';
import { findProhibido, parseCanonico, XmlNoCanonico } from '../canonico/parse-canonico.ts';
import { actaDefinicion, inventarioDefinicion } from '../definicion/acta-definicion.ts';
import { ESPACIO_ACTA } from '../definicion/espacio-acta.ts';
import { type DefElemento, validarAtributos, validarElemento } from '../definicion/estructura.ts';
import { AMBITO_ACTA } from './render-item.ts';
import { VentanaBytes } from './ventana-bytes.ts';

/** One piece of an acta, in document order; `renglon` is an item or a tomo. */
export type PiezaActa =
  | { readonly clase: 'raiz'; readonly elemento: Elemento }
  | { readonly clase: 'seccion'; readonly elemento: Elemento }
  | { readonly clase: 'renglon'; readonly elemento: Elemento; readonly bytes: Uint8Array }
  | { readonly clase: 'firma'; readonly bytes: Uint8Array }
  | {
      readonly clase: 'fin';
      readonly sha256: string;
      readonly sha256SinFirma: string;
      readonly bytes: number;
    };

const SECCION_MAXIMA = 256 * 1024 * 1024;
const RENGLON_MAXIMO = 16 * 1024 * 1024;
const FIRMA_MAXIMA = 16 * 1024 * 1024;
const SALTO = Buffer.from('\n');
const ABRE_FIRMA = '<ds:Signature';
const CIERRA_FIRMA = Buffer.from('</ds:Signature>');
const CIERRA_ACTA = '</acta>';

function particulasDe(def: DefElemento): DefElemento[] {
  return 'particulas' in def.contenido ? def.contenido.particulas.map((particula) => particula.def) : [];
}

/** Reads the stream piece by piece, hashing all of it and all of it but the signature. */
class Lector {
  readonly #ventana: VentanaBytes;
  readonly #todo = createHash('sha256');
  readonly #sinFirma = createHash('sha256');
  #posicion = 0;

  constructor(origen: AsyncIterable<Uint8Array>) {
    this.#ventana = new VentanaBytes(origen);
  }

  get cifras(): { sha256: string; sha256SinFirma: string; bytes: number } {
    return {
      sha256: this.#todo.digest('hex'),
      sha256SinFirma: this.#sinFirma.digest('hex'),
      bytes: this.#posicion,
    };
  }

  cerrar(): Promise<void> {
    return this.#ventana.cerrar();
  }

  #contar(bytes: Buffer, esFirma = false): Buffer {
    this.#todo.update(bytes);
    if (!esFirma) this.#sinFirma.update(bytes);
    this.#posicion += bytes.length;
    return bytes;
  }

  /** What is wrong where something else was expected, in the most telling words. */
  async falla(esperado: string): Promise<XmlNoCanonico> {
    const hay = (await this.#ventana.espiar(256)).toString('utf8');
    const donde = `en el byte ${this.#posicion + 1}`;
    const prohibido = hay.startsWith('\uFEFF')
      ? 'empieza por una marca de orden de bytes (BOM)'
      : /^\s*<[!?]/.test(hay)
        ? findProhibido(hay)
        : null;
    if (prohibido !== null) return new XmlNoCanonico('prohibido', `${prohibido} (${donde})`);
    if (hay.startsWith('\r'))
      return new XmlNoCanonico('no_canonico', `tiene finales de línea CRLF (${donde})`);
    if (hay.startsWith(ABRE_FIRMA))
      return new XmlNoCanonico('firma', `hay una firma fuera de su lugar (${donde})`);
    const muestra = hay.slice(0, 40).replaceAll('\n', '⏎');
    return new XmlNoCanonico('estructura', `se esperaba ${esperado} y hay «${muestra}» (${donde})`);
  }

  async empieza(literal: string): Promise<boolean> {
    return (await this.#ventana.espiar(literal.length)).toString('latin1') === literal;
  }

  async consumir(literal: string): Promise<void> {
    if (!(await this.empieza(literal)))
      throw await this.falla(literal === '\n' ? 'un fin de línea' : literal);
    this.#contar(this.#ventana.tomar(literal.length));
  }

  async hasta(marca: Buffer, limite: number, esFirma = false): Promise<Buffer> {
    const bytes = await this.#ventana.tomarHasta(marca, limite);
    if (bytes === null) throw await this.falla(marca.toString());
    return this.#contar(bytes, esFirma);
  }

  async raiz(): Promise<Elemento> {
    if (!(await this.empieza(`<acta xmlns="${ESPACIO_ACTA}" `)))
      throw await this.falla('un acta de eliminación');
    const apertura = await this.hasta(SALTO, 1024);
    const texto = `${apertura.subarray(0, -1).toString('latin1')}${CIERRA_ACTA}`;
    const raiz = parseCanonico(Buffer.from(texto, 'latin1'), {});
    const { xmlns: _, ...atributos } = raiz.atributos;
    validarAtributos(actaDefinicion, { ...raiz, atributos }, '/acta');
    return { ...raiz, atributos };
  }

  async elemento(def: DefElemento, limite: number): Promise<{ elemento: Elemento; bytes: Buffer }> {
    const { nombre } = def;
    if (!(await this.empieza(`<${nombre}>`)) && !(await this.empieza(`<${nombre} `))) {
      throw await this.falla(`<${nombre}>`);
    }
    const bytes = await this.hasta(Buffer.from(`</${nombre}>`), limite);
    const elemento = parseCanonico(bytes, AMBITO_ACTA);
    validarElemento(def, elemento, '/acta');
    await this.consumir('\n');
    return { elemento, bytes };
  }

  async finDeArchivo(): Promise<void> {
    if ((await this.#ventana.espiar(1)).length > 0) throw await this.falla('el fin del archivo');
  }
}

async function* leerInventario(lector: Lector): AsyncGenerator<PiezaActa> {
  await lector.consumir('<inventario>');
  await lector.consumir('\n');
  const opciones = particulasDe(inventarioDefinicion);
  const elegida: DefElemento[] = [];
  for (const def of opciones) {
    if ((await lector.empieza(`<${def.nombre}>`)) || (await lector.empieza(`<${def.nombre} `)))
      elegida.push(def);
  }
  const [def] = elegida;
  if (def === undefined) throw await lector.falla('un renglón del inventario');
  do {
    yield { clase: 'renglon', ...(await lector.elemento(def, RENGLON_MAXIMO)) };
  } while (!(await lector.empieza('</inventario>')));
  await lector.consumir('</inventario>');
  await lector.consumir('\n');
}

async function* leer(lector: Lector): AsyncGenerator<PiezaActa> {
  yield { clase: 'raiz', elemento: await lector.raiz() };
  for (const def of particulasDe(actaDefinicion)) {
    if (def === inventarioDefinicion) yield* leerInventario(lector);
    else yield { clase: 'seccion', elemento: (await lector.elemento(def, SECCION_MAXIMA)).elemento };
  }
  if (await lector.empieza(ABRE_FIRMA)) {
    yield { clase: 'firma', bytes: await lector.hasta(CIERRA_FIRMA, FIRMA_MAXIMA, true) };
  }
  await lector.consumir(CIERRA_ACTA);
  await lector.finDeArchivo();
  yield { clase: 'fin', ...lector.cifras };
}

/**
 * Reads an acta, signed or not, as a stream: every byte must be what our emitter writes, and every element what the
 * definition (so, the XSD) says. Throws {@link XmlNoCanonico}. The signature's bytes are given unread.
 */
export async function* leerActa(origen: AsyncIterable<Uint8Array>): AsyncGenerator<PiezaActa> {
  const lector = new Lector(origen);
  try {
    yield* leer(lector);
  } finally {
    await lector.cerrar();
  }
}

/** Parses the signature that {@link leerActa} gives: canonical too, bytes and all. */
export function parseFirma(bytes: Uint8Array): Elemento {
  return parseCanonico(bytes, AMBITO_ACTA);
}
