import { defineConfig } from 'vitest/config';

/**
 * `unit` needs nothing but Node; `servicios` needs the real servers that `test/support/global.ts` starts.
 * Neither may skip: what is missing is said (and fails under ELIMINACION_EXIGIR_TODO=1).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/xml/**/*.test.ts', 'test/pins/**/*.test.ts'],
          testTimeout: 30_000,
          isolate: false,
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'servicios',
          include: ['test/{db,services,streams,http,contract,cli,crash,e2e}/**/*.test.ts'],
          globalSetup: ['test/support/global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
