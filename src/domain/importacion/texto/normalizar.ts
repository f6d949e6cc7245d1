/** Capitals without accents, punctuation as single spaces: how headings, names and marks are compared. */
export function normalizeTexto(texto: string): string {
  return texto
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9/]+/g, ' ')
    .trim();
}

/** What people write for "nothing": dashes, N/A, "no aplica", "ninguno". */
export function isNoAplica(texto: string): boolean {
  return /^(|N ?\/? ?A|NO APLICA|NINGUN[OA]|NO TIENE|SIN DATO)$/.test(normalizeTexto(texto));
}
