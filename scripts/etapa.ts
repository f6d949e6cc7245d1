import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** One command of the project's checks. */
export interface Etapa {
  /** Spanish, short: what a person reads when it fails. */
  readonly nombre: string;
  /** A tool of `node_modules/.bin`, with its arguments. */
  readonly orden: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

export const PROYECTO = resolve(import.meta.dirname, '..');
const BIN = resolve(PROYECTO, 'node_modules', '.bin');

/** Runs it with its output as it comes; true when it ended well. */
export async function runEtapa(etapa: Etapa): Promise<boolean> {
  const hijo = start(etapa, 'inherit');
  return (await exitCode(hijo)) === 0;
}

/** Runs it in silence and prints its output only when it failed; true when it ended well. */
export async function runEtapaCallada(etapa: Etapa): Promise<boolean> {
  const inicio = performance.now();
  const hijo = start(etapa, 'pipe');
  const salida: Buffer[] = [];
  hijo.stdout?.on('data', (trozo: Buffer) => salida.push(trozo));
  hijo.stderr?.on('data', (trozo: Buffer) => salida.push(trozo));
  const bien = (await exitCode(hijo)) === 0;
  const segundos = ((performance.now() - inicio) / 1000).toFixed(1);
  console.log(`${bien ? '✓' : '✗'} ${etapa.nombre} (${segundos} s)`);
  if (!bien) console.log(Buffer.concat(salida).toString('utf8').trimEnd());
  return bien;
}

/** Runs them all, at most `ancho` at a time and in that order; true when every one ended well. */
export async function runEtapasALaVez(etapas: readonly Etapa[], ancho: number): Promise<boolean> {
  const pendientes = [...etapas];
  let todas = true;
  const carril = async (): Promise<void> => {
    for (let etapa = pendientes.shift(); etapa !== undefined; etapa = pendientes.shift()) {
      const bien = await runEtapaCallada(etapa);
      todas &&= bien;
    }
  };
  await Promise.all(Array.from({ length: ancho }, carril));
  return todas;
}

/** The arguments that run some tests with vitest and leave their counts where `contar-pruebas.ts` adds them up. */
export function vitest(informe: string, ...argumentos: readonly string[]): readonly [string, ...string[]] {
  return [
    'vitest',
    'run',
    ...argumentos,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resolve(PROYECTO, '.data', 'pruebas', `${informe}.json`)}`,
  ];
}

function start({ orden: [programa, ...argumentos], env }: Etapa, stdio: 'inherit' | 'pipe') {
  return spawn(programa, argumentos, {
    cwd: PROYECTO,
    env: { ...process.env, ...env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? '/usr/bin:/bin'}` },
    stdio: ['ignore', stdio, stdio],
  });
}

function exitCode(hijo: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    hijo.once('error', reject);
    hijo.once('close', resolve);
  });
}
