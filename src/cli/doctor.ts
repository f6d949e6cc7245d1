import type { Command } from 'commander';
import type { App } from '../app.ts';
import { listPendientes, type PendienteDeAtencion } from '../services/diagnostico/list-pendientes.ts';
import { readVersionesBase } from '../services/diagnostico/read-versiones-base.ts';
import { withApp } from './contexto.ts';
import { type Salida, writeResultado } from './salida.ts';

interface DoctorOptions {
  readonly json?: true;
}

const ENFERMO = 3;
const DE_LA_BASE: readonly string[] = ['base_de_datos', 'migraciones'];

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
  // What the database holds can be asked once it answers and is of this version; until then, that is what is wrong.
  const legible = salud.comprobaciones.every(({ nombre, ok }) => ok || !DE_LA_BASE.includes(nombre));
  const base = legible ? await readVersionesBase(app.servicios) : null;
  const pendientes = legible ? await listPendientes(app.servicios) : [];
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

function renderPendiente({ entidad, que, detalle }: PendienteDeAtencion): string {
  return `✗ ${entidad}: ${que}: ${detalle}`;
}
