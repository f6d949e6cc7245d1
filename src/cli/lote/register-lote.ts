import type { Command } from 'commander';
import type { Salida } from '../salida.ts';
import { registerActos } from './actos.ts';
import { registerConsultas } from './consultas.ts';
import { registerEjecucion } from './ejecutar.ts';
import { registerPropuesta } from './proponer.ts';

/** `eliminacion lote …`: queries and acts on lotes, by the same verbs as the API. */
export function registerLote(program: Command, salida: Salida): void {
  const lote = program.command('lote').description('Consultas y actos sobre lotes');
  registerConsultas(lote, salida);
  registerPropuesta(lote, salida);
  registerActos(lote, salida);
  registerEjecucion(lote, salida);
}
