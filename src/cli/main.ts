import { Command } from 'commander';
import { registerAudit } from './auditar.ts';
import { registerDemo } from './demo/register-demo.ts';
import { registerDoctor } from './doctor.ts';
import { explainError } from './explain-error.ts';
import { registerImportar } from './importar.ts';
import { registerLotes } from './lotes.ts';
import { registerPlazo } from './plazo.ts';
import { registerTenants } from './tenants.ts';
import { registerVerificar } from './verificar.ts';

const program = new Command('eliminacion')
  .description('Eliminación documental para archivos públicos de Colombia')
  .configureHelp({ sortSubcommands: true })
  .helpOption('-h, --help', 'muestra esta ayuda')
  .helpCommand('help [orden]', 'muestra la ayuda de una orden');

registerDemo(program);
for (const register of [
  registerAudit,
  registerDoctor,
  registerImportar,
  registerLotes,
  registerPlazo,
  registerTenants,
  registerVerificar,
]) {
  register(program, process.stdout);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explainError(error, process.stderr);
}
