/** Upper half of code page 850 (bytes 0x80 to 0xFF). */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';
/** Windows-1252, bytes 0x80 to 0x9F; the five that it leaves free read as the control of that number. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const BYTES_CP850 = new Map([...CP850].map((letra, indice) => [letra, indice + 0x80]));
const BYTES_CP1252 = new Map([
  ...[...CP1252].map((letra, indice) => [letra, indice + 0x80] as const),
  ...Array.from(
    { length: 0x60 },
    (_, indice) => [String.fromCharCode(indice + 0xa0), indice + 0xa0] as const,
  ),
]);

/** First byte of the sequences that Spanish text needs, and how many follow: other leads would be false alarms. */
const SIGUEN: Readonly<Record<number, number>> = { 194: 1, 195: 1, 226: 2 };

/**
 * The text that was probably meant, when a text shows UTF-8 read as CP850 or Windows-1252 (`L├│pez`, `PÃ©rez`); an
 * empty string when it shows loss that can't be undone (U+FFFD); null when it looks sound. It only reports: repairing
 * is for whoever owns the file.
 */
export function findTextoDanado(texto: string): string | null {
  if (texto.includes('\uFFFD')) return '';
  for (const bytes of [BYTES_CP850, BYTES_CP1252]) {
    const supuesto = reread(texto, bytes);
    if (supuesto !== texto) return supuesto;
  }
  return null;
}

function reread(texto: string, bytesPorLetra: ReadonlyMap<string, number>): string {
  const letras = [...texto];
  let salida = '';
  for (let i = 0; i < letras.length; i += 1) {
    const letra = letras[i] ?? '';
    const secuencia = sequenceAt(letras, i, bytesPorLetra);
    salida += secuencia === null ? letra : new TextDecoder().decode(Uint8Array.from(secuencia));
    i += secuencia === null ? 0 : secuencia.length - 1;
  }
  return salida;
}

function sequenceAt(
  letras: readonly string[],
  desde: number,
  bytesPorLetra: ReadonlyMap<string, number>,
): number[] | null {
  const primero = bytesPorLetra.get(letras[desde] ?? '') ?? 0;
  const siguen = SIGUEN[primero];
  if (siguen === undefined) return null;
  const resto = letras.slice(desde + 1, desde + 1 + siguen).map((letra) => bytesPorLetra.get(letra) ?? 0);
  if (resto.length < siguen || resto.some((byte) => byte < 0x80 || byte > 0xbf)) return null;
  return [primero, ...resto];
}
