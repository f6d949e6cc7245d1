import { codigoDeCommander } from './espanol.ts';
import { explainError, renderErrorJson } from './explain-error.ts';
import { buildPrograma } from './programa.ts';

try {
  await buildPrograma(process.stdout).parseAsync();
} catch (error) {
  const codigo = codigoDeCommander(error);
  process.exitCode = codigo ?? explainError(error, process.stderr);
  if (codigo === null && process.argv.includes('--json')) process.stdout.write(renderErrorJson(error));
}
