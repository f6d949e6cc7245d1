import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PROYECTO } from './etapa.ts';

/** What a JSON report of vitest says; a file that could not even load has no assertions. */
const informeSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/**
 * Adds up the reports that the tests left and the steps of CI (`node scripts/contar-pruebas.ts BIEN MAL`), and prints
 * `N passed, N failed`. A skipped test, a file that did not load, a run that failed otherwise
 * and no report at all count as failures.
 */
const carpeta = resolve(PROYECTO, '.data', 'pruebas');
let bien = Number(process.argv[2] ?? 0);
let mal = Number(process.argv[3] ?? 0);
const informes = existsSync(carpeta) ? readdirSync(carpeta) : [];
if (informes.length === 0) mal += 1;
for (const nombre of informes) {
  const informe = informeSchema.parse(JSON.parse(readFileSync(join(carpeta, nombre), 'utf8')));
  const sinCargar = informe.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const fallos = informe.numFailedTests + informe.numPendingTests + informe.numTodoTests + sinCargar;
  bien += informe.numPassedTests;
  mal += fallos === 0 && !informe.success ? 1 : fallos;
}
console.log(`${bien} passed, ${mal} failed`);
process.exitCode = mal === 0 && bien > 0 ? 0 : 1;
