import { describe, expect, it } from 'vitest';
import { createHealthRegistry, NoListo } from '../../../src/observability/health-registry.ts';
import { createLogger } from '../../../src/observability/logger.ts';

const logger = createLogger({ nivel: 'silent', secretos: [] });

describe('las comprobaciones de salud', () => {
  it('todas bien es listo', async () => {
    const health = createHealthRegistry({ logger });
    health.register('almacen', () => Promise.resolve());
    expect(await health.run()).toEqual({
      listo: true,
      comprobaciones: [{ nombre: 'almacen', ok: true, motivo: null }],
    });
  });

  it('la razón propia se muestra; la de otro error, no', async () => {
    const health = createHealthRegistry({ logger });
    health.register('uno', () => Promise.reject(new NoListo('Faltan migraciones.')));
    health.register('dos', () => Promise.reject(new Error('connect 10.0.0.7:5432 user=app')));
    const report = await health.run();
    expect(report.listo).toBe(false);
    expect(report.comprobaciones.map((item) => item.motivo)).toEqual(['Faltan migraciones.', 'No funciona.']);
  });

  it('la que no responde se da por fallida en su plazo', async () => {
    const health = createHealthRegistry({ logger, plazoMs: 20 });
    health.register('lenta', () => new Promise(() => undefined));
    expect((await health.run()).comprobaciones[0]?.motivo).toBe('No respondió a tiempo.');
  });

  it('quienes preguntan a la vez comparten una sola comprobación', async () => {
    let runs = 0;
    const health = createHealthRegistry({ logger, vigenciaMs: 30 });
    health.register('contada', async () => {
      runs += 1;
    });
    await Promise.all(Array.from({ length: 50 }, () => health.run()));
    expect(runs).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await health.run();
    expect(runs).toBe(2);
  });
});
