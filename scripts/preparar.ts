import { spawnSync } from 'node:child_process';
import { exigeTodo, type Herramienta, herramientas, isInPath } from './herramientas.ts';

/**
 * The step before the tests: finds, or installs with the system's package manager, what npm can't bring. Says in
 * Spanish what is missing where it may not install; where everything is required that is a failure (exit 1).
 */
function main(): number {
  const exigir = exigeTodo(process.env);
  const faltan = listFaltantes();
  const pedidas = faltan.filter(({ necesaria }) => necesaria || exigir);
  if (pedidas.length > 0) {
    const motivo = install(pedidas.map(({ paquete }) => paquete));
    if (motivo !== null) console.error(`No se instaló nada: ${motivo}.`);
  }
  const ausentes = listFaltantes();
  for (const herramienta of ausentes) console.error(renderAusente(herramienta));
  if (ausentes.length > 0 && exigir) {
    console.error('Aquí todo es obligatorio (CI=true o ELIMINACION_EXIGIR_TODO=1).');
    return 1;
  }
  return 0;
}

function listFaltantes(): readonly Herramienta[] {
  return herramientas.filter(({ esta }) => !esta(process.env));
}

function renderAusente({ programa, paquete, uso }: Herramienta): string {
  return `Falta ${programa} (${uso}). Instálelo con: sudo apt-get install ${paquete}`;
}

/** Installs with apt-get; the reason, in Spanish, when it may not or could not. */
function install(paquetes: readonly string[]): string | null {
  if (!isInPath('apt-get', process.env)) return 'este equipo no tiene apt-get';
  const prefijo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (prefijo.length > 0 && !run(['sudo', '-n', 'true'])) {
    return 'hace falta ser root, o poder usar sudo sin clave';
  }
  console.log(`Instalando ${paquetes.join(', ')}…`);
  const orden = [...prefijo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  const opciones = ['-o', 'DPkg::Lock::Timeout=120', 'install', '--no-install-recommends', ...paquetes];
  if (run([...orden, ...opciones])) return null;
  // Most often the lists of packages are old, or were never fetched.
  run([...orden, 'update']);
  return run([...orden, ...opciones]) ? null : 'apt-get no pudo (su salida está arriba)';
}

function run([programa = '', ...argumentos]: readonly string[]): boolean {
  return spawnSync(programa, argumentos, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

process.exitCode = main();
