import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Etapa, PROYECTO, runEtapa, vitest } from './etapa.ts';
import { exigeTodo, findPostgres15 } from './herramientas.ts';

/** `npm test`: prepares the machine, then everything. A failed stage does not hide what the next ones would say. */
async function main(): Promise<readonly string[]> {
  rmSync(resolve(PROYECTO, '.data', 'pruebas'), { recursive: true, force: true });
  const fallidas = await runTodas([
    { nombre: 'preparación', orden: ['node', 'scripts/preparar.ts'] },
    { nombre: 'verificación sin servicios', orden: ['node', 'scripts/verificar.ts'] },
    { nombre: 'pruebas con servicios', orden: vitest('servicios', '--project', 'servicios') },
  ]);
  const postgres15 = findPostgres15(process.env);
  if (postgres15 !== null) return [...fallidas, ...(await runTodas([enPostgres15(postgres15)]))];
  console.log(
    '\nSin PostgreSQL 15 en este equipo: las pruebas de base de datos corrieron solo en el embebido.',
  );
  return exigeTodo(process.env) ? [...fallidas, 'PostgreSQL 15'] : fallidas;
}

/** The suites of the engine once more, on the oldest server supported; those of the embedded one say nothing there. */
function enPostgres15(bin: string): Etapa {
  const orden = vitest(
    'postgres-15',
    '--project',
    'servicios',
    'test/db/',
    '--exclude',
    'test/db/embebido-*',
  );
  return { nombre: 'pruebas de base de datos en PostgreSQL 15', orden, env: { ELIMINACION_PG_BIN: bin } };
}

async function runTodas(etapas: readonly Etapa[]): Promise<readonly string[]> {
  const fallidas: string[] = [];
  for (const etapa of etapas) {
    console.log(`\n▸ ${etapa.nombre}`);
    if (!(await runEtapa(etapa))) fallidas.push(etapa.nombre);
  }
  return fallidas;
}

const fallidas = await main();
console.log(fallidas.length === 0 ? '\nTodo pasó.' : `\nFallaron: ${fallidas.join(', ')}.`);
process.exitCode = fallidas.length === 0 ? 0 : 1;
