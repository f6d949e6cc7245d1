import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { ejecutarLote } from '../../services/ejecucion/ejecutar-lote.ts';
import { withContexto } from '../contexto.ts';
import { type Comunes, withComunes } from '../opciones.ts';
import { type Salida, writeResultado } from '../salida.ts';
import { type OpcionesActo, withActo } from './actos.ts';
import { findVersion } from './find-version.ts';
import { type Seguimiento, seguirEjecucion } from './seguir-ejecucion.ts';
import { renderProgreso } from './vista-lote.ts';

interface OpcionesEjecutar extends OpcionesActo {
  readonly confirmacion?: string;
  readonly follow?: true;
}

/** `lote ejecutar` and `lote seguir`. */
export function registerEjecucion(lote: Command, salida: Salida): void {
  withActo(lote.command('ejecutar'))
    .description('Ordena la destrucción de un lote aprobado; no se puede deshacer')
    .option('--confirmacion <codigo>', 'el código del lote, escrito otra vez; si no, se pregunta')
    .option('--follow', 'sigue la ejecución hasta el acta, con avance, ritmo y tiempo restante')
    .action((referencia: string, opciones: OpcionesEjecutar) =>
      withContexto(opciones, 'ejecutor', async (contexto) => {
        const { codigo, ...sobre } = await findVersion(contexto, referencia, opciones.siVersion);
        const confirmacion = opciones.confirmacion ?? (await askConfirmacion(codigo));
        const { app, actor } = contexto;
        const orden = await ejecutarLote(app.servicios, actor, { ...sobre, confirmacion });
        const ordenada = `${codigo}: destrucción ordenada de ${orden.items} expedientes.`;
        if (opciones.follow !== true) {
          writeResultado(salida, opciones, orden, [ordenada]);
          return;
        }
        process.stderr.write(`${ordenada}\n`);
        const seguimiento = await seguirEjecucion(contexto, codigo);
        writeResultado(salida, opciones, { ...orden, seguimiento }, renderSeguimiento(codigo, seguimiento));
      }),
    );
  withComunes(lote.command('seguir'))
    .description('Sigue una ejecución en curso hasta su acta')
    .argument('<lote>', 'código o identificador')
    .action((referencia: string, opciones: Comunes) =>
      withContexto(opciones, 'ejecutor', async (contexto) => {
        const seguimiento = await seguirEjecucion(contexto, referencia);
        writeResultado(salida, opciones, seguimiento, renderSeguimiento(referencia, seguimiento));
      }),
    );
}

/** Only a person at a terminal is asked; anywhere else an empty answer confirms nothing. */
async function askConfirmacion(codigo: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(
      `Esto no se puede deshacer. Escriba ${codigo} para ordenar la destrucción: `,
    );
  } finally {
    terminal.close();
  }
}

function renderSeguimiento(codigo: string, { estado, progreso, acta }: Seguimiento): string[] {
  const espera = progreso.esperaFisico > 0 ? ['Registre la constancia del papel con «constancia».'] : [];
  const deActa = acta === null ? [] : [`${acta.numero} · SHA-256 ${acta.sha256}`];
  return [`${codigo} (${estado}): ${renderProgreso(progreso)}`, ...espera, ...deActa];
}
