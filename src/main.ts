import { type App, createApp } from './app.ts';
import { ConfigError } from './config/config-error.ts';
import { loadConfig } from './config/load-config.ts';
import { DomainError } from './domain/errors/domain-error.ts';

/** Exit codes of the process, also told in docs: 0 asked to stop · 1 defect · 2 configuration · 3 a part is missing. */
const DEFECTO = 1;
const CONFIGURACION = 2;
const NO_DISPONIBLE = 3;

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function explain(error: unknown): number {
  if (error instanceof ConfigError) {
    say(error.message);
    return CONFIGURACION;
  }
  if (error instanceof DomainError) {
    say(`No se puede arrancar: ${error.message}`);
    return NO_DISPONIBLE;
  }
  if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) {
    say('No se puede escuchar en esa dirección y puerto: están ocupados o no están permitidos.');
    return NO_DISPONIBLE;
  }
  say(`Error inesperado: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return DEFECTO;
}

/**
 * A first signal stops in order, also one that comes while still starting; a second one stops at once. A defect that
 * nobody caught stops in order too, with code 1.
 */
function listenForTheEnd(opening: Promise<App>): void {
  let ending = false;
  const end = async (code: number, reason: string): Promise<void> => {
    if (ending) process.exit(DEFECTO);
    ending = true;
    say(reason);
    await (await opening).stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void end(0, 'Apagando (SIGTERM)…'));
  process.on('SIGINT', () => void end(0, 'Apagando…'));
  const onDefect = (error: unknown): void => {
    say(`Error inesperado: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    void end(DEFECTO, 'El servicio se apaga.');
  };
  process.on('uncaughtException', onDefect);
  process.on('unhandledRejection', onDefect);
}

async function main(): Promise<void> {
  const opening = createApp(loadConfig(process.env));
  listenForTheEnd(opening);
  const app = await opening;
  try {
    const url = await app.start();
    say(`Servicio de eliminación documental en ${url} · API: ${url}/docs · salud: ${url}/readyz`);
  } catch (error) {
    await app.stop();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  process.exit(explain(error));
}
