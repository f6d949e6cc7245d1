/** Where a command writes what the user asked for. */
export interface Salida {
  write(texto: string): unknown;
}

/** The result of a command: one JSON object on a line, or the lines that people read. */
export function writeResultado(
  salida: Salida,
  opciones: { readonly json?: true },
  resultado: unknown,
  lineas: readonly string[],
): void {
  salida.write(opciones.json === true ? `${JSON.stringify(resultado)}\n` : `${lineas.join('\n')}\n`);
}
