const A = 65;

/** `1` → `A`, `27` → `AA`. */
export function renderColumna(numero: number): string {
  let letras = '';
  for (let n = numero; n > 0; n = Math.floor((n - 1) / 26)) {
    letras = String.fromCharCode(A + ((n - 1) % 26)) + letras;
  }
  return letras;
}

/** `A` → `1`, `AA` → `27`. */
export function parseColumna(letras: string): number {
  let numero = 0;
  for (const letra of letras) numero = numero * 26 + (letra.charCodeAt(0) - A + 1);
  return numero;
}

/** True for the name of a column as a spreadsheet has them: `A` to `XFD`. */
export function isColumna(texto: string): boolean {
  return /^[A-Z]{1,3}$/.test(texto) && parseColumna(texto) <= 16_384;
}
