import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Environment } from '../../src/config/environment.ts';
import { Proceso } from '../crash/proceso.ts';
import type { BaseDePrueba } from '../support/postgres.ts';

/** Each order is a process that starts by itself: on a busy machine that takes its time. */
vi.setConfig({ testTimeout: 240_000 });

/** How an order ended: its exit code and what it wrote on each output. */
export interface Terminada {
  readonly codigo: number | null;
  readonly salida: string;
  readonly error: string;
}

/** Runs `eliminacion …` as a process of its own, with that environment and nothing else. */
export async function eliminacion(env: Environment, ...argumentos: readonly string[]): Promise<Terminada> {
  const proceso = Proceso.guion('src/cli/main.ts', argumentos, env);
  const { codigo } = await proceso.fin;
  const { salida } = proceso;
  return { codigo, salida, error: proceso.texto().slice(salida.length) };
}

/** The one JSON object that an order with `--json` writes. */
export function objetoDe({ salida }: Terminada): Record<string, unknown> {
  const lineas = salida.trimEnd().split('\n');
  if (lineas.length !== 1) throw new Error(`se esperaba una línea:\n${salida}`);
  return JSON.parse(salida) as Record<string, unknown>;
}

/** Environment of orders over a database and a data folder of their own. */
export class CasaDeOrdenes {
  readonly datos: string;
  readonly base: BaseDePrueba;

  private constructor(base: BaseDePrueba, datos: string) {
    this.base = base;
    this.datos = datos;
  }

  static async abrir(base: BaseDePrueba): Promise<CasaDeOrdenes> {
    const datos = await mkdtemp(join(tmpdir(), 'eliminacion órdenes '));
    await chmod(datos, 0o711);
    return new CasaDeOrdenes(base, datos);
  }

  get env(): Environment {
    return {
      ELIMINACION_ENTORNO: 'test',
      ELIMINACION_DATOS: this.datos,
      DATABASE_URL: this.base.appUrl,
      MIGRATIONS_DATABASE_URL: this.base.ownerUrl,
      AUDIT_DATABASE_URL: this.base.auditUrl,
    };
  }

  correr(...argumentos: readonly string[]): Promise<Terminada> {
    return eliminacion(this.env, ...argumentos);
  }

  async cerrar(): Promise<void> {
    await rm(this.datos, { recursive: true, force: true });
  }
}
