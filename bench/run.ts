import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describirMaquina } from './maquina.ts';
import { type Opciones, parseOpciones } from './opciones.ts';
import { BANCOS } from './registro.ts';
import { renderLinea } from './render-linea.ts';
import { renderPagina } from './render-pagina.ts';
import { type Resultado, runBanco } from './resultado.ts';

const PAGINA = resolve(import.meta.dirname, '../docs/benchmarks.md');

/**
 * `npm run bench -- [--quick] [--only NAME]… [--json] [--escribir]`. Exit 1 when a bench could not measure; an aim that is not
 * reached is a figure, not a failure. With `--json` the sentences go to standard error, and a JSON object per bench ends
 * standard output.
 */
async function main(): Promise<number> {
  const opciones = readOpciones();
  if (opciones === null) return 2;
  const interrupcion = new AbortController();
  for (const senal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(senal, () => interrupcion.abort(new Error(`interrumpido (${senal})`)));
  }
  const resultados = await runAll(opciones, interrupcion.signal);
  if (opciones.json) for (const resultado of resultados) console.log(JSON.stringify(resultado));
  const bien = resultados.every(({ error }) => error === null);
  if (opciones.escribir && bien) writePagina(resultados);
  return bien ? 0 : 1;
}

function readOpciones(): Opciones | null {
  try {
    return parseOpciones(
      process.argv.slice(2),
      BANCOS.map(({ nombre }) => nombre),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  }
}

async function runAll(opciones: Opciones, interrupcion: AbortSignal): Promise<Resultado[]> {
  const say = opciones.json ? console.error : console.log;
  const resultados: Resultado[] = [];
  for (const banco of BANCOS) {
    if (interrupcion.aborted) break;
    if (opciones.solo.length > 0 && !opciones.solo.includes(banco.nombre)) continue;
    const resultado = await runBanco(banco, opciones.rapida, interrupcion);
    say(renderLinea(resultado));
    resultados.push(resultado);
  }
  return resultados;
}

function writePagina(resultados: readonly Resultado[]): void {
  const anterior = existsSync(PAGINA) ? readFileSync(PAGINA, 'utf8') : null;
  writeFileSync(PAGINA, renderPagina({ maquina: describirMaquina(), bancos: BANCOS, resultados, anterior }));
}

process.exitCode = await main();
