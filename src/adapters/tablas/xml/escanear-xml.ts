import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { refuseIlegible } from '../limites.ts';

/** What a scan hears; names come without their namespace prefix. */
export interface OyenteXml {
  readonly abre?: (nombre: string, atributos: Readonly<Record<string, string>>) => void;
  readonly texto?: (texto: string) => void;
  readonly cierra?: (nombre: string) => void;
}

/**
 * Feeds XML to a listener as it arrives, handing control back after each chunk so that the caller can yield what
 * it gathered. A DOCTYPE is refused: nothing a spreadsheet holds needs one, and entities are how XML attacks.
 */
export async function* scanXml(
  archivo: string,
  parte: string,
  trozos: AsyncIterable<string>,
  oyente: OyenteXml,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; fileName: string }>({ xmlns: false, fileName: parte });
  parser.on('doctype', () => refuseIlegible(archivo, `«${parte}» trae un DOCTYPE, que no se admite.`));
  parser.on('error', (error) => refuseIlegible(archivo, `«${parte}» no es XML bien formado.`, error));
  parser.on('opentag', (tag: SaxesTagPlain) => oyente.abre?.(localName(tag.name), tag.attributes));
  parser.on('text', (texto) => oyente.texto?.(texto));
  parser.on('cdata', (texto) => oyente.texto?.(texto));
  parser.on('closetag', (tag: SaxesTagPlain) => oyente.cierra?.(localName(tag.name)));
  for await (const trozo of trozos) {
    parser.write(trozo);
    yield;
  }
  parser.close();
  yield;
}

/** Scans a part that is small enough, or whose listener keeps what it needs. */
export async function scanXmlWhole(
  archivo: string,
  parte: string,
  trozos: AsyncIterable<string>,
  oyente: OyenteXml,
): Promise<void> {
  for await (const _ of scanXml(archivo, parte, trozos, oyente));
}

function localName(nombre: string): string {
  const separador = nombre.indexOf(':');
  return separador < 0 ? nombre : nombre.slice(separador + 1);
}
