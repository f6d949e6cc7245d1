import { Command } from 'commander';
import { registerAudit } from './auditar.ts';
import { registerDemo } from './demo/register-demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerEntidad } from './entidad.ts';
import { speakSpanish } from './espanol.ts';
import { registerExpedientes } from './expedientes.ts';
import { registerImportar } from './importar.ts';
import { registerConstancia } from './lote/constancia.ts';
import { registerLote } from './lote/register-lote.ts';
import { registerPlazo } from './plazo.ts';
import type { Salida } from './salida.ts';
import { registerTenants } from './tenants.ts';
import { registerVerificar } from './verificar.ts';

const CODIGOS_DE_SALIDA = `
Códigos de salida:
  0  hecho
  1  defecto del programa
  2  lo pedido está mal: opciones, datos, un archivo rechazado
  3  ahora no: estado, versión, plazo, límite o servicio no disponible
  4  rechazado: identidad, permiso o nivel de acceso
  5  no existe, o no está a su alcance
  6  una comprobación falló: acta no válida, cadena de auditoría rota`;

/** Every order of `eliminacion`. It never exits by itself: `main.ts` turns what it throws into an exit code. */
export function buildPrograma(salida: Salida): Command {
  const program = speakSpanish(new Command('eliminacion'))
    .description('Eliminación documental para archivos públicos de Colombia')
    .addHelpText('after', CODIGOS_DE_SALIDA);
  registerDemo(program);
  for (const register of [
    registerAudit,
    registerConstancia,
    registerDoctor,
    registerEntidad,
    registerExpedientes,
    registerImportar,
    registerLote,
    registerPlazo,
    registerTenants,
    registerVerificar,
  ]) {
    register(program, salida);
  }
  return program;
}
