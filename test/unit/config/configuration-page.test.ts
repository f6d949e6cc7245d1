import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { renderConfiguration } from '../../../src/config/render-configuration.ts';

it('docs/configuration.md está al día con las claves (npm exec node scripts/generar-configuracion.ts)', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  expect(page).toBe(renderConfiguration());
});
