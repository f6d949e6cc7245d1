import { scanXmlWhole } from '../xml/escanear-xml.ts';
import { TextoRico } from './cadenas.ts';
import type { PartesZip } from './zip.ts';

/** Notes by the reference of their cell (`D2006`). */
export async function readComentarios(
  archivo: string,
  partes: PartesZip,
  parte: string,
): Promise<Map<string, string>> {
  const comentarios = new Map<string, string>();
  const rico = new TextoRico();
  let celda = '';
  await scanXmlWhole(archivo, parte, partes.read(parte), {
    abre: (elemento, atributos) => {
      if (elemento === 'comment') celda = atributos['ref'] ?? '';
      rico.oyente.abre(elemento, atributos);
    },
    texto: rico.oyente.texto,
    cierra: (elemento) => {
      rico.oyente.cierra(elemento);
      if (elemento === 'comment') comentarios.set(celda, rico.take().trim());
    },
  });
  return comentarios;
}
