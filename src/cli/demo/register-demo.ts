import type { Command } from 'commander';
import { type App, createApp } from '../../app.ts';
import { buildRoles } from '../../composicion/build-roles.ts';
import type { Partes } from '../../composicion/partes.ts';
import { loadConfig } from '../../config/load-config.ts';
import { abrirCaminata } from './abrir-caminata.ts';
import { caminarHastaElFinal } from './caminar-hasta-el-final.ts';
import { createNarrador } from './narrador.ts';
import { createRelojDemo, type RelojDemo } from './reloj-demo.ts';
import type { ResultadoDemo } from './resultado.ts';

interface DemoOptions {
  readonly once?: boolean;
  readonly json?: boolean;
  readonly nuevo?: boolean;
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

/** Walks to the end, or stops in order at the first signal, whatever it is doing: nothing it started outlives it. */
async function runDemo(options: DemoOptions): Promise<void> {
  const senal = listenForSignal();
  const reloj = createRelojDemo();
  // A demo has no configuration of its own: it never runs against what a production environment names.
  const config = loadConfig({ ELIMINACION_LOG_NIVEL: 'error', ...process.env, ...SOLO_DEMO });
  // Its walk makes the probes itself, with the clock that it moves: a second prober would add to its evidence.
  const roles = (partes: Partes) => buildRoles(partes, { sinSondeos: true });
  const app = await createApp(config, { reloj, roles });
  try {
    await Promise.race([senal, recorrer(app, reloj, options, senal)]);
  } finally {
    await app.stop();
  }
}

async function recorrer(
  app: App,
  reloj: RelojDemo,
  { nuevo = false, json = false, once = false }: DemoOptions,
  senal: Promise<void>,
): Promise<void> {
  const url = await app.start();
  const narrador = createNarrador(process.stderr);
  const caminata = await abrirCaminata({ app, url, reloj, narrador, nuevo });
  const resultado = await caminarHastaElFinal(caminata);
  narrate(resultado, url);
  if (json) process.stdout.write(`${JSON.stringify(resultado)}\n`);
  if (once) return;
  process.stderr.write('El servicio sigue encendido; Ctrl-C para terminar.\n');
  await senal;
}

const SOLO_DEMO = { ELIMINACION_ENTORNO: 'development', ELIMINACION_ROLES: 'all' };

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function listenForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let pedida = false;
    const stop = (): void => {
      if (pedida) process.exit(1);
      pedida = true;
      process.stderr.write('\nApagando…\n');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

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
