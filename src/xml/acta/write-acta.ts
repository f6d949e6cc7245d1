import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { actaErrors } from '../../domain/acta/acta.errors.ts';
import type { ActaCabecera } from '../../domain/acta/acta-cabecera.ts';
import type { Rendicion } from '../../domain/acta/acta-item.ts';
import {
  type CuentasActa,
  cuadrarOrden,
  cuadrarSaldo,
  cuadrarTotales,
} from '../../domain/acta/cuadrar-acta.ts';
import { AcumuladorMerkle } from '../../domain/acta/merkle.ts';
import { parseActaCabecera } from '../../domain/acta/parse-acta.ts';
import { RecuentoInventario } from '../../domain/acta/recuento-inventario.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { canonicalizarDentro } from '../canonico/canonicalizar.ts';
import { type Elemento, hoja } from '../canonico/elemento.ts';
import { parseCanonico, XmlNoCanonico } from '../canonico/parse-canonico.ts';
import { ESPACIO_ACTA } from '../definicion/espacio-acta.ts';
import { validarElemento } from '../definicion/estructura.ts';
import { itemDefinicion } from '../definicion/item-definicion.ts';
import { hechosDeItem } from './hechos-item.ts';
import { renderAntesDelInventario, renderDespuesDelInventario } from './render-cabecera.ts';
import { AMBITO_ACTA, hojaDeItem, type ItemEmitido } from './render-item.ts';

export interface EmisionActa {
  /** Frozen header, as stored; checked here again. */
  readonly cabecera: ActaCabecera;
  readonly rendicion: Rendicion;
  /** The items of that rendering as their lápidas hold them, in `orden`. */
  readonly items: AsyncIterable<ItemEmitido> | Iterable<ItemEmitido>;
  /** Where the document goes; it is ended. Give a file stream `flush: true` to have it on disk afterwards. */
  readonly out: Writable;
}

export interface ActaEmitida {
  /** SHA-256 of the whole document, hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Root of the items' Merkle tree, hex. */
  readonly raizMerkle: string;
  readonly cuenta: number;
}

const TAMANO_BLOQUE = 64 * 1024;

/** Joins small pieces into blocks, hashing them on the way out. */
class Bloques {
  readonly #hash = createHash('sha256');
  #piezas: Uint8Array[] = [];
  #pendientes = 0;
  bytes = 0;

  add(pieza: Uint8Array | string): void {
    const bytes = typeof pieza === 'string' ? Buffer.from(pieza) : pieza;
    this.#piezas.push(bytes);
    this.#pendientes += bytes.length;
  }

  get llenos(): boolean {
    return this.#pendientes >= TAMANO_BLOQUE;
  }

  take(): Buffer {
    const bloque = Buffer.concat(this.#piezas);
    this.#piezas = [];
    this.#pendientes = 0;
    this.bytes += bloque.length;
    this.#hash.update(bloque);
    return bloque;
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

function cuentasDe(cabecera: ActaCabecera): CuentasActa {
  return {
    saldo: cabecera.saldo,
    resumen: cabecera.resumen,
    estadoLote: cabecera.lote.estado,
    omisiones: cabecera.omisiones.map(({ orden }) => orden),
    retirados: cabecera.retirados.map(({ orden }) => orden),
  };
}

function noCuadra(numero: string, fallas: readonly string[]): void {
  if (fallas.length > 0) {
    throw new DomainError(actaErrors.acta_no_cuadra, { numero, detalle: fallas.join('; ') });
  }
}

/** Reads a stored item back: its bytes must be canonical, well formed, of this rendering and match their leaf. */
function revisarItem(
  { bytes, hoja: declarada }: ItemEmitido,
  numero: string,
  rendicion: Rendicion,
): Elemento {
  try {
    const item = parseCanonico(bytes, AMBITO_ACTA);
    validarElemento(itemDefinicion, item);
    if (
      item.hijos.some((hijo) => typeof hijo !== 'string' && hijo.nombre === 'sal') !==
      (rendicion === 'completa')
    ) {
      throw new XmlNoCanonico('estructura', `el renglón no es de la versión ${rendicion}`);
    }
    if (Buffer.compare(hojaDeItem(bytes), declarada) !== 0) {
      throw new XmlNoCanonico('estructura', 'la hoja guardada no corresponde a sus bytes');
    }
    return item;
  } catch (cause) {
    if (!(cause instanceof XmlNoCanonico)) throw cause;
    throw new DomainError(
      actaErrors.acta_no_cuadra,
      { numero, detalle: `un renglón guardado está dañado: ${cause.message}` },
      { cause },
    );
  }
}

function seccion(elemento: Elemento): string {
  return `${canonicalizarDentro(elemento, AMBITO_ACTA)}\n`;
}

/** The document as blocks of canonical bytes; its return value is what was emitted. */
async function* emitir(
  { cabecera, rendicion, items }: Omit<EmisionActa, 'out'>,
  alTerminar: (emitida: ActaEmitida) => void,
): AsyncGenerator<Buffer> {
  const cuentas = cuentasDe(cabecera);
  noCuadra(cabecera.numero, cuadrarSaldo(cuentas));
  const bloques = new Bloques();
  const arbol = new AcumuladorMerkle();
  const recuento = new RecuentoInventario();
  bloques.add(
    `<acta xmlns="${ESPACIO_ACTA}" nivel="${cabecera.nivel}" rendicion="${rendicion}" version="${cabecera.version}">\n`,
  );
  for (const elemento of renderAntesDelInventario(cabecera)) bloques.add(seccion(elemento));
  bloques.add('<inventario>\n');
  for await (const item of items) {
    recuento.add(hechosDeItem(revisarItem(item, cabecera.numero, rendicion)));
    arbol.append(item.hoja);
    bloques.add(item.bytes);
    bloques.add('\n');
    if (bloques.llenos) yield bloques.take();
  }
  noCuadra(cabecera.numero, [...cuadrarTotales(cuentas, recuento), ...cuadrarOrden(cuentas, recuento)]);
  const raizMerkle = Buffer.from(arbol.raiz()).toString('hex');
  bloques.add('</inventario>\n');
  bloques.add(seccion(hoja('raizMerkle', raizMerkle)));
  for (const elemento of renderDespuesDelInventario(cabecera)) bloques.add(seccion(elemento));
  bloques.add('</acta>');
  yield bloques.take();
  alTerminar({ sha256: bloques.sha256(), bytes: bloques.bytes, raizMerkle, cuenta: arbol.cuenta });
}

/**
 * Writes an acta as canonical XML, streaming with back-pressure and memory independent of the number of items; the
 * same header and items always give the same bytes. Throws `acta_contenido_invalido`, `xml_texto_invalido` or
 * `acta_no_cuadra` (totals, orden, damaged item); `out` is then destroyed and what it holds is no acta. (REQ-ACT-1)
 */
export async function writeActa({ cabecera, rendicion, items, out }: EmisionActa): Promise<ActaEmitida> {
  const revisada = parseActaCabecera(cabecera);
  const resultado: { emitida?: ActaEmitida } = {};
  const bloques = emitir({ cabecera: revisada, rendicion, items }, (emitida) => {
    resultado.emitida = emitida;
  });
  await pipeline(Readable.from(bloques, { objectMode: false }), out);
  if (resultado.emitida === undefined) throw new Error('the emission ended without a result');
  return resultado.emitida;
}
