import { DomainError } from '../domain/errors/domain-error.ts';
import type { Logger } from './logger.ts';

/** Resolves when the part works. What a `NoListo` says is shown as it is; of a DomainError, only its title. */
export type HealthCheck = () => Promise<void>;

export interface CheckResult {
  readonly nombre: string;
  readonly ok: boolean;
  /** Null when ok. Never carries what the failure itself said: that goes to the log. */
  readonly motivo: string | null;
}

export interface HealthReport {
  readonly listo: boolean;
  readonly comprobaciones: readonly CheckResult[];
}

export interface HealthRegistry {
  register(nombre: string, check: HealthCheck): void;
  /** Runs every check at once; concurrent callers share one run, and its report is kept for a moment. */
  run(): Promise<HealthReport>;
}

/** The reason why a part is not ready, in Spanish, fit for a stranger's eyes. */
export class NoListo extends Error {
  constructor(motivo: string, options?: ErrorOptions) {
    super(motivo, options);
    this.name = 'NoListo';
  }
}

export interface HealthOptions {
  readonly logger: Logger;
  /** How long one check may take, in milliseconds (3,000). */
  readonly plazoMs?: number;
  /** How long a report is reused, in milliseconds (1,000): probing must not become a lever. */
  readonly vigenciaMs?: number;
}

export function createHealthRegistry(options: HealthOptions): HealthRegistry {
  const { logger, plazoMs = 3_000, vigenciaMs = 1_000 } = options;
  const checks = new Map<string, HealthCheck>();
  let current: { readonly report: Promise<HealthReport>; readonly since: number } | null = null;

  const runAll = async (): Promise<HealthReport> => {
    const entries = [...checks];
    const comprobaciones = await Promise.all(
      entries.map(([nombre, check]) => runOne(nombre, check, plazoMs, logger)),
    );
    return { listo: comprobaciones.every((item) => item.ok), comprobaciones };
  };

  return {
    register: (nombre, check) => {
      checks.set(nombre, check);
    },
    run: () => {
      const now = performance.now();
      if (current === null || now - current.since >= vigenciaMs) current = { report: runAll(), since: now };
      return current.report;
    },
  };
}

async function runOne(
  nombre: string,
  check: HealthCheck,
  plazoMs: number,
  logger: Logger,
): Promise<CheckResult> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoListo('No respondió a tiempo.')), plazoMs);
  try {
    await Promise.race([check(), promise]);
    return { nombre, ok: true, motivo: null };
  } catch (error) {
    logger.warn({ err: error, comprobacion: nombre }, 'readiness check failed');
    return { nombre, ok: false, motivo: motivoOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function motivoOf(error: unknown): string {
  if (error instanceof NoListo) return error.message;
  return error instanceof DomainError ? `${error.definition.titulo}.` : 'No funciona.';
}
