import type { Command } from 'commander';
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config/load-config.ts';
import { abrirCaminata } from './abrir-caminata.ts';
import { caminarHastaElFinal } from './caminar-hasta-el-final.ts';
import { createNarrador } from './narrador.ts';
import { createRelojDemo } from './reloj-demo.ts';
import type { ResultadoDemo } from './resultado.ts';

interface DemoOptions {
  readonly once?: true;
  readonly json?: true;
  readonly nuevo?: true;
}

/** `eliminacion demo`: a whole town hall in one command, from spreadsheets to a verified acta; stays up afterwards. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'Recorre la vida entera de un lote con datos de una alcaldía ficticia y deja el servicio encendido',
    )
    .option('--once', 'termina al mostrar el resultado')
    .option('--json', 'la última línea es un objeto JSON')
    .option('--nuevo', 'recorre otro lote aunque el anterior haya terminado')
    .action(runDemo);
}

async function runDemo(options: DemoOptions): Promise<void> {
  const reloj = createRelojDemo();
  // A demo has no configuration of its own: it never runs against what a production environment names.
  const config = loadConfig({ ELIMINACION_LOG_NIVEL: 'error', ...process.env, ...SOLO_DEMO });
  const app = await createApp(config, { reloj });
  const url = await app.start();
  try {
    const caminata = await abrirCaminata({
      app,
      url,
      reloj,
      narrador: createNarrador(process.stderr),
      nuevo: options.nuevo === true,
    });
    const resultado = await caminarHastaElFinal(caminata);
    narrate(resultado, url);
    if (options.json === true) process.stdout.write(`${JSON.stringify(resultado)}\n`);
    if (options.once !== true) await waitForSignal();
  } finally {
    await app.stop();
  }
}

const SOLO_DEMO = { ELIMINACION_ENTORNO: 'development', ELIMINACION_ROLES: 'all' };

function narrate({ lote, conteos, acta, verificacion }: ResultadoDemo, url: string): void {
  const dicho = (valor: boolean | null): string =>
    valor === null ? 'no instalado' : valor ? 'válida' : 'NO VÁLIDA';
  process.stderr.write(`
${lote.codigo} (${lote.estado}): ${conteos.admitidos} admitidos, ${conteos.rechazados} rechazados, ${conteos.destruidos} destruidos, ${conteos.omitidos} omitidos, ${conteos.retirados} retirados
${acta.numero} · SHA-256 ${acta.sha256}
   original:  ${acta.original}
   firmada:   ${acta.firmada}
   verificación propia: ${dicho(verificacion.propia)} · xmlsec1: ${dicho(verificacion.xmlsec1)}
Página pública: ${url}/publico/demo · API: ${url}/docs · salud: ${url}/readyz
`);
}

function waitForSignal(): Promise<void> {
  process.stderr.write('El servicio sigue encendido; Ctrl-C para terminar.\n');
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
