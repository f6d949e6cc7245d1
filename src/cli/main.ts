import { Command } from 'commander';
import { registerDemo } from './demo/register-demo.ts';
import { explainError } from './explain-error.ts';
import { registerPlazo } from './plazo.ts';

const program = new Command('eliminacion')
  .description('Eliminación documental para archivos públicos de Colombia')
  .configureHelp({ sortSubcommands: true })
  .helpOption('-h, --help', 'muestra esta ayuda')
  .helpCommand('help [orden]', 'muestra la ayuda de una orden');

registerDemo(program);
registerPlazo(program, process.stdout);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explainError(error, process.stderr);
}
