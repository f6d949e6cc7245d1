import { type Etapa, runEtapasALaVez, vitest } from './etapa.ts';

/** `npm run verify`: everything that needs no service. The slowest first, two at a time. */
const etapas: readonly Etapa[] = [
  { nombre: 'pruebas sin servicios', orden: vitest('unit', '--project', 'unit') },
  { nombre: 'tipos', orden: ['tsc', '--incremental', '--tsBuildInfoFile', '.data/tipos.json'] },
  { nombre: 'código muerto', orden: ['knip'] },
  { nombre: 'paredes entre capas', orden: ['depcruise', 'src', '--config', '.dependency-cruiser.cjs'] },
  { nombre: 'formato y estilo', orden: ['biome', 'check', '--error-on-warnings'] },
];

process.exitCode = (await runEtapasALaVez(etapas, 2)) ? 0 : 1;
