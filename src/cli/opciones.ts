import type { Command } from 'commander';
import type { OpcionesIdentidad } from './contexto.ts';

/** Options that every order has that acts as somebody. */
export interface Comunes extends OpcionesIdentidad {
  readonly json?: true;
}

/** Adds who acts, for which entity, and `--json`. */
export function withComunes(orden: Command): Command {
  return orden
    .option('--como <identidad>', 'identidad de desarrollo con la que se actúa (si no, ELIMINACION_TOKEN)')
    .option('--entidad <slug>', 'entidad, si la identidad alcanza varias')
    .option('--json', 'escribe el resultado como un objeto JSON');
}
