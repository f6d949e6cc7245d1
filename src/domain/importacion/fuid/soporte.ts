import { normalizeTexto } from '../texto/normalizar.ts';

export type Soporte = 'fisico' | 'electronico' | 'hibrido';

const FISICO = /\b(PAPEL|FISICO|FISICA|ANALOGO|ANALOGICO|LIBROS?|IMPRESO|PLANOS?|P|F)\b/;
const ELECTRONICO = /\b(ELECTRONICO|ELECTRONICA|DIGITAL|DIGITALES|PDF|E)\b/;
const HIBRIDO = /\b(HIBRIDO|HIBRIDA|MIXTO)\b/;

/** The support that a text names, or null where it names none that is known: `CD` is both box and bytes. */
export function parseSoporte(texto: string): Soporte | null {
  const normal = normalizeTexto(texto).replace(/\//g, ' ');
  return HIBRIDO.test(normal) ? 'hibrido' : combineSoportes(FISICO.test(normal), ELECTRONICO.test(normal));
}

/** Paper and bytes together make a hybrid; neither says nothing. */
export function combineSoportes(fisico: boolean, electronico: boolean): Soporte | null {
  if (fisico && electronico) return 'hibrido';
  if (fisico) return 'fisico';
  return electronico ? 'electronico' : null;
}
