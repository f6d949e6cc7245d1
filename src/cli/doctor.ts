import type { Command } from 'commander';
import type { App } from '../app.ts';
import { listPendientes, type PendienteDeAtencion } from '../services/diagnostico/list-pendientes.ts';
import { withApp } from './contexto.ts';
import { type Salida, writeResultado } from './salida.ts';

interface DoctorOptions {
  readonly json?: true;
}

const ENFERMO = 3;

/** `eliminacion doctor`: what is not ready and what waits for a person; exit 3 when there is anything. */
export function registerDoctor(program: Command, salida: Salida): void {
  program
    .command('doctor')
    .description('Dice qué no está listo y qué espera a una persona')
    .option('--json', 'escribe el diagnóstico como un objeto JSON')
    .action((options: DoctorOptions) => withApp((app) => diagnose(app, options, salida)));
}

async function diagnose(app: App, options: DoctorOptions, salida: Salida): Promise<void> {
  const salud = await app.health.run();
  const pendientes = await listPendientes(app.servicios);
  writeResultado(salida, options, { ...salud, pendientes }, [
    ...salud.comprobaciones.map(({ nombre, ok, motivo }) => (ok ? `✓ ${nombre}` : `✗ ${nombre}: ${motivo}`)),
    ...pendientes.map(renderPendiente),
    salud.listo && pendientes.length === 0 ? 'Todo está en orden.' : 'Hay asuntos por atender.',
  ]);
  if (!salud.listo || pendientes.length > 0) process.exitCode = ENFERMO;
}

function renderPendiente({ entidad, que, detalle }: PendienteDeAtencion): string {
  return `✗ ${entidad}: ${que}: ${detalle}`;
}
