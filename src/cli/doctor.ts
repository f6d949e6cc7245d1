import type { Command } from 'commander';
import type { App } from '../app.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import { listPendientes, type PendienteDeAtencion } from '../services/diagnostico/list-pendientes.ts';
import { readVersionesBase } from '../services/diagnostico/read-versiones-base.ts';
import { withApp } from './contexto.ts';
import { type Salida, writeResultado } from './salida.ts';

interface DoctorOptions {
  readonly json?: true;
}

const ENFERMO = 3;

/** `eliminacion doctor`: versions, what is not ready and what waits for a person; exit 3 when there is anything. */
export function registerDoctor(program: Command, salida: Salida): void {
  program
    .command('doctor')
    .description('Dice las versiones, qué no está listo y qué espera a una persona; sale con 3 si hay algo')
    .option('--json', 'escribe el diagnóstico como un objeto JSON')
    .action((options: DoctorOptions) => withApp((app) => diagnose(app, options, salida)));
}

async function diagnose(app: App, options: DoctorOptions, salida: Salida): Promise<void> {
  const salud = await app.health.run();
  const base = await unlessUnavailable(() => readVersionesBase(app.servicios));
  const pendientes = (await unlessUnavailable(() => listPendientes(app.servicios))) ?? [];
  const versiones = { servicio: app.version, node: process.versions.node, ...base };
  writeResultado(salida, options, { ...salud, pendientes, versiones }, [
    Object.entries(versiones)
      .map(([nombre, version]) => `${nombre} ${version}`)
      .join(' · '),
    ...salud.comprobaciones.map(({ nombre, ok, motivo }) => (ok ? `✓ ${nombre}` : `✗ ${nombre}: ${motivo}`)),
    ...pendientes.map(renderPendiente),
    salud.listo && pendientes.length === 0 ? 'Todo está en orden.' : 'Hay asuntos por atender.',
  ]);
  if (!salud.listo || pendientes.length > 0) process.exitCode = ENFERMO;
}

/** Without its database a service can still be diagnosed: what is not ready says so already. */
async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable') return null;
    throw error;
  }
}

function renderPendiente({ entidad, que, detalle }: PendienteDeAtencion): string {
  return `✗ ${entidad}: ${que}: ${detalle}`;
}
