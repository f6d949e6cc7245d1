import { type LimitesTabla, refuseLimite } from '../limites.ts';
import { type OyenteXml, scanXmlWhole } from '../xml/escanear-xml.ts';
import type { PartesZip } from './zip.ts';

const MAXIMO_CARACTERES = 64 * 1024 * 1024;

/** Gathers the text of a rich string: its runs, never its phonetic guide. */
export class TextoRico {
  #texto = '';
  #enTexto = false;
  #enFonetica = false;

  readonly oyente: Required<OyenteXml> = {
    abre: (elemento) => {
      if (elemento === 'rPh') this.#enFonetica = true;
      if (elemento === 't' && !this.#enFonetica) this.#enTexto = true;
    },
    texto: (texto) => {
      if (this.#enTexto) this.#texto += texto;
    },
    cierra: (elemento) => {
      if (elemento === 't') this.#enTexto = false;
      if (elemento === 'rPh') this.#enFonetica = false;
    },
  };

  /** The text so far, with the book's `_xHHHH_` escapes undone; starts anew. */
  take(): string {
    const texto = unescapeTexto(this.#texto);
    this.#texto = '';
    return texto;
  }
}

/** `_x000D_` is how a book writes what XML can't say. */
function unescapeTexto(texto: string): string {
  return texto.includes('_x')
    ? texto.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : texto;
}

/** The strings that the sheets refer to by position. */
export async function readCadenas(
  archivo: string,
  partes: PartesZip,
  parte: string,
  limites: LimitesTabla,
): Promise<string[]> {
  const cadenas: string[] = [];
  const rico = new TextoRico();
  let caracteres = 0;
  await scanXmlWhole(archivo, parte, partes.read(parte), {
    abre: rico.oyente.abre,
    texto: rico.oyente.texto,
    cierra: (elemento) => {
      rico.oyente.cierra(elemento);
      if (elemento !== 'si') return;
      const texto = rico.take();
      caracteres += texto.length;
      if (caracteres > MAXIMO_CARACTERES || cadenas.length >= limites.celdas) {
        refuseLimite(archivo, 'el libro tiene demasiado texto.');
      }
      cadenas.push(texto);
    },
  });
  return cadenas;
}
