/** A text file's characters, and what had to be supposed to get them. */
export interface TextoDecodificado {
  readonly texto: string;
  readonly avisos: readonly string[];
}

/** UTF-16 and UTF-8 by their mark, UTF-8 by being valid, Windows-1252 otherwise — said, since it is a supposition. */
export function decodeTexto(bytes: Uint8Array): TextoDecodificado {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { texto: decode('utf-16le', bytes), avisos: [] };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { texto: decode('utf-16be', bytes), avisos: [] };
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return { texto: utf8, avisos: [] };
  return {
    texto: decode('windows-1252', bytes),
    avisos: ['El archivo no está en UTF-8: se leyó como Windows-1252. Compruebe las tildes y las eñes.'],
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decode(codificacion: string, bytes: Uint8Array): string {
  return new TextDecoder(codificacion).decode(bytes);
}
